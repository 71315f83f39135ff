import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser } from '../../src/browser/browser.ts'
import { Fault } from '../../src/fault.ts'
import { ENDLESS_SOURCES, HOSTILE_SOURCES, OVERFLOWING_SOURCES } from '../support/browser-page-sources.ts'
import { startBrowserPages } from '../support/browser-pages.ts'
import type { BrowserPages } from '../support/browser-pages.ts'
import { openTestBrowser, textOf } from '../support/visiting.ts'
import type { See } from '../support/visiting.ts'

const stack = new AsyncDisposableStack()
let site: BrowserPages
let browser: Browser
let see: See

before(async () => {
  site = stack.use(await startBrowserPages())
  ;({ browser, see } = stack.use(await openTestBrowser(site)))
})
after(() => stack.disposeAsync())

/** What else a page is expected to give. */
const EXTRA: Record<string, (html: string, warnings: string) => void> = {
  '/alert': (html) => assert.match(html, /went on/),
  '/giant': (html) => assert.equal(html.match(/<b><\/b>/g)?.length, 300_000),
  '/deep': (html) => assert.match(html, />bottom</),
  '/deep-shadows': (html) => assert.match(html, />innermost</),
  '/clobbered': (html) => assert.match(html, /<form><input name="attributes">.*in the form<\/form>/),
  '/nested-frames': (_, warnings) => assert.match(warnings, /frame/),
  '/many-frames': (_, warnings) => assert.match(warnings, /more frames/),
}

describe('a page that behaves badly', () => {
  for (const path of Object.keys(HOSTILE_SOURCES)) {
    test(`is read all the same: ${path}`, async () => {
      const { html, url, warnings } = await see(path)
      assert.match(html, /<p>reached<\/p>/)
      EXTRA[path]?.(html, warnings.join())
      assert.equal(url, site.url + path)
      assert.equal(browser.counts().openTabs, 0)
    })
  }

  for (const path of Object.keys(ENDLESS_SOURCES)) {
    test(`ends with its time: ${path}`, async () => {
      await assert.rejects(see(path, {}, 4000), (error) => {
        assert.ok(error instanceof Fault)
        assert.match(error.code, /^(SCRAPE_TIMEOUT|SCRAPE_ALL_ENGINES_FAILED)$/)
        return true
      })
      assert.match((await see('/script')).html, /row alpha/)
    })
  }

  for (const path of Object.keys(OVERFLOWING_SOURCES)) {
    test(`says more than can be heard, and ends its own visit only: ${path}`, async () => {
      await assert.rejects(see(path, {}, 60_000), (error) => error instanceof Fault)
      assert.match((await see('/script')).html, /row alpha/)
    })
  }

  test('gets no permission and no service worker', async () => {
    assert.equal(
      textOf(
        (await see('/permissions', { actions: [{ type: 'wait', selector: '#out:not(:empty)' }] })).html,
        'out',
      ),
      'denied,denied,denied',
    )
    assert.match((await see('/worker')).html, /"alpha"/)
    assert.ok(!site.requests.some(({ path }) => path === '/sw.js'))
  })

  test('is not asked for a password', async () => {
    const { status, html } = await see('/login')
    assert.equal(status, 401)
    assert.match(html, /Who are you/)
    const asked = site.requests.filter(({ path }) => path === '/login')
    assert.ok(asked.every(({ headers }) => headers.authorization === undefined))
  })

  test('reaches nothing that the gate does not let through', async () => {
    let connections = 0
    const listener = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await once(listener.listen(0, '::1'), 'listening')
    const { port } = listener.address() as AddressInfo
    const { html } = await see(`/reach?[::1]:${port}`)
    assert.match(html, /tried fetch,image,socket/)
    assert.equal(connections, 0)
    listener.close()
  })
})
