import assert from 'node:assert/strict'
import { createCodeHash, newCode } from '../../src/oauth/oauth.ts'
import { createSignInCodes } from '../../src/store/teams/members.ts'
import { afterEach } from 'node:test'
import { ADMIN_KEY, useApp } from './app.ts'
import type { TestApp } from './app.ts'
import { authorizeUrl, newPkce, openBrowser, redeem, register } from './oauth-browser.ts'
import type { OAuthClient } from './oauth-browser.ts'

/** One service for all tests of a file, of which none is refused because of what others did. */
export function useOAuthApp(environment: Record<string, string> = {}): () => TestApp {
  const app = useApp(environment)
  afterEach(() => app().database.db.rows(`delete from oauth_windows`))
  return app
}

let users = 0

/** A new user of a new team, or of one that is there. */
export async function newUser(app: TestApp, teamId?: string) {
  const team = teamId ?? (await app.team({ name: `team ${++users}` })).id
  const email = `user-${++users}@example.com`
  const { status, body } = await app.admin(`/teams/${team}/users`, { json: { email } })
  assert.equal(status, 200, JSON.stringify(body))
  return { teamId: team, email, id: body.id as string }
}

/** A code as the operator's command makes it. */
export async function codeFor(app: TestApp, email: string): Promise<string> {
  const code = newCode()
  const hash = createCodeHash('a-root-secret-for-tests')(email, code)
  assert.ok(await createSignInCodes(app.database.db).issue(email, '', hash))
  return code
}

/** Goes through all pages as somebody who says yes; gives where the browser is sent in the end. */
export async function giveConsent(
  app: TestApp,
  url: string,
  user: { email: string } | 'operator' = 'operator',
): Promise<URL> {
  const browser = openBrowser(app.url)
  const first = await browser.open(url)
  assert.equal(first.status, 200, first.text)
  const asked = await signIn(app, browser, first, user)
  assert.match(asked.text, /value="allow"/)
  const done = await browser.submit(asked, { step: 'allow' })
  const location = done.headers.get('location')
  assert.ok(location, done.text)
  return new URL(location)
}

export async function signIn(
  app: TestApp,
  browser: ReturnType<typeof openBrowser>,
  first: Awaited<ReturnType<typeof browser.open>>,
  user: { email: string } | 'operator',
) {
  if (user === 'operator') return browser.submit(first, { step: 'operator', key: ADMIN_KEY })
  const page = await browser.submit(first, { step: 'email', email: user.email })
  return browser.submit(page, { step: 'code', email: user.email, code: await codeFor(app, user.email) })
}

/** A code for a client, with what redeems it. */
export async function newAuthorization(
  app: TestApp,
  {
    client,
    user,
    more,
  }: { client?: OAuthClient; user?: { email: string } | 'operator'; more?: Record<string, string> } = {},
) {
  const program = client ?? (await register(app.url))
  const { verifier, challenge } = newPkce()
  const location = await giveConsent(app, authorizeUrl(app.url, program, challenge, more), user)
  const code = location.searchParams.get('code')
  assert.ok(code, location.href)
  return { client: program, code, verifier, location }
}

/** Tokens of a client that was given access. */
export async function newTokens(app: TestApp, options: Parameters<typeof newAuthorization>[1] = {}) {
  const { client, code, verifier } = await newAuthorization(app, options)
  const { status, body } = await redeem(app.url, client, code, verifier)
  assert.equal(status, 200, JSON.stringify(body))
  return {
    client,
    access: body.access_token as string,
    refreshToken: body.refresh_token as string,
    body,
    code,
    verifier,
  }
}

/** Lists the tools with a token; what is refused before that says so by its status. */
export function useTools(app: TestApp, authorization: string | undefined, path = '/v2/mcp-oauth') {
  return fetch(app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization !== undefined && { authorization }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
}
