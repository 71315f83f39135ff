/** The endpoint of a request. */
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

/** Many people and many clients may share an IP address. */
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
 * Finds the endpoint by its exact path. The library's own router also accepts capitals and a trailing slash,
 * which would bypass the checks in front of it.
 */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  const [, uid] = PAGE_PATH.exec(path) ?? []
  if (uid !== undefined) return { kind: 'pages', uid }
  const verb = method === 'HEAD' ? 'GET' : method
  if (verb === 'GET' && RESUME_PATH.test(path)) return { kind: 'protocol' }
  return PROTOCOL_ENDPOINTS[`${verb} ${path}`]
}

/** The only scope: all tools of the service, for a team. */
export const SCOPE = 'winnow:tools'
/** Requested by clients that want refresh tokens. All clients get them anyway. */
export const OFFLINE_SCOPE = 'offline_access'

const RESOURCE_PATH = '/v2/mcp-oauth'

export function resourceOf(root: string): string {
  return `${root}${RESOURCE_PATH}`
}

/** The URL where a client finds the authorization server. */
export function resourceMetadataUrlOf(root: string): string {
  const { origin, pathname } = new URL(resourceOf(root))
  return `${origin}/.well-known/oauth-protected-resource${pathname}`
}

/** Protected resource metadata of RFC 9728. */
export function resourceMetadataOf(root: string) {
  return {
    resource: resourceOf(root),
    resource_name: 'Winnow',
    authorization_servers: [root],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
  }
}

/** Clients write the same URL in several ways: with a trailing slash, or with capitals in its host. */
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
