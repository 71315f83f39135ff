import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Visit } from '../../src/browser/browser.ts'
import { startBrowserPages } from '../support/browser-pages.ts'
import type { BrowserPages } from '../support/browser-pages.ts'
import { isFault } from '../support/is-fault.ts'
import { decode, openTestBrowser, textOf } from '../support/test-browser.ts'
import type { VisitPage } from '../support/test-browser.ts'

const stack = new AsyncDisposableStack()
let site: BrowserPages
let other: BrowserPages
let secure: BrowserPages
let browser: Browser
let see: VisitPage
let visitOf: (path: string, wishes?: Partial<Visit>) => Visit

before(async () => {
  other = stack.use(await startBrowserPages({ host: '127.0.0.2' }))
  secure = stack.use(await startBrowserPages({ secure: true }))
  site = stack.use(await startBrowserPages({ otherUrl: other.url }))
  ;({ browser, visitPage: see, visitOf } = stack.use(await openTestBrowser(site)))
})
after(() => stack.disposeAsync())

describe('a page', () => {
  test('is read after its scripts ran', async () => {
    const { html, status, url, headers } = await see('/script')
    assert.match(html, /^<!DOCTYPE html><html>/)
    assert.match(html, /<p>row alpha<\/p>/)
    assert.equal(status, 200)
    assert.equal(url, `${site.url}/script`)
    assert.equal(headers['x-from'], 'pages')
  })

  test('that has nothing to show yet is waited for', async () => {
    assert.match((await see('/late')).html, /arrived late/)
  })

  test('is not taken for finished because of what stands around it', async () => {
    assert.match((await see('/behind-banner')).html, /arrived behind the banner/)
  })

  test('with little to read is given a moment for more', async () => {
    assert.match((await see('/grows-once')).html, /a later line/)
  })

  test('keeps the status and the text of an error', async () => {
    const missing = await see('/missing')
    assert.equal(missing.status, 404)
    assert.match(missing.html, /nothing here/)
    assert.equal((await see('/status-503')).status, 503)
    const { status, html } = await see('/empty-500')
    assert.deepEqual([status, html], [500, ''])
    assert.equal((await see('/no-content')).status, 204)
  })

  test('may move on by itself', async () => {
    for (const path of ['/meta-refresh', '/location', '/redirect?/script', '/post-redirect']) {
      const { url, html } = await see(path)
      assert.equal(url, `${site.url}/script`, path)
      assert.match(html, /row beta/, path)
    }
  })

  test('shows its open shadow roots, with what is put into their slots', async () => {
    const { html } = await see('/shadow')
    assert.match(
      html,
      /<my-card><h2>Title: <b slot="title">Slotted<\/b><\/h2><p>fallback<\/p><i>deep<\/i><\/my-card>/,
    )
    assert.doesNotMatch(html, /<my-card>.*<style.*<\/my-card>/)
  })

  test('shows what its frames show, whatever origin they have', async () => {
    const { html } = await see('/frames')
    assert.match(html, /<div data-frame-src="[^"]*\/inner"><p>inner text<\/p>/)
    assert.match(html, /<a href="http:\/\/127\.0\.0\.1:\d+\/inner-link">/)
    assert.match(html, /srcdoc text/)
    assert.match(html, /other site/)
    assert.doesNotMatch(html, /hidden frame/)
  })

  test('loads what it keeps for those who scroll', async () => {
    const { html } = await see('/lazy')
    assert.match(html, /appeared on scrolling/)
    assert.match(html, /src="\/picture\.gif\?placeholder"/)
    assert.ok(site.requests.some(({ path }) => path === '/picture.gif?lazy'))
    assert.match(html, /scroll position 0/)
  })

  test('is visited with the headers and cookies that the browser takes', async () => {
    const headers = { 'Set-Cookie': 'a=b', Cookie: `good=1; __Host-bad=1; long=${'x'.repeat(5000)}` }
    const { warnings } = await see('/script', { headers })
    const sent = site.requests.findLast(({ path }) => path === '/script')!.headers
    assert.equal(sent.cookie, 'good=1')
    assert.match(warnings.join(' '), /__Host-bad.*long/)
  })

  test('is waited for as long as the caller says', async () => {
    assert.match((await see('/slow-timer', { waitForMs: 1500 })).html, /after a second/)
  })

  test('has text that is well-formed', async () => {
    assert.equal(textOf((await see('/surrogates')).html, 'out'), 'a\uFFFDb')
  })

  test('is not told that a program visits it', async () => {
    const seen = JSON.parse(decode(textOf((await see('/who')).html, 'out')))
    assert.equal(seen.webdriver, false)
    assert.doesNotMatch(JSON.stringify(seen), /headless/i)
    assert.match(seen.userAgent, /Linux x86_64/)
    assert.deepEqual([seen.mobile, seen.platform, seen.width], [false, 'Linux', 1280])
    assert.deepEqual(seen.languages, ['en-US', 'en'])
    const { headers } = site.requests.find(({ path }) => path === '/who')!
    assert.doesNotMatch(JSON.stringify(headers), /headless/i)
    assert.equal(headers['accept-language'], 'en-US,en;q=0.9')
  })

  test('is seen as on a phone in the country that was asked for', async () => {
    const { html } = await see('/who', {
      mobile: true,
      location: { country: 'DE', languages: ['de-DE', 'fr'] },
    })
    const seen = JSON.parse(decode(textOf(html, 'out')))
    assert.match(seen.userAgent, /Android.* Mobile /)
    assert.deepEqual([seen.mobile, seen.platform, seen.touch], [true, 'Android', true])
    assert.ok(seen.width < 500)
    assert.deepEqual([seen.zone, seen.languages], ['Europe/Berlin', ['de-DE', 'fr']])
    assert.match(seen.position, /^52\.5/)
  })
})

describe('an address that leads to no page', () => {
  for (const path of [
    '/plain',
    '/paper',
    '/archive',
    '/attachment',
    '/data.json',
    '/picture.gif',
    '/redirect?/paper',
  ]) {
    test(`${path} is a file`, async () => {
      const visited = await browser.visit(visitOf(path), AbortSignal.timeout(20_000))
      assert.equal(visited.state, 'file')
      assert.equal(new URL(visited.url).pathname, path.replace('/redirect?', ''))
    })
  }

  for (const url of [
    'file:///etc/passwd',
    'chrome://version',
    'data:text/html,x',
    'javascript:1',
    'about:blank',
  ]) {
    test(`${url} is refused`, async () => {
      await assert.rejects(
        browser.visit(visitOf('', { url }), AbortSignal.timeout(20_000)),
        isFault('FORBIDDEN'),
      )
    })
  }

  for (const path of ['/to-file', '/to-chrome', '/to-data']) {
    test(`${path} stays where it is`, async () => {
      assert.match((await see(path)).html, /still here/)
    })
  }

  test('is the failure that plain HTTP would give', async () => {
    const cases = [
      ['http://10.0.0.1/', 'FORBIDDEN'],
      ['https://10.0.0.1/', 'FORBIDDEN'],
      ['http://name.invalid/', 'SCRAPE_DNS_RESOLUTION_ERROR'],
      ['https://name.invalid/', 'SCRAPE_DNS_RESOLUTION_ERROR'],
      [`${site.url}/redirect?http://192.168.0.1/`, 'FORBIDDEN'],
      [`${site.url}/redirect-loop`, 'SCRAPE_SITE_ERROR'],
      [`${site.url}/broken`, 'SCRAPE_SITE_ERROR'],
      [`${secure.url}/plain`, 'SCRAPE_SSL_ERROR'],
    ] as const
    for (const [url, code] of cases) {
      await assert.rejects(
        browser.visit(visitOf('', { url }), AbortSignal.timeout(20_000)),
        isFault(code),
        url,
      )
    }
    const timeout = browser.visit(visitOf('/never'), AbortSignal.timeout(1500))
    await assert.rejects(timeout, isFault('SCRAPE_TIMEOUT'))
  })

  test('accepts any certificate when told to', async () => {
    const url = `${secure.url}/html`
    assert.equal((await see('', { url, skipTlsVerification: true })).url, url)
  })
})

describe('what the caller sends', () => {
  const headers = { Authorization: 'Bearer s', 'X-Own': 'yes', Cookie: 'own=1; two=2', 'User-Agent': 'Own/1' }

  test('reaches the visited site', async () => {
    const seen = JSON.parse(decode(/<pre>(.*?)<\/pre>/.exec((await see('/echo', { headers })).html)![1]!))
    assert.equal(seen.authorization, 'Bearer s')
    assert.equal(seen['x-own'], 'yes')
    assert.equal(seen.cookie, 'own=1; two=2')
    assert.equal(seen['user-agent'], 'Own/1')
  })

  test('reaches nobody else, neither in the page nor behind a redirect', async () => {
    for (const path of [`/redirect?${other.url}/echo`, '/third-party']) {
      await see(path, { headers })
      const seen = other.requests.splice(0)
      assert.ok(seen.length > 0, path)
      assert.doesNotMatch(JSON.stringify(seen), /Bearer|x-own|own=1/, path)
    }
    const own = site.requests.findLast(({ path }) => path === '/third-party')
    assert.equal(own?.headers['x-own'], 'yes')
  })
})

describe('advertisements and overlays', () => {
  test('are left out, and the page scrolls again', async () => {
    const { html } = await see('/cluttered')
    assert.doesNotMatch(html, /buy now|We use cookies|script of an ad/)
    assert.match(html, /the article/)
    assert.ok(!site.requests.some(({ path }) => path.startsWith('/ads/')))
  })

  test('stay when the caller wants them', async () => {
    const { html } = await see('/cluttered', { blockAds: false })
    assert.match(html, /buy now/)
    assert.match(html, /We use cookies/)
    assert.ok(site.requests.some(({ path }) => path.startsWith('/ads/')))
  })
})

describe('a picture', () => {
  test('is PNG by default and JPEG with a quality, of the window that was asked for', async () => {
    const png = (
      await see('/script', { screenshot: { fullPage: false, viewport: { width: 640, height: 360 } } })
    ).screenshot!
    assert.equal(png.contentType, 'image/png')
    assert.deepEqual(sizeOfPng(png.bytes), [640, 360])
    const jpeg = (await see('/script', { screenshot: { fullPage: false, quality: 50 } })).screenshot!
    assert.equal(jpeg.contentType, 'image/jpeg')
    assert.equal(Buffer.from(jpeg.bytes).subarray(0, 3).toString('hex'), 'ffd8ff')
  })

  test('of a whole page is as high as the page', async () => {
    const { screenshot, warnings } = await see('/tall', { screenshot: { fullPage: true } })
    assert.deepEqual(sizeOfPng(screenshot!.bytes), [1280, 3000])
    assert.deepEqual(warnings, [])
  })

  test('of a page without end is cut off, with a warning', async () => {
    const { screenshot, warnings } = await see('/endless-height', { screenshot: { fullPage: true } })
    const [, height = 0] = sizeOfPng(screenshot!.bytes)
    assert.ok(height > 5000 && height <= 16_384, `${height}`)
    assert.ok(screenshot!.bytes.byteLength < 64 * 1024 * 1024)
    assert.match(warnings.join(), /too long/)
  })
})

describe('an action', () => {
  const act = async (actions: Visit['actions'], path = '/form') => await see(path, { actions })

  test('clicks, writes, presses and waits', async () => {
    const { html } = await act([
      { type: 'click', selector: '#name', all: false },
      { type: 'write', text: 'wörld' },
      { type: 'press', key: 'Enter' },
      { type: 'click', selector: '#go', all: false },
      { type: 'wait', selector: 'li.late' },
      { type: 'wait', milliseconds: 5 },
    ])
    assert.equal(textOf(html, 'out'), 'hello wörld')
    assert.equal(textOf(html, 'keys'), 'entered')
  })

  test('clicks what is covered, in a shadow root, found by XPath, or all there is', async () => {
    const scrape = { type: 'scrape' } as const
    const { html, actions } = await act([
      { type: 'click', selector: '#under', all: false },
      scrape,
      { type: 'click', selector: '.inside', all: false },
      scrape,
      { type: 'click', selector: '//button[text()="Go"]', all: false },
      scrape,
      { type: 'click', selector: '.tick', all: true },
    ])
    assert.deepEqual(
      actions.scrapes.map((scrape) => textOf(scrape.html, 'out')),
      ['under', 'inside the shadow', 'hello '],
    )
    assert.equal(html.match(/>ticked</g)?.length, 2)
  })

  test('may lead to another page', async () => {
    const { html, url } = await act([{ type: 'click', selector: '#away', all: false }])
    assert.equal(url, `${site.url}/script`)
    assert.match(html, /row alpha/)
  })

  test('runs scripts and gives what they return', async () => {
    const scripts = [
      'document.title',
      'return document.title',
      'const n = 6; n * 7',
      'await new Promise((done) => setTimeout(done, 5)); return { list: [1, { a: null }] }',
      'Promise.resolve(undefined)',
      'document.body',
      'NaN',
      '10n',
    ]
    const { actions } = await act(scripts.map((script) => ({ type: 'executeJavascript', script })))
    assert.deepEqual(actions.javascriptReturns, [
      { type: 'string', value: 'Page' },
      { type: 'string', value: 'Page' },
      { type: 'number', value: 42 },
      { type: 'object', value: { list: [1, { a: null }] } },
      { type: 'undefined', value: null },
      { type: 'object', value: {} },
      { type: 'number', value: 'NaN' },
      { type: 'bigint', value: '10n' },
    ])
  })

  test('scrolls the page and elements', async () => {
    const at = { type: 'executeJavascript', script: '[scrollY, box.scrollTop].join()' } as const
    const { actions } = await act([
      // What comes later would move what is seen.
      { type: 'wait', selector: 'li.late' },
      { type: 'scroll', direction: 'down' },
      at,
      { type: 'scroll', direction: 'up' },
      { type: 'scroll', direction: 'down', selector: '#box' },
      at,
    ])
    assert.deepEqual(
      actions.javascriptReturns.map(({ value }) => value),
      ['800,0', '0,50'],
    )
  })

  test('takes pictures and prints', async () => {
    const { actions } = await act([
      { type: 'screenshot', fullPage: false },
      { type: 'screenshot', fullPage: true, quality: 10, viewport: { width: 400, height: 300 } },
      { type: 'pdf', format: 'A4', landscape: true, scale: 0.5 },
    ])
    assert.deepEqual(
      actions.screenshots.map(({ contentType }) => contentType),
      ['image/png', 'image/jpeg'],
    )
    assert.deepEqual(sizeOfPng(actions.screenshots[0]!.bytes), [1280, 800])
    const pdf = Buffer.from(actions.pdfs[0]!.bytes).toString('latin1')
    assert.match(pdf, /^%PDF-/)
    assert.match(pdf, /MediaBox \[0 0 84\d[.\d]* 59\d/)
  })

  const FAILING: [Visit['actions'][number], RegExp][] = [
    [
      { type: 'click', selector: '#nowhere', all: false },
      /^Action 0 \(click\) failed: Nothing matches "#nowhere"/,
    ],
    [{ type: 'click', selector: 'a[', all: false }, /Action 0 \(click\) failed: The selector is not valid/],
    [{ type: 'write', text: 'x' }, /No element has the focus/],
    [{ type: 'press', key: 'NoSuchKey' }, /NoSuchKey/],
    [{ type: 'executeJavascript', script: 'throw new Error("mine")' }, /executeJavascript\) failed: mine/],
    [{ type: 'executeJavascript', script: 'return (' }, /SyntaxError|Unexpected/],
  ]
  for (const [action, message] of FAILING) {
    test(`that fails says why: ${JSON.stringify(action)}`, async () => {
      await assert.rejects(act([action]), isFault('SCRAPE_ACTION_ERROR', message))
    })
  }
})

describe('what a page leaves behind', () => {
  test('is gone with the visit', async () => {
    for (const path of ['/cookie', '/storage']) {
      const first = await see(path)
      assert.equal((await see(path)).html, first.html)
    }
    assert.match((await see('/cookie')).html, /cookie:none/)
  })

  test('is kept in a profile, and only where that is wanted', async () => {
    const fresh = { state: undefined, saveChanges: true }
    const first = await see('/storage', { profile: fresh })
    assert.match(first.profileState ?? '', /"indexedDB"/)
    const again = await see('/storage', { profile: { state: first.profileState, saveChanges: false } })
    assert.deepEqual(JSON.parse(decode(textOf(again.html, 'out'))), {
      before: 'left',
      names: [],
      cookie: 'mark=left',
    })
    assert.equal(again.profileState, undefined)
  })
})

function sizeOfPng(bytes: Uint8Array): [number, number] {
  const view = Buffer.from(bytes)
  assert.equal(view.subarray(1, 4).toString(), 'PNG')
  return [view.readUInt32BE(16), view.readUInt32BE(20)]
}
