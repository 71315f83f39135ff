import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const app = useSharedApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

async function scrape(path: string, options: object = {}) {
  const { status, body } = await app().call('/v2/scrape', { json: { url: site.url + path, ...options } })
  return { status, body, data: body.data }
}

const pageOf = (html: string) => `/page?html=${encodeURIComponent(html)}`

async function read(link: string) {
  const response = await fetch(link)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

const PNG = Buffer.from('\x89PNG\r\n', 'latin1')

describe('a page that its scripts write', () => {
  it('is rendered without being asked for it, and says so', async () => {
    const { data } = await scrape('/script-only')
    assert.match(data.markdown, /\w{3}/)
    assert.equal(data.metadata.fetchedBy, 'browser')
    assert.equal(data.metadata.statusCode, 200)
    assert.equal(data.warning, undefined)
  })

  it('is cached as it was rendered', async () => {
    const path = pageOf('<div id=root></div><script>root.textContent = "written by a script"</script>')
    const first = await scrape(path)
    const second = await scrape(path)
    assert.deepEqual(
      [first.data.metadata.cacheState, second.data.metadata.cacheState, second.data.metadata.fetchedBy],
      ['miss', 'hit', 'browser'],
    )
    assert.match(second.data.markdown, /written by a script/)
  })
})

describe('a page that stands as it is', () => {
  it('is not rendered', async () => {
    const { data } = await scrape('/article?static')
    assert.equal(data.metadata.fetchedBy, 'http')
  })

  for (const [what, options] of [
    ['waitFor', { waitFor: 10 }],
    ['mobile', { mobile: true }],
  ] as const) {
    it(`is rendered with ${what}`, async () => {
      const { data } = await scrape('/article', options)
      assert.equal(data.metadata.fetchedBy, 'browser')
      assert.match(data.markdown, /How rivers bend/)
    })
  }
})

describe('a screenshot', () => {
  for (const [what, options] of [
    ['as a format', { formats: ['screenshot'] }],
    ['beside the formats', { screenshot: { fullPage: true } }],
  ] as const) {
    it(`${what} is a link that needs no key`, async () => {
      const { data } = await scrape('/article', options)
      const picture = await read(data.screenshot)
      assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png'])
      assert.ok(picture.bytes.subarray(0, PNG.length).equals(PNG))
      assert.match(picture.headers.get('content-security-policy')!, /sandbox/)
    })
  }

  it('of a given quality is a JPEG', async () => {
    const { data } = await scrape('/article', {
      screenshot: { quality: 50, viewport: { width: 400, height: 300 } },
    })
    assert.equal((await read(data.screenshot)).headers.get('content-type'), 'image/jpeg')
  })

  it('from the cache is the same picture under a link of its own time', async () => {
    const path = '/article?shown'
    const first = await scrape(path, { formats: ['screenshot'] })
    const second = await scrape(path, { formats: ['markdown', 'screenshot'] })
    assert.equal(second.data.metadata.cacheState, 'hit')
    assert.deepEqual((await read(second.data.screenshot)).bytes, (await read(first.data.screenshot)).bytes)
  })

  it('comes inside the answer under zero data retention', async () => {
    const { data } = await scrape('/article', { formats: ['screenshot'], zeroDataRetention: true, maxAge: 0 })
    assert.match(data.screenshot, /^data:image\/png;base64,/)
  })

  it('is refused when the link was changed', async () => {
    const { data } = await scrape('/article', { formats: ['screenshot'] })
    const link = new URL(data.screenshot)
    link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1))
    assert.equal((await read(link.href)).status, 403)
    assert.equal((await read(link.href.replace(/\?.*/, ''))).status, 400)
  })
})

describe('actions', () => {
  it('run in order, and return their results', async () => {
    const html =
      '<input id=name><p id=said></p><script>addEventListener("keyup", () => { said.textContent = name.value })</script>'
    const { data } = await scrape(
      pageOf(html.replaceAll('name.value', 'document.getElementById("name").value')),
      {
        actions: [
          { type: 'click', selector: '#name' },
          { type: 'write', text: 'winnow' },
          { type: 'press', key: 'Shift' },
          { type: 'scrape' },
          { type: 'executeJavascript', script: 'return document.querySelector("#said").textContent' },
          { type: 'screenshot' },
          { type: 'generatePDF', format: 'A5' },
          { type: 'wait', milliseconds: 10 },
          { type: 'scroll' },
        ],
      },
    )
    assert.equal(data.actions.scrapes[0].url, data.metadata.url)
    assert.match(data.actions.scrapes[0].html, /winnow/)
    assert.deepEqual(data.actions.javascriptReturns, [{ type: 'string', value: 'winnow' }])
    assert.equal((await read(data.actions.screenshots[0])).headers.get('content-type'), 'image/png')
    const pdf = await read(data.actions.pdfs[0])
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')
  })

  it('that fail are named, and cost nothing', async () => {
    const { id, key } = await app().team({ credits: 5 })
    const { status, body } = await app().call('/v2/scrape', {
      key,
      json: { url: `${site.url}/article`, actions: [{ type: 'click', selector: '#nowhere' }] },
    })
    assert.deepEqual([status, body.code], [500, 'SCRAPE_ACTION_ERROR'])
    assert.match(body.error, /click.*#nowhere/)
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 5)
  })

  it('are refused on a file', async () => {
    const { status, body } = await scrape('/documents/file.pdf', { actions: [{ type: 'scrape' }] })
    assert.deepEqual([status, body.code], [400, 'SCRAPE_ACTIONS_NOT_SUPPORTED'])
  })
})

describe('a file', () => {
  it('is fetched over HTTP after all, and says what had no effect', async () => {
    const { data } = await scrape('/documents/notes.txt', { waitFor: 10 })
    assert.match(data.markdown, /Bend 1/)
    assert.equal(data.metadata.fetchedBy, 'http')
    assert.match(data.warning, /waitFor had no effect/)
  })
})

describe('a profile', () => {
  const count = pageOf(
    '<p id=out></p><script>localStorage.n = Number(localStorage.n ?? 0) + 1; out.textContent = "visit number " + localStorage.n</script>',
  )
  const visit = (profile?: object, options: object = {}) =>
    scrape(count, { waitFor: 1, maxAge: 0, ...(profile && { profile }), ...options })

  it('is used but not changed under zero data retention', async () => {
    const quiet = { zeroDataRetention: true }
    assert.match((await visit({ name: 'quiet' }, quiet)).data.markdown, /number 1/)
    assert.match((await visit({ name: 'quiet' }, quiet)).data.markdown, /number 1/)
  })

  it('keeps what a page stored, for those who name it', async () => {
    assert.match((await visit({ name: 'me' })).data.markdown, /number 1/)
    assert.match((await visit({ name: 'me', saveChanges: false })).data.markdown, /number 2/)
    assert.match((await visit({ name: 'me' })).data.markdown, /number 2/)
    assert.match((await visit({ name: 'other' })).data.markdown, /number 1/)
    assert.match((await visit()).data.markdown, /number 1/)
  })
})

describe('what stands in the way', () => {
  it('a bot challenge is reported, not returned as content', async () => {
    const challenge =
      '<title>Just a moment...</title><h1>example.com</h1><p>Verifying you are human.</p><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>'
    const { status, body } = await scrape(pageOf(challenge), { maxAge: 0 })
    assert.deepEqual([status, body.code], [500, 'SCRAPE_ALL_ENGINES_FAILED'])
    assert.equal(body.details.reason, 'challenge')
    assert.match(body.error, /Cloudflare/)
  })

  it('a refusal is retried in the browser, then returned', async () => {
    const { data } = await scrape('/status/403')
    assert.deepEqual([data.metadata.statusCode, data.metadata.fetchedBy], [403, 'browser'])
  })

  it('a missing proxy is an error', async () => {
    const { data } = await scrape('/article', { proxy: 'stealth' })
    assert.equal(data.metadata.proxyUsed, 'basic')
    assert.match(data.warning, /proxy/)
  })

  it('a forbidden target is refused in the browser as over HTTP', async () => {
    const { status, body } = await app().call('/v2/scrape', {
      json: { url: 'http://127.0.0.2:8099/', waitFor: 10 },
    })
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
  })
})
