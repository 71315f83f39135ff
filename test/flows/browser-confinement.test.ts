import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Confinement } from '../../src/egress/egress.ts'
import { startBrowserPages } from '../support/browser-pages.ts'
import type { BrowserPages } from '../support/browser-pages.ts'
import { isFault } from '../support/is-fault.ts'
import { openTestBrowser } from '../support/test-browser.ts'
import type { VisitPage } from '../support/test-browser.ts'

const stack = new AsyncDisposableStack()
let site: BrowserPages
let other: BrowserPages
let see: VisitPage

before(async () => {
  other = stack.use(await startBrowserPages({ host: '127.0.0.2' }))
  site = stack.use(await startBrowserPages({ otherUrl: other.url }))
  ;({ visitPage: see } = stack.use(await openTestBrowser(site)))
  // The first visit waits until the browser is there, which may take long.
  await see('/html', {}, 120_000)
})
after(() => stack.disposeAsync())

const toSite = (): Confinement => ({ sites: [site.url] })

/** What the other site was asked for meanwhile. */
async function askedOfOther(visit: () => Promise<unknown>): Promise<string[]> {
  const before = other.requests.length
  await visit()
  return other.requests.slice(before).map(({ path }) => path)
}

describe('a confined tab', () => {
  test('shows a page of its site, wherever the parts of that come from', async () => {
    const asked = await askedOfOther(async () => {
      assert.match((await see('/frames', { confinement: toSite() })).html, /other site/)
    })
    assert.deepEqual(asked, ['/other-frame'])
    const { url } = await see('/redirect?/script', { confinement: toSite() })
    assert.equal(url, `${site.url}/script`)
  })

  test('gives no password to a site that asks for one', async () => {
    const before = site.requests.length
    await see('/login', { confinement: toSite() })
    const asked = site.requests.slice(before)
    assert.ok(asked.length > 0)
    assert.deepEqual(
      asked.map(({ headers }) => headers.authorization ?? headers['proxy-authorization']),
      asked.map(() => undefined),
    )
  })

  const ways: Record<string, () => string> = {
    'a redirect': () => `/redirect?${other.url}/script`,
    'a redirect behind a redirect': () => `/redirect?/redirect?${other.url}/script`,
    'a refresh': () => '/refresh-away',
    'a script': () => '/location-away',
    'a form that a script sends': () => '/post-away',
  }
  for (const [what, path] of Object.entries(ways)) {
    test(`is not led away by ${what}`, async () => {
      const refused = isFault('SCRAPE_OUTSIDE_CONSTRAINT', /127\.0\.0\.2/)
      assert.deepEqual(
        await askedOfOther(() => assert.rejects(see(path(), { confinement: toSite() }), refused)),
        [],
      )
    })
  }

  test('does not even go to another page of the same site when it may visit one page only', async () => {
    const confinement = { urls: [`${site.url}/location`] }
    const before = site.requests.length
    await assert.rejects(see('/location', { confinement }), isFault('SCRAPE_OUTSIDE_CONSTRAINT', /\/script/))
    assert.deepEqual(
      site.requests.slice(before).map(({ path }) => path),
      ['/location'],
    )
    await assert.rejects(see('/html', { confinement }), isFault('SCRAPE_OUTSIDE_CONSTRAINT'))
  })

  for (const path of ['/ahead', '/ahead-by-header']) {
    test(`fetches no other page ahead: ${path}`, async () => {
      const confinement = { urls: [site.url + path] }
      const before = site.requests.length
      const asked = await askedOfOther(async () => {
        assert.match((await see(path, { confinement, waitForMs: 500 })).html, /where you will go next/)
      })
      assert.deepEqual(asked, [])
      assert.deepEqual(
        site.requests.slice(before).map((request) => request.path),
        [path],
      )
    })
  }

  test('does not follow a link that is clicked', async () => {
    const clicks = ['#link', '#popup']
    for (const selector of clicks) {
      const visit = () =>
        see('/way-away', { confinement: toSite(), actions: [{ type: 'click', selector, all: false }] }).catch(
          isFault('SCRAPE_OUTSIDE_CONSTRAINT'),
        )
      assert.deepEqual(await askedOfOther(visit), [], selector)
    }
  })
})
