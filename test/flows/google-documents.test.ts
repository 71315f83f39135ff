import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser } from '../../src/browser/browser.ts'
import { loadConfig } from '../../src/config/config.ts'
import { ScrapeRequest } from '../../src/contract/scrape.ts'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { Fault } from '../../src/fault.ts'
import { createLog } from '../../src/log.ts'
import type { ReadPage, ScrapePage, VisitPage } from '../../src/scrape/scrape.ts'
import { openScraping } from '../../src/compose/scrape.ts'
import { createBlobs, openStore } from '../../src/store/store.ts'
import { certificate } from '../support/certificate.ts'
import { testDatabase } from '../support/database.ts'
import { listen } from '../support/hostile/listening.ts'
import { isFault } from '../support/is-fault.ts'
import { pdfOf } from '../support/pdf-file.ts'
import { sharedDataDir } from '../support/shared-data-dir.ts'
import { startHttpProxy } from '../support/upstream-proxy.ts'
import { zipOf } from '../support/zip-file.ts'

const ID = '1PublicDocumentOfSomebody'
const PRIVATE = '1PrivateDocumentOfSomebody'
const DOCUMENT = `https://docs.google.com/document/d/${ID}/edit?usp=sharing#heading=h.1`
const EXPORT = `https://docs.google.com/document/d/${ID}/export?format=docx`
const CONTENT = 'https://doc-0k-docs.googleusercontent.com/docs/export/abc?dat=1'

const DOCX = zipOf({
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml':
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>The minutes of a meeting.</w:t></w:r></w:p></w:body></w:document>',
})

/** The responses of Google's servers, by URL. */
const ANSWERS: Record<string, { location: string } | { type: string; body: Buffer | string }> = {
  [EXPORT]: { location: CONTENT },
  [CONTENT]: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    body: DOCX,
  },
  [`https://docs.google.com/document/d/${PRIVATE}/export?format=docx`]: {
    location: 'https://accounts.google.com/v3/signin/identifier?continue=x',
  },
  'https://accounts.google.com/v3/signin/identifier?continue=x': {
    type: 'text/html',
    body: '<title>Sign in</title><h1>Sign in</h1><p>Use your Google Account</p>',
  },
}
for (const [what, url] of [
  ['sheets', `https://docs.google.com/spreadsheets/d/${ID}/export?format=xlsx`],
  ['slides', `https://docs.google.com/presentation/d/${ID}/export/pptx`],
  ['file', `https://drive.google.com/uc?export=download&id=${ID}`],
] as const) {
  ANSWERS[url] = { type: 'application/pdf', body: pdfOf([[`The ${what} of somebody.`]]) }
}

let visits = 0
const BROWSER: Browser = {
  unavailable: () => undefined,
  isPreparing: () => false,
  prepare() {},
  visit: () => Promise.reject(new Error(`visit ${++visits}`)),
  counts: () => ({ openTabs: 0, waiting: 0, restarts: 0, processId: undefined }),
  [Symbol.asyncDispose]: async () => {},
}

const opened = new AsyncDisposableStack()
const asked: string[] = []
let scrapePage: ScrapePage
let visitPage: VisitPage
let readPage: ReadPage

before(async () => {
  const google = createServer(certificate, (request, response) => {
    const url = `https://${request.headers.host}${request.url}`
    asked.push(url)
    const answer = ANSWERS[url]
    if (answer === undefined) response.writeHead(404).end()
    else if ('location' in answer) response.writeHead(302, answer).end()
    else response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
  })
  const { port } = opened.use(await listen(google))
  const proxy = opened.use(await startHttpProxy({ sitePort: port }))
  const log = createLog('silent', false)
  const { url } = opened.use(await testDatabase())
  const secret = 'a-root-secret-for-tests'
  const store = opened.use(await openStore({ dataDir: sharedDataDir(), databaseUrl: url, secret }, log))
  // The proxy leads every name to the server above; a name is only resolved here to be checked.
  const egress = opened.use(
    createEgress({
      allowedTargets: parseAllowedTargets(''),
      resolve: async () => [{ address: '142.250.0.1', family: 4 }],
      proxies: { basic: `http://127.0.0.1:${proxy.port}` },
    }),
  )
  const ground = {
    config: loadConfig({ WINNOW_DATA_DIR: sharedDataDir() }),
    log,
    open: opened,
    store,
    egress,
    blobs: createBlobs(store.database, { maxBytes: 1e6 }),
    processId: () => '00000000-0000-4000-8000-000000000000',
    model: undefined,
  }
  ;({ scrapePage, visitPage, readPage } = await openScraping(ground, BROWSER))
})
after(() => opened.disposeAsync())
beforeEach(() => {
  asked.length = 0
  visits = 0
})

const CONTEXT = {
  teamId: '00000000-0000-4000-8000-000000000001',
  takeTurn: async () => AbortSignal.timeout(60_000),
  linkTo: (blobId: string) => blobId,
}

function requestFor(url: string, options: Record<string, unknown> = {}) {
  return ScrapeRequest.parse({ url, maxAge: 0, skipTlsVerification: true, timeout: 60_000, ...options })
}

describe('a link to a Google document', () => {
  it('is read through its export, which metadata.url names', async () => {
    const { markdown, metadata } = await scrapePage(requestFor(DOCUMENT), CONTEXT)
    assert.equal(markdown, 'The minutes of a meeting.')
    assert.deepEqual([metadata!.url, metadata!.sourceURL], [EXPORT, DOCUMENT])
    assert.deepEqual(asked, [EXPORT, CONTENT])
  })

  for (const [link, markdown] of [
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`, 'The sheets of somebody.'],
    [`https://docs.google.com/presentation/d/${ID}/edit`, 'The slides of somebody.'],
    [`https://drive.google.com/file/d/${ID}/view?usp=sharing`, 'The file of somebody.'],
    [`https://drive.google.com/open?id=${ID}`, 'The file of somebody.'],
  ] as const) {
    it(`is read from ${link}`, async () => {
      const document = await scrapePage(requestFor(link), CONTEXT)
      assert.equal(document.markdown, markdown)
      assert.deepEqual([document.metadata!.sourceURL, document.metadata!.url], [link, asked[0]])
    })
  }

  it('is never opened in the browser', async () => {
    for (const options of [{ waitFor: 10 }, { mobile: true }, { formats: ['markdown', 'screenshot'] }]) {
      const { markdown, warning, metadata } = await scrapePage(requestFor(DOCUMENT, options), CONTEXT)
      assert.equal(markdown, 'The minutes of a meeting.')
      assert.match(warning!, /is a file, not a page/)
      assert.equal(metadata!.fetchedBy, 'http')
    }
    const actions = [{ type: 'wait', milliseconds: 1 }]
    await assert.rejects(
      scrapePage(requestFor(DOCUMENT, { actions }), CONTEXT),
      isFault('SCRAPE_ACTIONS_NOT_SUPPORTED'),
    )
    assert.equal(visits, 0)
  })

  it('is one page in the cache, with any notation of its link', async () => {
    await scrapePage(requestFor(DOCUMENT, { maxAge: 600_000 }), CONTEXT)
    asked.length = 0
    const other = `https://docs.google.com/document/u/0/d/${ID}/view`
    const { markdown, metadata } = await scrapePage(requestFor(other, { maxAge: 600_000 }), CONTEXT)
    assert.equal(markdown, 'The minutes of a meeting.')
    assert.deepEqual([metadata!.cacheState, metadata!.url, metadata!.sourceURL], ['hit', EXPORT, other])
    assert.deepEqual(asked, [])
  })

  it('is screened as the link and as the export', async () => {
    const admitted: string[] = []
    const screen = {
      key: 'x',
      credits: () => 0,
      leastCredits: () => 0,
      refusal: () => undefined,
      admit: async (url: string) => void admitted.push(url),
    }
    await scrapePage(requestFor(DOCUMENT), { ...CONTEXT, screen })
    assert.deepEqual(admitted, [DOCUMENT, EXPORT, CONTENT])
    const blocked = new Fault('unsafe_domain_blocked', 'Blocked.')
    for (const url of [DOCUMENT, EXPORT]) {
      asked.length = 0
      const admit = async (wanted: string) => {
        if (wanted === url) throw blocked
      }
      const scraping = scrapePage(requestFor(DOCUMENT), { ...CONTEXT, screen: { ...screen, admit } })
      await assert.rejects(scraping, isFault('unsafe_domain_blocked'))
      assert.deepEqual(asked, [])
    }
  })

  it('is only readable by callers that may visit the link', async () => {
    const confinement = { urls: [DOCUMENT] }
    const { document } = await readPage({ ...requestFor(DOCUMENT), confinement }, CONTEXT)
    assert.equal(document.markdown, 'The minutes of a meeting.')
    asked.length = 0
    const elsewhere = { urls: ['https://example.com/'] }
    await assert.rejects(
      readPage({ ...requestFor(DOCUMENT), confinement: elsewhere }, CONTEXT),
      isFault('SCRAPE_OUTSIDE_CONSTRAINT'),
    )
    assert.deepEqual(asked, [])
  })

  it('is an ordinary page of a crawl or batch', async () => {
    const { document, discovery } = await visitPage(requestFor(DOCUMENT), CONTEXT)
    assert.equal(document.markdown, 'The minutes of a meeting.')
    assert.ok(discovery)
  })

  it('reports that it is not public', async () => {
    const link = `https://docs.google.com/document/d/${PRIVATE}/edit`
    await assert.rejects(
      scrapePage(requestFor(link), CONTEXT),
      isFault('FORBIDDEN', /not public.*Anyone with the link/),
    )
  })

  it('is scraped as is when it was published as a web page', async () => {
    const url = 'https://docs.google.com/document/d/e/2PACX-1vQabcdefgh/pub'
    ANSWERS[url] = { type: 'text/html', body: '<h1>Published</h1><p>For everybody to read.</p>' }
    const { metadata } = await scrapePage(requestFor(url), CONTEXT)
    assert.deepEqual([metadata!.url, metadata!.sourceURL], [url, url])
  })
})
