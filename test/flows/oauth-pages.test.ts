import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { codeFor, newUser, useOAuthApp } from '../support/oauth-flow.ts'
import { authorizeUrl, newPkce, redeem, register } from '../support/oauth-browser.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const app = useOAuthApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

it('lets a user sign in and consent in a real browser, which returns to the client with a code', async () => {
  const { email } = await newUser(app())
  const { verifier, challenge } = newPkce()
  const client = await register(app().url, {
    client_name: `A program ${'WithALongName'.repeat(6)}`,
    redirect_uris: [`${site.url}/article`],
  })
  const opened = await app().call('/v2/browser', { json: {} })
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  const run = async (code: string): Promise<string> => {
    const { body } = await app().call(`/v2/browser/${opened.body.id}/execute`, {
      json: { code, language: 'node', timeout: 60 },
    })
    assert.equal(body.success, true, JSON.stringify(body))
    return body.result
  }
  const isWhole = `await page.evaluate(() => String(document.documentElement.scrollWidth <= innerWidth))`
  const narrow = await run(`
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(${JSON.stringify(authorizeUrl(app().url, client, challenge))})
    ${isWhole}`)
  assert.equal(narrow, 'true')
  await run(`
    await page.fill('#email', ${JSON.stringify(email)})
    await page.click('text="Continue"')
    await page.waitForSelector('#code')`)
  const code = await codeFor(app(), email)
  const asked = await run(`
    await page.fill('#code', ${JSON.stringify(code)})
    await page.click('text="Sign in"')
    await page.waitForSelector('button[value=allow]')
    await page.textContent('main')`)
  assert.match(asked, /A program/)
  assert.match(asked, /This program runs on your own computer/)
  const at = new URL(
    await run(`
    await page.click('button[value=allow]')
    await page.waitForURL('**/article*')
    page.url()`),
  )
  assert.equal(at.searchParams.get('state'), 'some-state')
  const tokens = await redeem(app().url, client, at.searchParams.get('code')!, verifier)
  assert.equal(tokens.status, 200, JSON.stringify(tokens.body))
  await app().call(`/v2/browser/${opened.body.id}`, { method: 'DELETE' })
})
