import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser } from '../../src/browser/browser.ts'
import { testBadPages } from '../support/bad-pages.ts'
import { startBrowserPages } from '../support/browser-pages.ts'
import type { BrowserPages } from '../support/browser-pages.ts'
import { openTestBrowser, textOf } from '../support/test-browser.ts'
import type { VisitPage } from '../support/test-browser.ts'

const stack = new AsyncDisposableStack()
let site: BrowserPages
let browser: Browser
let see: VisitPage

before(async () => {
  site = stack.use(await startBrowserPages())
  ;({ browser, visitPage: see } = stack.use(await openTestBrowser(site)))
})
after(() => stack.disposeAsync())

describe('a page that behaves badly', () => {
  testBadPages('quick', () => ({ site, browser, see }))

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
