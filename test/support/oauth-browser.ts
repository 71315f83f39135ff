import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'

/** A page or a redirect, as a browser without scripts gets it. */
export interface BrowserPage {
  status: number
  headers: Headers
  text: string
  url: string
}

/** What a browser does of what matters here: cookies by path, forms, redirects within the service. */
export function openBrowser(root: string) {
  const cookies = new Map<string, { value: string; path: string }>()

  async function visit(address: string, form?: Record<string, string>, headers = {}): Promise<BrowserPage> {
    const url = new URL(address, root)
    const sent = [...cookies].filter(([, { path }]) => url.pathname.startsWith(path))
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(sent.length > 0 && {
          cookie: sent.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; '),
        }),
        ...(form && { origin: new URL(root).origin }),
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) keep(line)
    return { status: response.status, headers: response.headers, text: await response.text(), url: url.href }
  }

  function keep(line: string): void {
    const [pair = '', ...rest] = line.split(/; */)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = rest.find((part) => /^path=/i.test(part))?.slice(5) ?? '/'
    if (value === '' || rest.some((part) => /1970/.test(part))) cookies.delete(`${name} ${path}`)
    else cookies.set(`${name} ${path}`, { value, path })
  }

  /** Follows redirects as long as they stay here; the last one leads elsewhere or is a page. */
  async function follow(first: BrowserPage): Promise<BrowserPage> {
    let seen = first
    for (let hops = 0; hops < 10; hops += 1) {
      const next = seen.headers.get('location')
      if (next === null || new URL(next, root).origin !== new URL(root).origin) return seen
      seen = await visit(next)
    }
    throw new Error('too many redirects')
  }

  return {
    cookies,
    visit,
    open: async (address: string) => follow(await visit(address)),
    /** Sends the form of a page with what is typed into it. */
    submit: async (page: BrowserPage, typed: Record<string, string>) =>
      follow(await visit(page.url, { ...hiddenFields(page), ...typed })),
  }
}

/** What the first form of a page holds already. */
export function hiddenFields({ text }: BrowserPage): Record<string, string> {
  const [form = ''] = /<form[\s\S]*?<\/form>/.exec(text) ?? []
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name!,
      value!.replaceAll('&amp;', '&'),
    ]),
  )
}

export function newPkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export interface OAuthClient {
  clientId: string
  redirectUri: string
}

/** A program that registers itself. */
export async function register(root: string, metadata: object = {}): Promise<OAuthClient> {
  const redirectUri = 'http://127.0.0.1:9999/cb'
  const response = await postJson(`${root}/oauth/register`, {
    client_name: 'A program',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    ...metadata,
  })
  const body = (await response.json()) as { client_id: string; redirect_uris: string[] }
  assert.equal(response.status, 201, JSON.stringify(body))
  return { clientId: body.client_id, redirectUri: body.redirect_uris[0]! }
}

export function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function authorizeUrl(
  root: string,
  client: OAuthClient,
  challenge: string,
  more: Record<string, string> = {},
) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'some-state',
    ...more,
  })
  for (const [name, value] of Object.entries(more)) if (value === '') query.delete(name)
  return `${root}/oauth/authorize?${query}`
}

export interface Tokens {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
  body: any
}

/** Asks the token endpoint. */
export async function requestToken(root: string, form: Record<string, string>): Promise<Tokens> {
  const response = await fetch(`${root}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: response.status, body: await response.json() }
}

export function redeem(
  root: string,
  client: OAuthClient,
  code: string,
  verifier: string,
  more = {},
): Promise<Tokens> {
  return requestToken(root, {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code,
    code_verifier: verifier,
    ...more,
  })
}

export function refresh(root: string, client: OAuthClient, token: string, more = {}): Promise<Tokens> {
  return requestToken(root, {
    grant_type: 'refresh_token',
    client_id: client.clientId,
    refresh_token: token,
    ...more,
  })
}
