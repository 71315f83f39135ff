import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  authorizeUrl,
  hiddenFields,
  newPkce,
  openBrowser,
  redeem,
  register,
} from '../support/oauth-browser.ts'
import {
  giveConsent,
  newAuthorization,
  newUser,
  signIn,
  useTools,
  useOAuthApp,
} from '../support/oauth-flow.ts'

const app = useOAuthApp()

/** Asks for a code; gives the answer to the client's request itself. */
async function ask(more: Record<string, string>, metadata?: object) {
  const client = await register(app().url, metadata)
  return openBrowser(app().url).visit(authorizeUrl(app().url, client, newPkce().challenge, more))
}

/** What a refused client is told. */
function toldIn(seen: { headers: Headers }): URLSearchParams {
  return new URL(seen.headers.get('location') ?? 'https://nowhere.test').searchParams
}

describe('a request for a code', () => {
  it('pkce-missing: is refused without a challenge', async () => {
    const told = toldIn(await ask({ code_challenge: '', code_challenge_method: '' }))
    assert.equal(told.get('error'), 'invalid_request')
  })

  it('pkce-plain: is refused with a challenge that is no hash', async () => {
    const told = toldIn(await ask({ code_challenge_method: 'plain' }))
    assert.equal(told.get('error'), 'invalid_request')
  })

  it('iss-param, state: is answered with the issuer and the state, once, also when it is refused', async () => {
    const { location } = await newAuthorization(app(), { more: { state: 'a b&c="d"' } })
    assert.deepEqual(location.searchParams.getAll('iss'), [app().url])
    assert.deepEqual(location.searchParams.getAll('state'), ['a b&c="d"'])
    const told = toldIn(await ask({ code_challenge: '', state: 'x y' }))
    assert.deepEqual(told.getAll('iss'), [app().url])
    assert.deepEqual(told.getAll('state'), ['x y'])
  })

  it('redirect-exact: is answered with a page when it would lead anywhere else', async () => {
    const registered = { redirect_uris: ['https://client.test/cb'] }
    for (const redirect_uri of [
      'https://client.test/other',
      'https://client.test/cb?extra=1',
      'https://client.test/cb/',
      'https://other.test/cb',
      'https://client.test.evil.test/cb',
      'http://client.test/cb',
      'https://client.test:444/cb',
    ]) {
      const seen = await ask({ redirect_uri }, registered)
      assert.equal(seen.status, 400, redirect_uri)
      assert.equal(seen.headers.get('location'), null)
      assert.match(seen.text, /This did not work/)
      assert.match(seen.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
    }
  })

  it('redirect-loopback-port: may lead to another port of the machine the program runs on', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const client = await register(app().url, { redirect_uris: [`http://${host}:1111/cb`] })
      const location = await giveConsent(
        app(),
        authorizeUrl(app().url, { ...client, redirectUri: `http://${host}:2222/cb` }, newPkce().challenge),
      )
      assert.equal(location.port, '2222')
      assert.ok(location.searchParams.get('code'))
    }
    const elsewhere = await ask({ redirect_uri: 'http://127.0.0.1:2222/other' })
    assert.equal(elsewhere.headers.get('location'), null)
  })

  it('no-scope: is one for the scope there is when it names none, an empty or an unknown one', async () => {
    const wishes: Record<string, string>[] = [
      {},
      { scope: ' ' },
      { scope: 'openid profile', nonce: 'n', prompt: 'select_account' },
    ]
    for (const more of wishes) {
      const { client, code, verifier } = await newAuthorization(app(), { more })
      const { status, body } = await redeem(app().url, client, code, verifier)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.scope, 'winnow:tools')
      assert.ok(body.refresh_token)
      assert.equal(body.expires_in, 3600)
    }
  })

  it('resource-slash: may write the resource with a slash, or its host in capitals', async () => {
    const { port } = new URL(app().url)
    for (const resource of [`${app().url}/v2/mcp-oauth/`, `HTTP://127.0.0.1:${port}/v2/mcp-oauth`]) {
      const { client, code, verifier } = await newAuthorization(app(), { more: { resource } })
      const { status, body } = await redeem(app().url, client, code, verifier, { resource })
      assert.equal(status, 200, JSON.stringify(body))
      assert.notEqual((await useTools(app(), `Bearer ${body.access_token}`)).status, 401)
    }
  })

  it('resource-other: is refused for another resource', async () => {
    for (const resource of ['https://evil.test', `${app().url}/v2/mcp`, app().url])
      assert.equal(toldIn(await ask({ resource })).get('error'), 'invalid_target', resource)
    const { client, code, verifier } = await newAuthorization(app())
    const wrong = await redeem(app().url, client, code, verifier, { resource: 'https://evil.test' })
    assert.equal(wrong.body.error, 'invalid_target')
    assert.equal((await redeem(app().url, client, code, verifier)).status, 200)
  })
})

describe('the page that asks for permission', () => {
  async function asked(metadata: object, who: { email: string } | 'operator' = 'operator') {
    const client = await register(app().url, metadata)
    const browser = openBrowser(app().url)
    const first = await browser.open(authorizeUrl(app().url, client, newPkce().challenge))
    return { browser, page: await signIn(app(), browser, first, who), first, client }
  }

  it('clickjack: stands in no frame, runs no script and is kept nowhere', async () => {
    const { page, first } = await asked({ client_name: 'Helper' })
    for (const { headers, text } of [first, page]) {
      const policy = headers.get('content-security-policy')!
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.doesNotMatch(text, /<script/)
    }
  })

  it('clickjack: says who asks, where it leads, for which team, and warns of programs that anybody may have started', async () => {
    const user = await newUser(app())
    const local = await asked({ client_name: 'Helper <b>&' }, user)
    assert.match(local.page.text, /Helper &lt;b&gt;&amp;/)
    assert.match(local.page.text, /127\.0\.0\.1:9999/)
    assert.match(local.page.text, /runs on your own computer/)
    assert.match(local.page.text, new RegExp(user.email))
    assert.match(local.page.text, /<dt>Team<\/dt><dd>team \d+</)
    const web = await asked({ client_name: 'Web', redirect_uris: ['https://client.test/cb'] })
    assert.match(web.page.text, /client\.test/)
    assert.doesNotMatch(web.page.text, /runs on your own computer/)
    assert.match(web.page.text, /chose its name itself/)
    const scheme = await asked({ redirect_uris: ['cursor://auth/cb'] })
    assert.match(scheme.page.text, /cursor:\/\/auth/)
    assert.match(scheme.page.headers.get('content-security-policy')!, /form-action 'self' cursor:;/)
  })

  it('clickjack: takes no form that was not sent from itself', async () => {
    const { browser, page } = await asked({})
    const form: Record<string, string> = { ...hiddenFields(page), step: 'allow' }
    for (const [sent, headers] of [
      [{ ...form, form: 'wrong' }, {}],
      [{ step: 'allow', team: form.team! }, {}],
      [form, { origin: 'https://evil.test' }],
      [form, { origin: 'null' }],
      [form, { 'sec-fetch-site': 'cross-site' }],
    ] as [Record<string, string>, Record<string, string>][]) {
      const seen = await browser.visit(page.url, sent, headers)
      assert.equal(seen.status, 403)
      assert.equal(seen.headers.get('location'), null)
    }
    const allowed = await browser.submit(page, { step: 'allow' })
    assert.ok(toldIn(allowed).get('code'))
  })

  it('login-csrf: is of the browser that began, and of no other', async () => {
    const { page } = await asked({})
    for (const other of [openBrowser(app().url), (await asked({})).browser]) {
      // A browser that has a sign-in of its own shows its own cookie, wherever it is sent.
      for (const cookie of other.cookies.values()) cookie.path = '/'
      const shown = await other.visit(page.url)
      assert.equal(shown.status, 400)
      const sent = await other.visit(page.url, { ...hiddenFields(page), step: 'allow' })
      assert.equal(sent.status, 400)
      assert.equal(sent.headers.get('location'), null)
    }
  })

  it('tells the client when it is refused', async () => {
    const { browser, page } = await asked({})
    const told = toldIn(await browser.submit(page, { step: 'deny' }))
    assert.equal(told.get('error'), 'access_denied')
    assert.equal(told.get('iss'), app().url)
  })

  it('lets a user of several teams choose, and nobody a team of others', async () => {
    const user = await newUser(app())
    const second = await app().team({ name: 'Second team' })
    const foreign = await app().team()
    await app().admin(`/teams/${second.id}/users`, { json: { email: user.email } })
    const { browser, page } = await asked({}, user)
    assert.match(page.text, /<select id="team"/)
    assert.match(page.text, /Second team/)
    for (const team of ['', foreign.id]) {
      const again = await browser.submit(page, { step: 'allow', team })
      assert.equal(again.status, 400)
      assert.match(again.text, /Choose a team/)
    }
    assert.ok(toldIn(await browser.submit(page, { step: 'allow', team: second.id })).get('code'))
    const [grant] = await app().database.db.rows<{ team_id: string }>(
      `select team_id from oauth_grants where user_id = $1`,
      [user.id],
    )
    assert.equal(grant!.team_id, second.id)
  })

  it('asks again each time, without a new sign-in, and lets somebody else sign in', async () => {
    const { browser, client } = await asked({})
    const again = await browser.open(authorizeUrl(app().url, client, newPkce().challenge))
    assert.match(again.text, /value="allow"/)
    const switched = await browser.submit(again, { step: 'switch' })
    assert.match(switched.text, /name="email"/)
  })
})
