import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { deleteExpired } from '../../src/store/housekeeping/housekeeping.ts'
import { useApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const opened: { id: string; key: string | undefined }[] = []
// Runs before the app's own check for leftovers.
afterEach(async () => {
  for (const { id, key } of opened.splice(0)) await close(id, key)
})
const app = useApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

const FORM = `<title>Form</title><h1>Sign in</h1>
  <form onsubmit="return false"><label>User <input id=user></label>
  <label>Password <input id=secret type=password></label>
  <button onclick="state.textContent = 'Hello ' + user.value">Sign in</button></form><p id=state></p>`

const pageOf = (html: string) => new URL(`${site.url}/page?html=${encodeURIComponent(html)}`).href
const close = (id: string, key?: string) =>
  app().call(`/v2/browser/${id}`, { method: 'DELETE', ...(key && { key }) })

async function open(json: object, key?: string): Promise<string> {
  const { status, body } = await app().call('/v2/browser', { json, ...(key && { key }) })
  assert.equal(status, 200, JSON.stringify(body))
  opened.push({ id: body.id, key })
  return body.id
}

async function execute(id: string, code: string, language = 'node') {
  const { body } = await app().call(`/v2/browser/${id}/execute`, { json: { code, language } })
  assert.equal(body.success, true, JSON.stringify(body))
  return body
}

const replay = (id: string, key?: string, base = 'browser') =>
  app().call(`/v2/${base}/${id}/replay`, { ...(key && { key }) })

async function isPicture(url: string): Promise<boolean> {
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return (
    response.headers.get('content-type') === 'image/jpeg' && bytes.subarray(0, 2).toString('hex') === 'ffd8'
  )
}

describe('a recorded session', () => {
  it('shows the actions of programs, with a screenshot after each, also after the session ended', async () => {
    const id = await open({ recordSession: true })
    await execute(
      id,
      `await page.goto(${JSON.stringify(pageOf(FORM))})
       await page.fill('#user', 'Ann')
       await page.getByLabel('Password').fill('s3cret-word')
       await page.locator('#secret').pressSequentially('-more')
       await page.focus('#secret'); await page.keyboard.type('typed-too')
       await page.getByRole('button', { name: 'Sign in' }).click()
       await page.title()
       await page.click('#nowhere', { timeout: 100 }).catch(() => {})`,
    )
    await execute(id, `page fill '#secret' from-bash`, 'bash')
    const { status, body } = await replay(id)
    assert.deepEqual(
      [status, body.success, body.id, body.status, body.truncated],
      [200, true, id, 'active', false],
    )
    const told = body.steps.map(({ type, target, value }: Record<string, string>) => [type, target, value])
    assert.deepEqual(told, [
      ['goto', undefined, pageOf(FORM)],
      ['fill', '#user', 'Ann'],
      ['fill', "getByLabel('Password')", '••••'],
      ['pressSequentially', "locator('#secret')", '••••'],
      ['keyboard.type', undefined, '••••'],
      ['click', "getByRole('button', { name: 'Sign in' })", undefined],
      ['click', '#nowhere', undefined],
      ['fill', '#secret', '••••'],
    ])
    assert.match(body.steps[0].effect, /^opened http/)
    assert.match(body.steps[6].error, /Timeout 100ms/)
    for (const { at, url, picture } of body.steps) {
      assert.ok(Date.parse(at) <= Date.now())
      assert.equal(url, pageOf(FORM))
      assert.ok(await isPicture(picture))
    }
    assert.doesNotMatch(JSON.stringify(body), /s3cret-word|typed-too|from-bash/)
    await close(id)
    const later = await replay(id, undefined, 'interact')
    assert.deepEqual([later.status, later.body.status, later.body.steps.length], [200, 'destroyed', 8])
    assert.ok(Date.parse(later.body.expiresAt) > Date.now() + 23 * 3600_000)
  })

  it('shows the actions of a prompt, without its secrets', async () => {
    const { body: scraped } = await app().call('/v2/scrape', { json: { url: pageOf(FORM) } })
    const scrapeId = scraped.data.metadata.scrapeId as string
    const { body } = await app().call(`/v2/scrape/${scrapeId}/interact`, {
      json: {
        prompt: 'Type "Ann" into User, type "s3cret-word" into Password, then click the "Sign in" button',
        recordSession: true,
      },
    })
    opened.push({ id: body.sessionId, key: undefined })
    assert.equal(body.success, true, JSON.stringify(body))
    const { body: recorded } = await replay(body.sessionId)
    const told = recorded.steps.map(({ type, target, value }: Record<string, string>) => [
      type,
      target,
      value,
    ])
    assert.deepEqual(told, [
      ['fill', 'textbox "User"', 'Ann'],
      ['fill', 'textbox "Password"', '••••'],
      ['click', 'button "Sign in"', undefined],
    ])
    for (const { picture } of recorded.steps) assert.ok(await isPicture(picture))
  })

  it('is 404 for another team, without a recording, or after expiry', async () => {
    const id = await open({ recordSession: true })
    const { key } = await app().team({ credits: 100 })
    const [foreign, unknown] = [await replay(id, key), await replay(randomUUID())]
    assert.deepEqual([foreign.status, foreign.body.error], [404, unknown.body.error])
    const silent = await replay(await open({}))
    assert.equal(silent.status, 404)
    assert.match(silent.body.error, /recordSession/)
    await execute(id, `await page.goto(${JSON.stringify(pageOf(FORM))})`)
    assert.equal((await replay(id)).body.steps.length, 1)
    const { db } = app().database
    await db.rows(`update recordings set expires_at = now()`)
    assert.equal((await replay(id)).status, 404)
    await deleteExpired(db)
    assert.deepEqual(await db.rows(`select from recordings`), [])
    assert.deepEqual(await db.rows(`select from recorded_steps where session_id = $1`, [id]), [])
  })

  it('is refused under zero data retention', async () => {
    const { id, key } = await app().team({ credits: 100 })
    const { body: scraped } = await app().call('/v2/scrape', { json: { url: pageOf(FORM) }, key })
    await app().admin(`/teams/${id}`, { method: 'PATCH', json: { zeroDataRetention: true } })
    const browser = await app().call('/v2/browser', { json: { recordSession: true }, key })
    assert.deepEqual([browser.status, /zero data retention/.test(browser.body.error)], [400, true])
    const wish = { code: '1', recordSession: true }
    const path = `/v2/scrape/${scraped.data.metadata.scrapeId}/interact`
    const interact = await app().call(path, { json: wish, key })
    assert.deepEqual([interact.status, /zero data retention/.test(interact.body.error)], [400, true])
    const unrecorded = await open({}, key)
    assert.equal((await replay(unrecorded, key)).status, 404)
  })
})
