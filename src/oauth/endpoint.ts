/** What one request asks of the authorization server. */
type Endpoint =
  | { kind: 'pages'; uid: string }
  | { kind: 'protocol'; limit?: { what: string; perMinute: number } }

export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const
export const SIGN_IN_PATH = '/oauth/sign-in'
export const METADATA_PATH = '/.well-known/oauth-authorization-server'

/** Many people may share an address, and the programs of many may run behind one. */
const TOKEN_LIMIT = { what: 'tokens', perMinute: 600 }

const PROTOCOL_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`GET ${PATHS.authorization}`]: { kind: 'protocol', limit: { what: 'authorizations', perMinute: 60 } },
  [`POST ${PATHS.token}`]: { kind: 'protocol', limit: TOKEN_LIMIT },
  [`POST ${PATHS.revocation}`]: { kind: 'protocol', limit: TOKEN_LIMIT },
  [`POST ${PATHS.registration}`]: { kind: 'protocol', limit: { what: 'registrations', perMinute: 60 } },
  [`GET ${PATHS.jwks}`]: { kind: 'protocol' },
  [`GET ${METADATA_PATH}`]: { kind: 'protocol' },
}
const RESUME_PATH = new RegExp(`^${PATHS.authorization}/[\\w-]{1,64}$`)
const PAGE_PATH = new RegExp(`^${SIGN_IN_PATH}/([\\w-]{1,64})$`)

/**
 * Finds what is asked by the one spelling that an address has. The library's own router also takes capitals and a slash at
 * the end, and whoever used them would go round every check that stands before it.
 */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  const [, uid] = PAGE_PATH.exec(path) ?? []
  if (uid !== undefined) return { kind: 'pages', uid }
  const verb = method === 'HEAD' ? 'GET' : method
  if (verb === 'GET' && RESUME_PATH.test(path)) return { kind: 'protocol' }
  return PROTOCOL_ENDPOINTS[`${verb} ${path}`]
}

/** The one thing that access can be given to: all tools of the service, for a team. */
export const SCOPE = 'winnow:tools'
/** Asked for by clients that want refresh tokens, which are given without it too. */
export const OFFLINE_SCOPE = 'offline_access'

const RESOURCE_PATH = '/v2/mcp-oauth'

export function resourceOf(root: string): string {
  return `${root}${RESOURCE_PATH}`
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
export function canonicalResource(given: string, root: string): string {
  const canonical = resourceOf(root)
  return normalizeUrl(given) === normalizeUrl(canonical) ? canonical : given
}

function normalizeUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url.href.replace(/\/$/, '')
}
