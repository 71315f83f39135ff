import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCodeHash } from '../../src/oauth/oauth.ts'
import { tidy } from '../../src/store/housekeeping/housekeeping.ts'
import { API_KEY, PARTNER_KEY, startTestApp } from '../support/app.ts'
import { freePort } from '../support/free-port.ts'
import {
  requestToken,
  authorizeUrl,
  newPkce,
  openBrowser,
  redeem,
  refresh,
  register,
} from '../support/oauth-browser.ts'
import {
  codeFor,
  newAuthorization,
  newTokens,
  newUser,
  useOAuthApp,
  useTools,
} from '../support/oauth-flow.ts'

const app = useOAuthApp()

async function statusWith(token: string): Promise<number> {
  return (await useTools(app(), `Bearer ${token}`)).status
}

/** Let in, whatever the tools then answer. */
async function opens(token: string): Promise<boolean> {
  const status = await statusWith(token)
  return status !== 401 && status !== 403
}

describe('the tools', () => {
  it('401-challenge: say where to get a token to whoever has none that counts', async () => {
    const { access } = await newTokens(app())
    const { access: expired } = await newTokens(app())
    const { access: elsewhere } = await newTokens(app())
    const { db } = app().database
    const hashOf = (token: string) => [token]
    const change = (set: string, token: string) =>
      db.rows(
        `update oauth_records set ${set} where kind = 'AccessToken' and id = sha256($1::bytea)`,
        hashOf(token),
      )
    await change(`expires_at = now()`, expired)
    await change(`audience = 'https://elsewhere.test/v2/mcp-oauth'`, elsewhere)
    const { client, access: revoked } = await newTokens(app())
    await revoke(client.clientId, revoked)
    assert.ok(await opens(access))
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer two words',
      `Basic ${access}`,
      access,
      'Bearer made-up',
      `Bearer ${expired}`,
      `Bearer ${revoked}`,
      `Bearer ${elsewhere}`,
      `Bearer ${API_KEY}`,
    ]) {
      const answer = await useTools(app(), authorization)
      assert.equal(answer.status, 401, authorization)
      const challenge = answer.headers.get('www-authenticate')!
      assert.match(challenge, /^Bearer /)
      assert.ok(
        challenge.includes(
          `resource_metadata="${app().url}/.well-known/oauth-protected-resource/v2/mcp-oauth"`,
        ),
      )
      assert.match(challenge, /scope="winnow:tools"/)
      assert.match(answer.headers.get('access-control-expose-headers')!, /www-authenticate/)
      const body = (await answer.json()) as { result?: unknown; error?: unknown }
      assert.equal(body.result, undefined)
      assert.ok(body.error)
    }
  })

  it('403-scope: say which scope a token lacks', async () => {
    const { access, body } = await newTokens(app(), { more: { scope: 'offline_access', prompt: 'consent' } })
    assert.doesNotMatch(body.scope ?? '', /winnow/)
    const answer = await useTools(app(), `Bearer ${access}`)
    assert.equal(answer.status, 403)
    const challenge = answer.headers.get('www-authenticate')!
    assert.match(challenge, /error="insufficient_scope"/)
    assert.match(challenge, /scope="winnow:tools"/)
    assert.match(challenge, /resource_metadata="/)
  })

  it('query-token: take no token from the address', async () => {
    const { access } = await newTokens(app())
    assert.equal((await useTools(app(), undefined, `/v2/mcp-oauth?access_token=${access}`)).status, 401)
  })

  it('mixed-surface: take tokens and the API takes keys, never the other way round', async () => {
    const { access } = await newTokens(app())
    const scrape = (key: string) => app().call('/v2/scrape', { key, json: { url: 'http://127.0.0.1:1/' } })
    assert.equal((await scrape(access)).status, 401)
    assert.equal((await scrape(PARTNER_KEY)).status, 401)
    assert.equal((await app().call('/v2/team/credit-usage', { key: access })).status, 401)
    assert.equal((await app().call('/admin/v1/teams', { key: access })).status, 401)
    assert.equal((await useTools(app(), `Bearer ${access}`, '/v2/mcp')).status, 401)
    assert.equal(await statusWith(API_KEY), 401)
    assert.equal(await statusWith(PARTNER_KEY), 401)
  })
})

describe('a code', () => {
  it('pkce-wrong: is worth nothing without its verifier', async () => {
    const { client, code, verifier } = await newAuthorization(app())
    const wrong = await redeem(app().url, client, code, newPkce().verifier)
    assert.equal(wrong.status, 400)
    assert.equal(wrong.body.error, 'invalid_grant')
    const { code_verifier: _, ...without } = { code_verifier: verifier }
    const none = await requestToken(app().url, {
      grant_type: 'authorization_code',
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      code,
      ...without,
    })
    assert.equal(none.body.error, 'invalid_grant')
  })

  it('code-replay: is worth nothing the second time, and then neither is the first', async () => {
    const { client, code, verifier, access, refreshToken } = await newTokens(app())
    const again = await redeem(app().url, client, code, verifier)
    assert.equal(again.body.error, 'invalid_grant')
    assert.equal(await statusWith(access), 401)
    assert.equal((await refresh(app().url, client, refreshToken)).body.error, 'invalid_grant')
  })

  it('code-replay: is redeemed once at most by twenty at once, in two processes, and nobody keeps anything', async () => {
    // Both processes have one database, and the clients see one root.
    const port = await freePort()
    await using other = await startTestApp({
      DATABASE_URL: app().database.url,
      PUBLIC_URL: app().url,
      PORT: String(port),
    })
    assert.equal(other.url, app().url)
    const { client, code, verifier } = await newAuthorization(app())
    const roots = [app().url, `http://127.0.0.1:${port}`]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => redeem(roots[turn % 2]!, client, code, verifier)),
    )
    const won = answers.filter(({ status }) => status === 200)
    assert.ok(won.length <= 1, `${won.length}`)
    for (const { status, body } of answers)
      if (status !== 200) assert.equal(body.error, 'invalid_grant', JSON.stringify(body))
    for (const { body } of won) {
      assert.equal(await statusWith(body.access_token), 401)
      assert.equal((await refresh(app().url, client, body.refresh_token)).status, 400)
    }
  })

  it('code-expiry: is worth nothing after a minute', async () => {
    const { client, code, verifier } = await newAuthorization(app())
    const [row] = await app().database.db.rows<{ life: number }>(
      `update oauth_records set expires_at = expires_at - interval '61 seconds' where kind = 'AuthorizationCode'
       and id = sha256($1::bytea) returning extract(epoch from expires_at - now())::float as life`,
      [code],
    )
    assert.ok(row!.life <= 0)
    assert.equal((await redeem(app().url, client, code, verifier)).body.error, 'invalid_grant')
  })

  it('code-other-client: is worth nothing to another program', async () => {
    const { client, code, verifier } = await newAuthorization(app())
    const other = await register(app().url)
    assert.equal((await redeem(app().url, other, code, verifier)).body.error, 'invalid_grant')
    assert.equal((await redeem(app().url, client, code, verifier)).status, 200)
  })
})

describe('a refresh token', () => {
  /** As if the answer had come long ago. */
  const passGrace = () =>
    app().database.db.rows(`update oauth_records set consumed_at = consumed_at - interval '11 seconds'`)

  it('refresh-rotate: is replaced, and dead when the new one was used', async () => {
    const { client, refreshToken, access } = await newTokens(app())
    const next = await refresh(app().url, client, refreshToken)
    assert.equal(next.status, 200)
    assert.notEqual(next.body.refresh_token, refreshToken)
    assert.ok(await opens(next.body.access_token))
    assert.ok(await opens(access))
    assert.equal((await refresh(app().url, client, next.body.refresh_token)).status, 200)
    assert.equal((await refresh(app().url, client, refreshToken)).body.error, 'invalid_grant')
  })

  it('refresh-reuse: ends all access when an old one comes again', async () => {
    const { client, refreshToken, access } = await newTokens(app())
    const next = await refresh(app().url, client, refreshToken)
    await passGrace()
    assert.equal((await refresh(app().url, client, refreshToken)).body.error, 'invalid_grant')
    assert.equal((await refresh(app().url, client, next.body.refresh_token)).body.error, 'invalid_grant')
    for (const token of [access, next.body.access_token]) assert.equal(await statusWith(token), 401)
  })

  it('refresh-parallel: may be asked for again at once, within one and the same access', async () => {
    const { client, refreshToken } = await newTokens(app())
    const [one, two] = await Promise.all([1, 2].map(() => refresh(app().url, client, refreshToken)))
    const lost = await refresh(app().url, client, refreshToken)
    for (const answer of [one!, two!, lost]) {
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.ok(await opens(answer.body.access_token))
    }
    // There is one that goes on, whoever got it: a second one would be of use to a thief, and nobody would miss it.
    assert.equal(one!.body.refresh_token, two!.body.refresh_token)
    assert.equal(one!.body.refresh_token, lost.body.refresh_token)
    assert.equal((await refresh(app().url, client, lost.body.refresh_token)).status, 200)
  })

  it('refresh-parallel: ends all access when any of those before it comes after the time of grace', async () => {
    const { client, refreshToken } = await newTokens(app())
    const answers = await Promise.all([1, 2].map(() => refresh(app().url, client, refreshToken)))
    const later = await refresh(app().url, client, answers[0]!.body.refresh_token)
    assert.equal(later.status, 200)
    await passGrace()
    const reused = await refresh(app().url, client, answers[1]!.body.refresh_token)
    assert.equal(reused.body.error, 'invalid_grant')
    assert.equal((await refresh(app().url, client, later.body.refresh_token)).body.error, 'invalid_grant')
    for (const { body } of [...answers, later]) assert.equal(await statusWith(body.access_token), 401)
  })

  it('refresh-bad-resource: survives a wrong resource', async () => {
    const { client, refreshToken } = await newTokens(app())
    const wrong = await refresh(app().url, client, refreshToken, { resource: 'https://evil.test/' })
    assert.equal(wrong.status, 400)
    assert.equal(wrong.body.error, 'invalid_target')
    const right = await refresh(app().url, client, refreshToken, { resource: `${app().url}/v2/mcp-oauth/` })
    assert.equal(right.status, 200, JSON.stringify(right.body))
    // Not because of the time of grace: it had not been used at all.
    const next = await refresh(app().url, client, right.body.refresh_token)
    assert.equal(next.status, 200)
  })

  it('is worth nothing to another program', async () => {
    const { refreshToken } = await newTokens(app())
    const other = await register(app().url)
    assert.equal((await refresh(app().url, other, refreshToken)).body.error, 'invalid_grant')
  })
})

function revoke(clientId: string, token: string): Promise<Response> {
  return fetch(`${app().url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, token }),
  })
}

describe('access ends', () => {
  it('revoke: when the program gives its refresh token back, and not by another program', async () => {
    const { client, access, refreshToken } = await newTokens(app())
    const other = await register(app().url)
    assert.equal((await revoke(other.clientId, refreshToken)).status, 200)
    assert.ok(await opens(access))
    assert.equal((await revoke(client.clientId, refreshToken)).status, 200)
    assert.equal(await statusWith(access), 401)
    assert.equal((await refresh(app().url, client, refreshToken)).body.error, 'invalid_grant')
  })

  it('revoke: when the program gives its access token back, whatever else it was given', async () => {
    const { client, access, refreshToken } = await newTokens(app())
    const next = await refresh(app().url, client, refreshToken)
    assert.equal((await revoke(client.clientId, access)).status, 200)
    assert.equal(await statusWith(next.body.access_token), 401)
    assert.equal((await refresh(app().url, client, next.body.refresh_token)).body.error, 'invalid_grant')
    const grants = `select from oauth_grants where client_id = $1`
    assert.deepEqual(await app().database.db.rows(grants, [client.clientId]), [])
  })

  it('when the operator ends it, who sees what there is', async () => {
    const user = await newUser(app())
    const { access } = await newTokens(app(), { user })
    const { access: other } = await newTokens(app(), { user })
    const path = `/teams/${user.teamId}/connections`
    const { body } = await app().admin(path)
    assert.equal(body.data.length, 2)
    const [{ id, createdAt, expiresAt, ...shown }] = body.data
    assert.deepEqual(Object.keys(shown).toSorted(), ['clientId', 'clientName', 'email'])
    assert.equal(shown.clientName, 'A program')
    assert.equal(shown.email, user.email)
    assert.ok(Date.parse(expiresAt) - Date.parse(createdAt) > 300 * 24 * 3600 * 1000)
    const elsewhere = await app().team()
    const remove = (team: string) => app().admin(`/teams/${team}/connections/${id}`, { method: 'DELETE' })
    assert.equal((await remove(elsewhere.id)).status, 404)
    assert.ok(await opens(access))
    assert.equal((await remove(user.teamId)).status, 200)
    assert.equal((await remove(user.teamId)).status, 404)
    assert.equal(await statusWith(access), 401)
    assert.ok(await opens(other))
    assert.equal((await app().admin(path)).body.data.length, 1)
    const trail = await app().admin(`/audit?teamId=${user.teamId}`)
    assert.ok(trail.body.data.some((event: { action: string }) => event.action === 'connection.end'))
  })

  it('soon, when the program never comes for its tokens', async () => {
    const { client } = await newAuthorization(app())
    const [grant] = await app().database.db.rows<{ minutes: number }>(
      `select extract(epoch from expires_at - now())::float / 60 as minutes from oauth_grants where client_id = $1`,
      [client.clientId],
    )
    assert.ok(grant!.minutes < 15, `${grant!.minutes}`)
  })

  it('with the root secret: programs register and people sign in again, and nothing fails', async () => {
    const { client, refreshToken } = await newTokens(app())
    const port = await freePort()
    await using _changed = await startTestApp({
      DATABASE_URL: app().database.url,
      WINNOW_SECRET: 'another-root-secret-for-tests',
      PUBLIC_URL: app().url,
      PORT: String(port),
    })
    const root = `http://127.0.0.1:${port}`
    const refused = await refresh(root, client, refreshToken)
    assert.equal(refused.status, 401)
    assert.equal(refused.body.error, 'invalid_client')
    const page = await openBrowser(root).visit(authorizeUrl(root, client, newPkce().challenge))
    assert.equal(page.status, 400)
  })

  it('user-delete-key: when the user leaves the team', async () => {
    const user = await newUser(app())
    const { client, access, refreshToken } = await newTokens(app(), { user })
    assert.ok(await opens(access))
    const left = await app().admin(`/teams/${user.teamId}/users/${user.id}`, { method: 'DELETE' })
    assert.equal(left.status, 200)
    assert.equal(await statusWith(access), 401)
    assert.equal((await refresh(app().url, client, refreshToken)).body.error, 'invalid_grant')
    assert.deepEqual(await app().database.db.rows(`select from users where id = $1`, [user.id]), [])
  })

  it('user-delete-key: when the team is removed, or its data erased', async () => {
    for (const path of ['', '/data']) {
      const user = await newUser(app())
      const { access } = await newTokens(app(), { user })
      assert.equal((await app().admin(`/teams/${user.teamId}${path}`, { method: 'DELETE' })).status, 200)
      assert.equal(await statusWith(access), 401)
    }
  })
})

describe('the database', () => {
  it('tokens-at-rest: holds nothing that opens anything', async () => {
    const user = await newUser(app())
    const signInCode = await codeFor(app(), user.email)
    const unredeemed = await newAuthorization(app())
    const { access, refreshToken, code } = await newTokens(app(), { user })
    const { db } = app().database
    const tables = ['oauth_records', 'oauth_grants', 'oauth_clients', 'sign_in_codes', 'oauth_windows']
    const dump: string[] = []
    for (const table of tables)
      for (const row of await db.rows<{ text: string }>(
        `select row_to_json(t)::text as text from ${table} t`,
      ))
        dump.push(row.text)
    assert.ok(dump.length > 5)
    const secrets = [access, refreshToken, code, unredeemed.code, signInCode]
    for (const secret of secrets)
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ])
        assert.ok(!dump.some((text) => text.includes(form)))
    // Nor is what stands in it any of them by itself.
    for (const row of await db.rows<{ id: Buffer }>(`select id from oauth_records`))
      for (const form of [row.id.toString('hex'), row.id.toString('base64url')])
        assert.equal(await statusWith(form), 401)
    assert.notDeepEqual(
      createCodeHash('another-root-secret-x')(user.email, signInCode),
      createCodeHash('a-root-secret-for-tests')(user.email, signInCode),
    )
  })

  it('is tidied of what has expired', async () => {
    await newTokens(app())
    const { db } = app().database
    await db.rows(`update oauth_grants set expires_at = now()`)
    await tidy(db)
    assert.deepEqual(await db.rows(`select from oauth_records where grant_id is not null`), [])
    assert.deepEqual(await db.rows(`select from oauth_grants`), [])
  })
})
