import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useSharedApp } from '../support/app.ts'

const app = useSharedApp()

it('makes a limited key with the form of the console, and shows its limits', async () => {
  const { key } = await app().team()
  const opened = await app().call('/v2/browser', { json: {} })
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  const run = async (code: string): Promise<string> => {
    const { body } = await app().call(`/v2/browser/${opened.body.id}/execute`, {
      json: { code, language: 'node', timeout: 60 },
    })
    assert.equal(body.success, true, JSON.stringify(body))
    return body.result
  }
  const listed = await run(`
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(${JSON.stringify(app().url)})
    await page.fill('#key', ${JSON.stringify(key)})
    await page.click('text=Use this key')
    await page.waitForSelector('#keyList [role=listitem]')
    await page.fill('#createName', 'nightly import')
    await page.click('#createLimits summary')
    await page.fill('#createExpiry', '2999-01-31T12:00')
    await page.fill('#createIps', '127.0.0.1, 2001:db8::/32')
    await page.check('input[name=scope][value=scrape]')
    await page.check('input[name=scope][value=search]')
    await page.click('text=Create a key')
    await page.waitForSelector('#keyList [role=listitem] >> nth=1')
    await page.textContent('#keyList [role=listitem] >> nth=1')`)
  assert.match(listed, /nightly import/)
  assert.match(listed, /expires Jan 31, 2999.*scopes: scrape, search.*only from 127\.0\.0\.1, 2001:db8::\/32/)
  const fits = await run(
    `await page.evaluate(() => String(document.documentElement.scrollWidth <= innerWidth))`,
  )
  assert.equal(fits, 'true')
  const made = await run(`await page.textContent('#createdKey')`)
  assert.equal((await app().call('/v2/team/credit-usage', { key: made })).status, 403)
  await app().call(`/v2/browser/${opened.body.id}`, { method: 'DELETE' })
})
