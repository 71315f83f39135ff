import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { authorizeUrl, newPkce, openBrowser, postJson, refresh, register } from '../support/oauth-browser.ts'
import { newTokens, useOAuthApp } from '../support/oauth-flow.ts'
import { fetchPath } from '../support/fetch-path.ts'

const app = useOAuthApp()

const METADATA = { redirect_uris: ['https://client.test/cb'] }

async function statusesOf(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  return (await Promise.all(Array.from({ length: times }, ask))).map(({ status }) => status)
}

describe('the URL of an endpoint', () => {
  it('has one accepted spelling', async () => {
    for (const path of [
      '/oauth/Register',
      '/oauth/REGISTER',
      '/oauth/register/',
      '/oauth/register//',
      '/oauth//register',
      '//oauth/register',
      '/oauth/%72egister',
      '/%6fauth/register',
      '/oauth/./register',
      '/OAuth/register',
      '/oauth/authorize/../register',
      '/oauth/reg%C4%B1ster',
    ]) {
      const sent = await fetchPath(app().url, path, { method: 'POST', json: METADATA })
      assert.equal(sent.status, 404, path)
    }
    assert.equal((await postJson(`${app().url}/oauth/register`, METADATA)).status, 201)
  })

  it('refuses a wrong resource in another spelling', async () => {
    const { client, refreshToken } = await newTokens(app())
    for (const path of ['/oauth/Token', '/oauth/token/']) {
      const form = { grant_type: 'refresh_token', client_id: client.clientId, refresh_token: refreshToken }
      const sent = await fetchPath(app().url, path, {
        method: 'POST',
        form: { ...form, resource: 'https://evil.test' },
      })
      assert.equal(sent.status, 404, path)
    }
    assert.equal((await refresh(app().url, client, refreshToken)).status, 200)
  })

  it('returns 404 when it does not exist', async () => {
    for (const path of ['/oauth/session/end', '/oauth/sign-in', '/oauth/nothing', '/oauth/'])
      assert.equal((await fetchPath(app().url, path)).status, 404, path)
    assert.equal((await fetchPath(app().url, '/oauth/token')).status, 404)
  })
})

describe('too many requests', () => {
  it('for a code are limited per IP address, and store nothing', async () => {
    const client = await register(app().url)
    const { db } = app().database
    await db.rows(`delete from oauth_records`)
    const address = authorizeUrl(app().url, client, newPkce().challenge)
    const statuses = await statusesOf(80, () => openBrowser(app().url).visit(address))
    assert.equal(statuses.filter((status) => status === 303).length, 60)
    assert.equal(statuses.filter((status) => status === 429).length, 20)
    const refused = await openBrowser(app().url).visit(address)
    assert.match(refused.text, /Too many attempts/)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    const [kept] = await db.rows<{ count: number }>(`select count(*) from oauth_records`)
    assert.equal(kept!.count, 60)
  })

  it('for tokens are limited per IP address, with an OAuth error', async () => {
    const client = await register(app().url)
    const first = await refresh(app().url, client, 'made-up')
    assert.equal(first.body.error, 'invalid_grant')
    const { db } = app().database
    await db.rows(`update oauth_windows set used = 600 where key = sha256('tokens 127.0.0.1'::bytea)`)
    const response = await fetch(`${app().url}/oauth/token`, { method: 'POST', body: new URLSearchParams() })
    assert.equal(response.status, 429)
    assert.ok(Number(response.headers.get('retry-after')) >= 1)
    const body = (await response.json()) as { error: string; error_description: string }
    assert.equal(body.error, 'slow_down')
    assert.match(body.error_description, /Too many attempts/)
    const revoked = await fetch(`${app().url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams() })
    assert.equal(revoked.status, 429)
  })

  it('never fill the database with unfinished sign-ins', async () => {
    const { db } = app().database
    await db.rows(
      `insert into oauth_records (kind, id, sealed, expires_at)
       select 'Interaction', sha256(('old ' || n)::bytea), '', now() + interval '19 minutes' - n * interval '1 ms'
       from generate_series(1, 10050) n`,
    )
    const client = await register(app().url)
    for (let turn = 0; turn < 2; turn += 1)
      await openBrowser(app().url).open(authorizeUrl(app().url, client, newPkce().challenge))
    const [left] = await db.rows<{ count: number }>(
      `select count(*) from oauth_records where kind = 'Interaction'`,
    )
    assert.ok(left!.count <= 10_002, `${left!.count}`)
    await db.rows(`delete from oauth_records`)
  })

  it('for metadata documents are refused as such, not as a defect', async () => {
    const ask = (turn: number) =>
      openBrowser(app().url).visit(
        authorizeUrl(
          app().url,
          { clientId: `https://192.0.2.1/${turn}`, redirectUri: 'https://client.test/cb' },
          newPkce().challenge,
        ),
      )
    await ask(0)
    await app().database.db.rows(
      `update oauth_windows set used = 30 where key = sha256('documents 127.0.0.1'::bytea)`,
    )
    const refused = await ask(1)
    assert.equal(refused.status, 429)
    assert.match(refused.text, /Too many attempts/)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  })

  it('cannot make a request for a code larger than it needs to be', async () => {
    const client = await register(app().url)
    const address = authorizeUrl(app().url, client, newPkce().challenge, { state: 'x'.repeat(9_000) })
    const refused = await openBrowser(app().url).visit(address)
    assert.equal(refused.status, 400)
    assert.equal(refused.headers.get('location'), null)
  })
})
