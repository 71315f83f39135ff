import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { runAdmin } from '../../src/admin/admin.ts'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { authorizeUrl, hiddenFields, newPkce, openBrowser, register } from '../support/oauth-browser.ts'
import { codeFor, newTokens, newUser, useOAuthApp, useTools } from '../support/oauth-flow.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useOAuthApp()

async function signInPage(service: TestApp) {
  const client = await register(service.url)
  const browser = openBrowser(service.url)
  return { browser, page: await browser.open(authorizeUrl(service.url, client, newPkce().challenge)) }
}

/** What differs between two sign-ins whoever it is. */
function shape(text: string, email: string): string {
  return text.replaceAll(email, 'EMAIL').replaceAll(/name="form" value="[^"]+"/g, '')
}

describe('signing in', () => {
  it('shows the same page to an address that nobody has', async () => {
    const user = await newUser(app())
    const pages = []
    for (const email of [user.email, 'nobody@example.com']) {
      const { browser, page } = await signInPage(app())
      const asked = await browser.submit(page, { step: 'email', email: ` ${email.toUpperCase()} ` })
      const wrong = await browser.submit(asked, { step: 'code', code: '12345678' })
      assert.match(wrong.text, /not right/)
      pages.push([asked.status, shape(asked.text, email), wrong.status, shape(wrong.text, email)])
    }
    assert.deepEqual(pages[0], pages[1])
    assert.deepEqual(await app().database.db.rows(`select from sign_in_codes`), [])
  })

  it('takes a code once, within ten minutes and five tries', async () => {
    const user = await newUser(app())
    const { db } = app().database
    const enter = async (code: string) => {
      const { browser, page } = await signInPage(app())
      const asked = await browser.submit(page, { step: 'email', email: user.email })
      return browser.submit(asked, { step: 'code', email: user.email, code })
    }
    const good = await codeFor(app(), user.email)
    assert.match((await enter(`${good.slice(0, 4)} ${good.slice(4)}`)).text, /value="allow"/)
    assert.match((await enter(good)).text, /not right/)

    const late = await codeFor(app(), user.email)
    await db.rows(`update sign_in_codes set expires_at = expires_at - interval '10 minutes'`)
    assert.match((await enter(late)).text, /not right/)

    await db.rows(`delete from oauth_windows`)
    const guessed = await codeFor(app(), user.email)
    for (let turn = 0; turn < 3; turn += 1) assert.match((await enter(`wrong ${turn}`)).text, /not right/)
    const { browser, page } = await signInPage(app())
    const asked = await browser.submit(page, { step: 'email', email: user.email })
    for (let turn = 3; turn < 5; turn += 1)
      assert.match((await browser.submit(asked, { step: 'code', code: `wrong ${turn}` })).text, /not right/)
    assert.match((await browser.submit(asked, { step: 'code', code: guessed })).text, /not right/)

    const next = await codeFor(app(), user.email)
    assert.match((await browser.submit(asked, { step: 'code', code: next })).text, /value="allow"/)
  })

  it('cannot be made impossible for somebody by whoever knows the address', async () => {
    const from = (browser: ReturnType<typeof openBrowser>, address: string) => ({
      send: (page: Awaited<ReturnType<typeof browser.open>>, typed: Record<string, string>) =>
        browser.visit(page.url, { ...hiddenFields(page), ...typed }, { 'x-forwarded-for': address }),
    })
    await using proxied = await startTestApp({ WINNOW_TRUSTED_PROXIES: '127.0.0.1' })
    const victim = await newUser(proxied)
    const theirs = await signInPage(proxied)
    const attacker = from(theirs.browser, '198.51.100.1')
    const statuses = []
    for (let turn = 0; turn < 8; turn += 1)
      statuses.push((await attacker.send(theirs.page, { step: 'email', email: victim.email })).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429])
    const code = await codeFor(proxied, victim.email)
    for (let turn = 0; turn < 25; turn += 1)
      await attacker.send(theirs.page, { step: 'code', email: victim.email, code: `wrong ${turn}` })
    const own = await signInPage(proxied)
    const person = from(own.browser, '203.0.113.7')
    assert.equal((await person.send(own.page, { step: 'email', email: victim.email })).status, 200)
    const done = await person.send(own.page, { step: 'code', email: victim.email, code })
    assert.equal(done.status, 303, done.text)
  })

  it('is refused when it is tried too often, for known and unknown addresses', async () => {
    const user = await newUser(app())
    for (const email of [user.email, 'nobody@example.com']) {
      const { browser, page } = await signInPage(app())
      const statuses = []
      for (let turn = 0; turn < 7; turn += 1)
        statuses.push((await browser.submit(page, { step: 'email', email })).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429])
    }
  })

  it('takes the administration key, and nothing else, for the operator', async () => {
    const { browser, page } = await signInPage(app())
    for (const key of ['', 'wrong', (await app().team()).key])
      assert.match((await browser.submit(page, { step: 'operator', key })).text, /not the administration key/)
  })

  it('tells who has to be asked for a code where no mail is sent', async () => {
    const { browser, page } = await signInPage(app())
    const asked = await browser.submit(page, { step: 'email', email: 'a@example.com' })
    assert.match(asked.text, /winnow admin login-code/)
  })
})

describe('the operator', () => {
  const settings = () => ({
    dataDir: '/nonexistent',
    databaseUrl: app().database.url,
    secret: 'a-root-secret-for-tests',
  })
  async function run(...words: string[]) {
    let out = ''
    await runAdmin([...words, '--json'], settings, { write: (text: string) => (out += text) })
    return JSON.parse(out) as Record<string, string>
  }

  it('adds users, makes codes for them that work, lists and removes them', async () => {
    const team = await app().team()
    const user = await run('add', 'user', '--team', team.id, '--email', 'Ann@Example.com')
    assert.equal(user.email, 'ann@example.com')
    const { code } = await run('login-code', 'ann@example.com')
    assert.match(code!, /^\d{8}$/)
    const { browser, page } = await signInPage(app())
    const asked = await browser.submit(page, { step: 'email', email: 'ann@example.com' })
    assert.match((await browser.submit(asked, { step: 'code', code: code! })).text, /value="allow"/)
    const listed = (await run('list', 'users', '--team', team.id)) as unknown as { email: string }[]
    assert.deepEqual(
      listed.map(({ email }) => email),
      ['ann@example.com'],
    )
    await run('remove', 'user', user.id!, '--team', team.id)
    await assert.rejects(run('login-code', 'ann@example.com'), /Nobody with the address/)
  })

  it('lists what users connected, and ends one of it', async () => {
    const user = await newUser(app())
    const { access } = await newTokens(app(), { user })
    const listed = await run('list', 'connections', '--team', user.teamId)
    const [connection] = listed as unknown as { id: string; email: string; clientName: string }[]
    assert.deepEqual([connection!.email, connection!.clientName], [user.email, 'A program'])
    await run('remove', 'connection', connection!.id, '--team', user.teamId)
    assert.equal((await useTools(app(), `Bearer ${access}`)).status, 401)
    await assert.rejects(run('remove', 'connection', connection!.id, '--team', user.teamId), /no connection/)
  })

  it('does the same over HTTP', async () => {
    const team = await app().team()
    const path = `/teams/${team.id}/users`
    assert.equal((await app().admin(path, { json: { email: 'no address' } })).status, 400)
    const { body } = await app().admin(path, { json: { email: 'Bob@Example.com' } })
    const again = await app().admin(path, { json: { email: 'bob@example.com' } })
    assert.equal(again.body.id, body.id)
    assert.equal((await app().admin(path)).body.data.length, 1)
    assert.equal((await app().admin(`${path}/${body.id}`, { method: 'DELETE' })).status, 200)
    assert.equal((await app().admin(`${path}/${body.id}`, { method: 'DELETE' })).status, 404)
    const nowhere = '/teams/00000000-0000-7000-8000-000000000000/users'
    assert.equal((await app().admin(nowhere, { json: { email: 'bob@example.com' } })).status, 404)
  })
})

describe('a code by mail', () => {
  const mails: string[] = []
  let mailing: TestApp
  const server = createServer((socket) => {
    let isText = false
    let text = ''
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      const said = bytes.toString()
      if (isText) {
        text += said
        if (!text.endsWith('\r\n.\r\n')) return
        mails.push(text)
        isText = false
        text = ''
        return void socket.write('250 taken\r\n')
      }
      if (/^DATA/i.test(said)) {
        isText = true
        return void socket.write('354 go on\r\n')
      }
      socket.write(/^QUIT/i.test(said) ? '221 bye\r\n' : '250 fine\r\n')
    })
  })
  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    mailing = await startTestApp({
      WINNOW_ALLOWED_TARGETS: '',
      WINNOW_SMTP_URL: `smtp://127.0.0.1:${port}`,
      WINNOW_SMTP_FROM: 'Winnow <winnow@example.com>',
    })
  })
  after(async () => {
    await mailing[Symbol.asyncDispose]()
    server.close()
  })

  it('reaches a user of a team and nobody else, and is good in the browser that asked', async () => {
    const user = await newUser(mailing)
    const { browser, page } = await signInPage(mailing)
    await browser.submit(page, { step: 'email', email: 'nobody@example.com' })
    const asked = await browser.submit(page, { step: 'email', email: user.email })
    assert.match(asked.text, /is on its way/)
    assert.doesNotMatch(asked.text, /login-code/)
    await waitUntil(() => mails.length > 0)
    const [mail = ''] = mails
    assert.match(mail, new RegExp(`^To: ${user.email}`, 'm'))
    assert.match(mail, /^From: Winnow <winnow@example.com>/m)
    const [code] = /^ {4}(\d{8})/m.exec(mail)!.slice(1)
    const elsewhere = await signInPage(mailing)
    const other = await elsewhere.browser.submit(elsewhere.page, { step: 'email', email: user.email })
    await waitUntil(() => mails.length > 1)
    assert.match((await elsewhere.browser.submit(other, { step: 'code', code: code! })).text, /not right/)
    assert.match((await browser.submit(asked, { step: 'code', code: code! })).text, /value="allow"/)
    assert.equal(mails.length, 2)
  })

  it('takes as long for an address that somebody has as for any other: nothing is waited for that differs', async () => {
    const user = await newUser(mailing)
    const { db } = mailing.database
    const { browser, page } = await signInPage(mailing)
    const sent = mails.length
    const asked = await db.transaction(async (tx) => {
      await tx.rows(`lock table sign_in_codes in access exclusive mode`)
      return browser.submit(page, { step: 'email', email: user.email })
    })
    assert.equal(asked.status, 200)
    await waitUntil(() => mails.length > sent)
    const wrong = await db.transaction(async (tx) => {
      await tx.rows(`lock table sign_in_codes in share mode`)
      return browser.submit(asked, { step: 'code', code: '00000000' })
    })
    assert.match(wrong.text, /not right/)
  })
})
