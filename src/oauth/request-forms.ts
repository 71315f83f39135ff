import { Readable } from 'node:stream'
import type { KoaContextWithOIDC as Context } from 'oidc-provider'
import { readUpTo } from '../concurrency/byte-streams.ts'
import { OFFLINE, SCOPE, resourceOf, sameResource } from './endpoint.ts'

const MOST_BYTES = 56 * 1024
const PROMPTS = new Set(['none', 'login', 'consent'])
/** Belong to OpenID Connect, which is not spoken here, and make a request fail without its scope. */
const OF_OPENID = [
  'nonce',
  'max_age',
  'acr_values',
  'claims',
  'claims_locales',
  'id_token_hint',
  'ui_locales',
  'display',
]

/** Puts requests into the one form that the authorization server takes, whatever habits their clients have. */
export function createRequestForms(root: string, paths: { authorization: string; token: string }) {
  return async (ctx: Context, next: () => Promise<unknown>): Promise<unknown> => {
    if (ctx.path === paths.authorization) {
      ctx.querystring = authorizationForm(ctx.querystring, root)
    } else if (ctx.path === paths.token && ctx.method === 'POST') {
      const bytes = await readUpTo(ctx.req, MOST_BYTES)
      if (bytes === undefined) return void refuse(ctx, 413, 'invalid_request', 'the request is too large')
      const form = new URLSearchParams(bytes.toString())
      const resources = form.getAll('resource').map((given) => sameResource(given, root))
      // Before anything is consumed: a client that is wrong about this may try again.
      if (resources.some((resource) => resource !== resourceOf(root)))
        return void refuse(ctx, 400, 'invalid_target', 'resource indicator is missing, or unknown')
      form.delete('resource')
      if (resources.length > 0) form.set('resource', resources[0]!)
      replaceBody(ctx, form.toString())
    }
    return next()
  }
}

/** A request without a scope that we know is one for what there is. */
function authorizationForm(query: string, root: string): string {
  const form = new URLSearchParams(query)
  for (const name of OF_OPENID) form.delete(name)
  const scopes = form.getAll('scope')
  if (scopes.length <= 1) {
    const known = (scopes[0] ?? '').split(' ').filter((scope) => scope === SCOPE || scope === OFFLINE)
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
  for (const resource of resources) form.append('resource', sameResource(resource, root))
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

function refuse(ctx: Context, status: number, error: string, description: string): void {
  ctx.status = status
  ctx.set('cache-control', 'no-store')
  ctx.body = { error, error_description: description }
}
