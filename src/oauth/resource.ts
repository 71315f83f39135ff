/** The one thing that access can be given to: all tools of the service, for a team. */
export const SCOPE = 'winnow:tools'
/** Asked for by clients that want refresh tokens, which are given without it too. */
export const OFFLINE = 'offline_access'

const PATH = '/v2/mcp-oauth'

/** The URL that tokens are for. */
export function resourceOf(root: string): string {
  return `${root}${PATH}`
}

/** Where a client learns who gives out tokens for it. */
export function resourceMetadataUrlOf(root: string): string {
  const { origin, pathname } = new URL(resourceOf(root))
  return `${origin}/.well-known/oauth-protected-resource${pathname}`
}

/** What RFC 9728 wants to be told. */
export function resourceMetadataOf(root: string) {
  return {
    resource: resourceOf(root),
    resource_name: 'Winnow',
    authorization_servers: [root],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  }
}

/** Clients write one and the same URL in several ways: with a slash at its end, or its host in capitals. */
export function sameResource(given: string, root: string): string {
  const canonical = resourceOf(root)
  return plain(given) === plain(canonical) ? canonical : given
}

function plain(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url.href.replace(/\/$/, '')
}
