/** What one request asks of the authorization server. */
export type Endpoint =
  | { kind: 'pages'; uid: string }
  | { kind: 'protocol'; limit?: { what: string; perMinute: number } }

/** Where the authorization server answers. */
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
const tokens = { what: 'tokens', perMinute: 600 }

const PROTOCOL: Readonly<Record<string, Endpoint>> = {
  [`GET ${PATHS.authorization}`]: { kind: 'protocol', limit: { what: 'authorizations', perMinute: 60 } },
  [`POST ${PATHS.token}`]: { kind: 'protocol', limit: tokens },
  [`POST ${PATHS.revocation}`]: { kind: 'protocol', limit: tokens },
  [`POST ${PATHS.registration}`]: { kind: 'protocol', limit: { what: 'registrations', perMinute: 60 } },
  [`GET ${PATHS.jwks}`]: { kind: 'protocol' },
  [`GET ${METADATA_PATH}`]: { kind: 'protocol' },
}
const RESUMED = new RegExp(`^${PATHS.authorization}/[\\w-]{1,64}$`)
const PAGES = new RegExp(`^${SIGN_IN_PATH}/([\\w-]{1,64})$`)

/**
 * Finds what is asked by the one spelling that an address has. The library's own router also takes capitals and a slash at
 * the end, and whoever used them would go round every check that stands before it.
 */
export function endpointOf(method: string, path: string): Endpoint | undefined {
  const [, uid] = PAGES.exec(path) ?? []
  if (uid !== undefined) return { kind: 'pages', uid }
  const verb = method === 'HEAD' ? 'GET' : method
  if (verb === 'GET' && RESUMED.test(path)) return { kind: 'protocol' }
  return PROTOCOL[`${verb} ${path}`]
}
