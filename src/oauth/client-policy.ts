import { errors } from 'oidc-provider'
import { readUpTo } from '../concurrency/byte-streams.ts'
import type { EgressRequest } from '../egress/egress.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/**
 * A client's private scheme must be a reversed domain, as in RFC 8252, or a known scheme of an MCP client.
 * Other schemes may belong to the browser or the system, and do something else than open a program.
 */
const REVERSED_DOMAIN = /^[a-z]{2,}(\.[a-z0-9-]+)+:$/
const KNOWN_SCHEMES =
  /^(cursor|vscode|vscode-insiders|vscodium|code-oss|windsurf|windsurf-next|kiro|trae|zed|positron|claude|chatgpt|codex|goose|raycast|warp|jetbrains|lmstudio|librechat|cherrystudio|witsy|obsidian|amp|opencode|gemini-cli):$/
const GRANT_TYPES = new Set(['authorization_code', 'refresh_token'])
const MAX_REDIRECTS = 20
const MAX_TEXT_CHARS = 2048
const MAX_NAME_CHARS = 100

/** Metadata that we do not support, or that would make us fetch URLs. */
const IGNORED_METADATA = [
  'sector_identifier_uri',
  'jwks',
  'jwks_uri',
  'scope',
  'default_acr_values',
  'default_max_age',
  'require_auth_time',
]

/**
 * Validates a client's metadata. Unsupported values are removed instead of refused, as RFC 7591 allows. A
 * client with a loopback redirect or a private scheme is native, even if its metadata differs.
 */
export function applyClientPolicy(metadata: Record<string, unknown>): void {
  for (const name of IGNORED_METADATA) delete metadata[name]
  checkTexts(metadata)
  // The library generates a secret before it is known that a client without an auth method gets none.
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

/**
 * Whether the redirect leads to a program on the user's machine and not to a server. Any program could have
 * started it.
 */
export function isNative({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' ? false : protocol !== 'http:' || LOOPBACK.has(hostname)
}

function checkTexts(metadata: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(metadata)) {
    const longest = name === 'client_name' ? MAX_NAME_CHARS : MAX_TEXT_CHARS
    if (typeof value === 'string' && value.length > longest)
      throw new errors.InvalidClientMetadata(`${name} must not be longer than ${longest} characters`)
  }
}

function redirectsOf(given: unknown): URL[] {
  if (!Array.isArray(given) || given.length === 0) failRedirect('redirect_uris must contain members')
  if (given.length > MAX_REDIRECTS) failRedirect(`there must not be more than ${MAX_REDIRECTS} redirect_uris`)
  return given.map((text) => {
    if (typeof text !== 'string' || text.length > MAX_TEXT_CHARS || !URL.canParse(text))
      failRedirect('redirect_uris must only contain valid URIs')
    return new URL(text)
  })
}

function checkRedirect({ protocol, hostname, hash, username, password, href }: URL): void {
  if (!/^https?:$/.test(protocol) && !REVERSED_DOMAIN.test(protocol) && !KNOWN_SCHEMES.test(protocol))
    failRedirect(
      `redirect_uris must not use the ${protocol.slice(0, -1)} scheme; a private scheme must be a reversed domain name, as in com.example.app`,
    )
  if (protocol === 'http:' && !LOOPBACK.has(hostname))
    failRedirect('redirect_uris may use http only with localhost, 127.0.0.1 or [::1]')
  if (hash !== '' || href.endsWith('#')) failRedirect('redirect_uris must not contain fragments')
  if (username !== '' || password !== '') failRedirect('redirect_uris must not contain credentials')
}

function failRedirect(description: string): never {
  throw new errors.CustomOIDCProviderError('invalid_redirect_uri', description)
}

const TIMEOUT_MS = 5_000
/** Larger documents are invalid. The read limit is slightly higher, so that the parser reports the reason. */
const MAX_DOCUMENT_BYTES = 8 * 1024

/**
 * Fetches the metadata document of a URL client id through the egress, which reaches no private IP addresses.
 * A redirect is refused like any other non-success status.
 */
export function createFetchDocument(request: EgressRequest, userAgent: string) {
  return async (url: string | URL): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    await using response = await request(new URL(url), {
      signal,
      headers: { accept: 'application/json', 'user-agent': userAgent },
    })
    const { status, headers } = response
    if (status !== 200) return new Response(null, { status: status >= 200 && status <= 599 ? 502 : status })
    const bytes = await readUpTo(response.body, MAX_DOCUMENT_BYTES)
    if (bytes === undefined) throw new Error('The client metadata document is too large.')
    const cacheControl = headers['cache-control']
    return new Response(bytes, {
      status,
      headers: typeof cacheControl === 'string' ? { 'cache-control': cacheControl } : {},
    })
  }
}
