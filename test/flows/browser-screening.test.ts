import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ThreatPolicy } from '../../src/contract/threat-protection.ts'
import type { Screen } from '../../src/egress/egress.ts'
import { createScreening } from '../../src/screening/screening.ts'
import { startBrowserPages } from '../support/browser-pages.ts'
import type { BrowserPages } from '../support/browser-pages.ts'
import { isFault } from '../support/is-fault.ts'
import { openTestBrowser } from '../support/test-browser.ts'
import type { VisitPage } from '../support/test-browser.ts'

const stack = new AsyncDisposableStack()
let site: BrowserPages
let other: BrowserPages
let third: BrowserPages
let see: VisitPage

before(async () => {
  third = stack.use(await startBrowserPages({ host: '127.0.0.3' }))
  other = stack.use(await startBrowserPages({ host: '127.0.0.2', otherUrl: third.url }))
  site = stack.use(await startBrowserPages({ otherUrl: other.url }))
  ;({ visitPage: see } = stack.use(await openTestBrowser(site)))
  // The first visit waits for the start of the browser, which may take long.
  await see('/html', {}, 120_000)
})
after(() => stack.disposeAsync())

/** A checker that rates some hosts as maximally risky, and records the URLs it was asked about. */
function screening(
  bad = ['127.0.0.2'],
  policy: Partial<ThreatPolicy> = {},
): { screen: Screen; asked: string[] } {
  const asked: string[] = []
  const rate = async (url: string) => {
    asked.push(url)
    return { score: bad.includes(new URL(url).hostname) ? 100 : 0, categories: [] }
  }
  return { screen: createScreening(rate)(ThreatPolicy.parse(policy)), asked }
}

/** The requests to the other site during a visit. */
async function askedOfOther(visit: () => Promise<unknown>): Promise<string[]> {
  const before = other.requests.length
  await visit()
  return other.requests.slice(before).map(({ path }) => path)
}

const blocked = isFault('unsafe_domain_blocked', /127\.0\.0\.2.*risk score of 100/)

describe('a tab with a screen', () => {
  test('checks its page, once, and shows it', async () => {
    const { screen, asked } = screening()
    const { html, warnings, isWithheld } = await see('/html', { screen })
    assert.match(html, /A page/)
    assert.deepEqual([asked, warnings, isWithheld], [[`${site.url}/html`], [], false])
  })

  const ways: Record<string, () => string> = {
    'a redirect': () => `/redirect?${other.url}/script`,
    'a redirect behind a redirect': () => `/redirect?/redirect?${other.url}/script`,
    'a refresh': () => '/refresh-away',
    'a script': () => '/location-away',
    'a form that a script sends': () => '/post-away',
  }
  for (const [what, path] of Object.entries(ways)) {
    test(`does not reach a blocked page by ${what}`, async () => {
      const { screen } = screening()
      assert.deepEqual(await askedOfOther(() => assert.rejects(see(path(), { screen }), blocked)), [])
    })
  }

  test('does not follow a clicked link to a blocked page', async () => {
    const { screen } = screening()
    const click = (selector: string) => [{ type: 'click' as const, selector, all: false }]
    const visit = () => assert.rejects(see('/way-away', { screen, actions: click('#link') }), blocked)
    assert.deepEqual(await askedOfOther(visit), [])
    assert.deepEqual(await askedOfOther(() => see('/way-away', { screen, actions: click('#popup') })), [])
  })

  test('leaves a blocked frame out, and reports it', async () => {
    const { screen } = screening()
    const asked = await askedOfOther(async () => {
      const { html, warnings, isWithheld } = await see('/frames', { screen })
      assert.match(html, /inner text/)
      assert.doesNotMatch(html, /other site/)
      assert.match(warnings.join(' '), /frame.*left out.*Threat protection blocked.*127\.0\.0\.2/)
      assert.equal(isWithheld, true)
    })
    assert.deepEqual(asked, [])
  })

  for (const path of ['/frame-led-away', '/frame-redirected-away']) {
    test(`prevents a frame of another site from navigating to a blocked page: ${path}`, async () => {
      const { screen, asked } = screening(['127.0.0.3'])
      const before = third.requests.length
      const { html, warnings } = await see(path, { screen, waitForMs: 500 })
      assert.match(html, /outside/)
      assert.deepEqual(third.requests.slice(before), [])
      assert.ok(asked.includes(`${third.url}/script`))
      assert.match(warnings.join(' '), /frame.*left out.*127\.0\.0\.3/)
    })
  }

  test('loads no resources from a listed domain, and does not check resources', async () => {
    const { screen, asked } = screening([], { blacklist: ['127.0.0.2'] })
    const fetched = await askedOfOther(async () => {
      const { html, warnings } = await see('/third-party', { screen })
      assert.match(html, /text/)
      assert.match(warnings.join(' '), /left out parts/)
    })
    assert.deepEqual([fetched, asked], [[], [`${site.url}/third-party`]])
  })

  test('reaches a listed domain in no other way', async () => {
    const { screen } = screening([], { mode: 'off', blacklist: ['127.0.0.2'] })
    const ways = () => askedOfOther(() => see('/other-ways', { screen, waitForMs: 700 }))
    assert.deepEqual(await ways(), [])
    // These requests succeed without a list.
    const asked = await askedOfOther(() => see('/other-ways', { waitForMs: 700 }))
    assert.deepEqual(asked.toSorted(), ['/by-shared-worker', '/by-worker', '/socket'])
  })

  for (const path of ['/ahead', '/ahead-by-header']) {
    test(`prefetches no page that was not checked: ${path}`, async () => {
      const { screen, asked } = screening()
      const before = site.requests.length
      const fetched = await askedOfOther(async () => {
        assert.match((await see(path, { screen, waitForMs: 500 })).html, /where you will go next/)
      })
      const own = site.requests.slice(before).map((request) => request.path)
      assert.deepEqual([fetched, own, asked], [[], [path], [site.url + path]])
    })
  }
})
