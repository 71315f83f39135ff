import { errors } from 'oidc-provider'
import { readUpTo } from '../concurrency/byte-streams.ts'
import type { EgressRequest } from '../egress/egress.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/**
 * A program's own scheme is the name of its maker's domain turned round, as RFC 8252 wants it, or one of those that programs
 * for this protocol are known to have. All others may be of the browser or the system, which then do something else than
 * open a program.
 */
const REVERSED_DOMAIN = /^[a-z]{2,}(\.[a-z0-9-]+)+:$/
const KNOWN =
  /^(cursor|vscode|vscode-insiders|vscodium|code-oss|windsurf|windsurf-next|kiro|trae|zed|positron|claude|chatgpt|codex|goose|raycast|warp|jetbrains|lmstudio|librechat|cherrystudio|witsy|obsidian|amp|opencode|gemini-cli):$/
const GRANT_TYPES = new Set(['authorization_code', 'refresh_token'])
const MOST_REDIRECTS = 20
const LONGEST_TEXT = 2048
const LONGEST_NAME = 100

/** What is not ours to do for a client, or would have us fetch something. */
const DROPPED = [
  'sector_identifier_uri',
  'jwks',
  'jwks_uri',
  'scope',
  'default_acr_values',
  'default_max_age',
  'require_auth_time',
]

/**
 * Looks over what a program says about itself. What we do not offer is left out instead of refused, as RFC 7591 allows. A
 * program that comes back to the machine it runs on, or by a scheme of its own, is a native one whether it says so or not.
 */
export function applyClientPolicy(metadata: Record<string, unknown>): void {
  for (const name of DROPPED) delete metadata[name]
  checkTexts(metadata)
  // One is made before it is known that a client who says nothing about it gets none.
  if (metadata.token_endpoint_auth_method === 'none') {
    delete metadata.client_secret
    delete metadata.client_secret_expires_at
  }
  if (Array.isArray(metadata.grant_types))
    metadata.grant_types = metadata.grant_types.filter((type) => GRANT_TYPES.has(type as string))
  if (Array.isArray(metadata.response_types)) metadata.response_types = ['code']
  const redirects = redirectsOf(metadata.redirect_uris)
  for (const redirect of redirects) checkRedirect(redirect)
  if (redirects.some(isNative)) metadata.application_type = 'native'
}

/** Whether somebody else's server cannot be at the other end: it is a program on a machine, and anybody could have started it. */
export function isNative({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' ? false : protocol !== 'http:' || LOOPBACK.has(hostname)
}

function checkTexts(metadata: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(metadata)) {
    const longest = name === 'client_name' ? LONGEST_NAME : LONGEST_TEXT
    if (typeof value === 'string' && value.length > longest)
      throw new errors.InvalidClientMetadata(`${name} must not be longer than ${longest} characters`)
  }
}

function redirectsOf(given: unknown): URL[] {
  if (!Array.isArray(given) || given.length === 0) refuse('redirect_uris must contain members')
  if (given.length > MOST_REDIRECTS) refuse(`there must not be more than ${MOST_REDIRECTS} redirect_uris`)
  return given.map((text) => {
    if (typeof text !== 'string' || text.length > LONGEST_TEXT || !URL.canParse(text))
      refuse('redirect_uris must only contain valid URIs')
    return new URL(text)
  })
}

function checkRedirect({ protocol, hostname, hash, username, password, href }: URL): void {
  if (!/^https?:$/.test(protocol) && !REVERSED_DOMAIN.test(protocol) && !KNOWN.test(protocol))
    refuse(
      `redirect_uris must not use the ${protocol.slice(0, -1)} scheme; a program's own scheme is a domain of its maker turned round, as in com.example.app`,
    )
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    refuse('redirect_uris may use http only with localhost, 127.0.0.1 or [::1]')
  if (hash !== '' || href.endsWith('#')) refuse('redirect_uris must not contain fragments')
  if (username !== '' || password !== '') refuse('redirect_uris must not contain credentials')
}

function refuse(description: string): never {
  throw new errors.CustomOIDCProviderError('invalid_redirect_uri', description)
}

const TIMEOUT_MS = 5_000
/** What is larger is no description of a client; a little more than is taken, so that the reader says what is wrong. */
const MOST_BYTES = 8 * 1024

/**
 * Fetches the document that a client's id names, by the one way out that reaches no private address. A redirect is an answer
 * like any other, and so refused.
 */
export function createFetchDocument(request: EgressRequest, userAgent: string) {
  return async (address: string | URL): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    await using answer = await request(new URL(address), {
      signal,
      headers: { accept: 'application/json', 'user-agent': userAgent },
    })
    const { status, headers } = answer
    if (status !== 200) return new Response(null, { status: status >= 200 && status <= 599 ? 502 : status })
    const bytes = await readUpTo(answer.body, MOST_BYTES)
    if (bytes === undefined) throw new Error('The document is too large.')
    const cacheControl = headers['cache-control']
    return new Response(bytes, {
      status,
      headers: typeof cacheControl === 'string' ? { 'cache-control': cacheControl } : {},
    })
  }
}
