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
  // The first visit waits until the browser is there, which may take long.
  await see('/html', {}, 120_000)
})
after(() => stack.disposeAsync())

/** A checker for which everything on some hosts is as bad as can be, and which remembers what it was asked about. */
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

/** What the other site was asked for meanwhile. */
async function askedOfOther(visit: () => Promise<unknown>): Promise<string[]> {
  const before = other.requests.length
  await visit()
  return other.requests.slice(before).map(({ path }) => path)
}

const blocked = isFault('unsafe_domain_blocked', /127\.0\.0\.2.*risk score of 100/)

describe('a tab with a screen', () => {
  test('asks about its page, once, and shows it', async () => {
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
    test(`is not led to a blocked page by ${what}`, async () => {
      const { screen } = screening()
      assert.deepEqual(await askedOfOther(() => assert.rejects(see(path(), { screen }), blocked)), [])
    })
  }

  test('does not follow a link to a blocked page that is clicked', async () => {
    const { screen } = screening()
    const click = (selector: string) => [{ type: 'click' as const, selector, all: false }]
    const visit = () => assert.rejects(see('/way-away', { screen, actions: click('#link') }), blocked)
    assert.deepEqual(await askedOfOther(visit), [])
    assert.deepEqual(await askedOfOther(() => see('/way-away', { screen, actions: click('#popup') })), [])
  })

  test('leaves a frame out that is blocked, and says so', async () => {
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
    test(`lets no frame of another site lead itself to a blocked page: ${path}`, async () => {
      const { screen, asked } = screening(['127.0.0.3'])
      const before = third.requests.length
      const { html, warnings } = await see(path, { screen, waitForMs: 500 })
      assert.match(html, /outside/)
      assert.deepEqual(third.requests.slice(before), [])
      assert.ok(asked.includes(`${third.url}/script`))
      assert.match(warnings.join(' '), /frame.*left out.*127\.0\.0\.3/)
    })
  }

  test('loads no parts from a domain that is listed, and asks nobody about parts', async () => {
    const { screen, asked } = screening([], { blacklist: ['127.0.0.2'] })
    const fetched = await askedOfOther(async () => {
      const { html, warnings } = await see('/third-party', { screen })
      assert.match(html, /text/)
      assert.match(warnings.join(' '), /left out parts/)
    })
    assert.deepEqual([fetched, asked], [[], [`${site.url}/third-party`]])
  })

  test('reaches a domain that is listed by no other way either', async () => {
    const { screen } = screening([], { mode: 'off', blacklist: ['127.0.0.2'] })
    const ways = () => askedOfOther(() => see('/other-ways', { screen, waitForMs: 700 }))
    assert.deepEqual(await ways(), [])
    // They are ways where nothing is listed.
    const asked = await askedOfOther(() => see('/other-ways', { waitForMs: 700 }))
    assert.deepEqual(asked.toSorted(), ['/by-shared-worker', '/by-worker', '/socket'])
  })

  for (const path of ['/ahead', '/ahead-by-header']) {
    test(`fetches no page ahead that nobody was asked about: ${path}`, async () => {
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
