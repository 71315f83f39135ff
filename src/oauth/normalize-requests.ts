import { Readable } from 'node:stream'
import type { KoaContextWithOIDC as Context } from 'oidc-provider'
import { readUpTo } from '../concurrency/byte-streams.ts'
import { OFFLINE_SCOPE, SCOPE, resourceOf, canonicalResource } from './endpoint.ts'

const MAX_BODY_BYTES = 56 * 1024
const PROMPTS = new Set(['none', 'login', 'consent'])
/** OpenID Connect parameters, which are not supported and fail a request without the openid scope. */
const OPENID_PARAMETERS = [
  'nonce',
  'max_age',
  'acr_values',
  'claims',
  'claims_locales',
  'id_token_hint',
  'ui_locales',
  'display',
]

/** Converts the varying requests of clients into the form that the authorization server accepts. */
export function createRequestNormalizer(root: string, paths: { authorization: string; token: string }) {
  return async (ctx: Context, next: () => Promise<unknown>): Promise<unknown> => {
    if (ctx.path === paths.authorization) {
      ctx.querystring = normalizeAuthorizationQuery(ctx.querystring, root)
    } else if (ctx.path === paths.token && ctx.method === 'POST') {
      const bytes = await readUpTo(ctx.req, MAX_BODY_BYTES)
      if (bytes === undefined) return void sendError(ctx, 413, 'invalid_request', 'the request is too large')
      const form = new URLSearchParams(bytes.toString())
      const resources = form.getAll('resource').map((given) => canonicalResource(given, root))
      // Checked before the code is consumed, so that a client can retry with the right value.
      if (resources.some((resource) => resource !== resourceOf(root)))
        return void sendError(ctx, 400, 'invalid_target', 'resource indicator is missing, or unknown')
      form.delete('resource')
      if (resources.length > 0) form.set('resource', resources[0]!)
      replaceBody(ctx, form.toString())
    }
    return next()
  }
}

/** A request without a known scope gets the supported one. */
function normalizeAuthorizationQuery(query: string, root: string): string {
  const form = new URLSearchParams(query)
  for (const name of OPENID_PARAMETERS) form.delete(name)
  const scopes = form.getAll('scope')
  if (scopes.length <= 1) {
    const known = (scopes[0] ?? '').split(' ').filter((scope) => scope === SCOPE || scope === OFFLINE_SCOPE)
    form.set('scope', (known.length > 0 ? known : [SCOPE]).join(' '))
  }
  const prompts = form.getAll('prompt')
  if (prompts.length === 1) {
    const known = prompts[0]!.split(' ').filter((prompt) => PROMPTS.has(prompt))
    if (known.length > 0) form.set('prompt', known.join(' '))
    else form.delete('prompt')
  }
  const resources = form.getAll('resource')
  form.delete('resource')
  for (const resource of resources) form.append('resource', canonicalResource(resource, root))
  return form.toString()
}

/** The server reads the body from the request's stream, so it gets another stream with the same head. */
function replaceBody(ctx: Context, text: string): void {
  const { headers, method, url, socket } = ctx.req
  const body = Buffer.from(text)
  headers['content-length'] = String(body.length)
  delete headers['transfer-encoding']
  ctx.req = Object.assign(Readable.from([body], { objectMode: false }), {
    headers,
    method,
    url,
    socket,
  }) as unknown as Context['req']
}

function sendError(ctx: Context, status: number, error: string, description: string): void {
  ctx.status = status
  ctx.set('cache-control', 'no-store')
  ctx.body = { error, error_description: description }
}
