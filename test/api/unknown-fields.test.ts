import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitForCrawl } from '../support/run-crawl.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useSharedApp()
let site: CrawlSite
before(async () => void (site = await startCrawlSite((path) => pageWith(`page ${path}`, []))))
after(() => site[Symbol.asyncDispose]())

/** The same typing error in every request. */
const location = { contry: 'DE' }
const ignored = (place: string) =>
  `Ignored the unknown field \`${place}.contry\`. Did you mean \`${place}.country\`?`

describe('An unknown field inside an object', () => {
  it('is ignored by a scrape, which names it at the top and in the document', async () => {
    const { status, body } = await app().call('/v2/scrape', { json: { url: site.url, location } })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.warning, ignored('location'))
    assert.equal(body.data.warning, ignored('location'))
  })

  it('is ignored wherever it stands', async () => {
    const json = {
      url: site.url,
      formats: [{ type: 'markdown', nonsense: 1 }],
      parsers: [{ type: 'pdf', nonsense: 1 }],
      redactPII: { nonsense: 1 },
      location: { nonsense: 1 },
    }
    const { status, body } = await app().call('/v2/scrape', { json })
    assert.equal(status, 200, JSON.stringify(body))
    const places = ['formats[0]', 'parsers[0]', 'redactPII', 'location'].map(
      (place) => `\`${place}.nonsense\``,
    )
    assert.equal(body.warning, `Ignored the unknown fields ${places.join(', ')}.`)
  })

  it('is ignored by a map', async () => {
    const { status, body } = await app().call('/v2/map', { json: { url: site.url, location } })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.warning.includes(ignored('location')), body.warning)
  })

  it('is ignored by a search, inside its scrape options too', async () => {
    const json = { query: 'page', scrapeOptions: { formats: ['markdown'], location } }
    const { status, body } = await app().call('/v2/search', { json })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.warning.includes(ignored('scrapeOptions.location')), body.warning)
  })

  it('is ignored by a parse, in the options of a form', async () => {
    const form = new FormData()
    form.append('file', new Blob(['<p>Text of the file.</p>'], { type: 'text/html' }), 'a.html')
    form.append('options', JSON.stringify({ parsers: [{ type: 'pdf', maxPage: 1 }] }))
    const { status, body } = await app().call('/v2/parse', { body: form })
    assert.equal(status, 200, JSON.stringify(body))
    const warning = 'Ignored the unknown field `parsers[0].maxPage`. Did you mean `parsers[0].maxPages`?'
    assert.deepEqual([body.warning, body.data.warning], [warning, warning])
  })

  for (const base of ['/v2/crawl', '/v2/batch/scrape']) {
    it(`is ignored by ${base}, which names it in its answer and in the state of the job`, async () => {
      const isBatch = base.startsWith('/v2/batch')
      const place = isBatch ? 'location' : 'scrapeOptions.location'
      const json = isBatch
        ? { urls: [site.url], location }
        : { url: site.url, limit: 1, scrapeOptions: { location } }
      const started = await app().call(base, { json })
      assert.equal(started.status, 200, JSON.stringify(started.body))
      assert.equal(started.body.warning, ignored(place))
      const { body } = await waitForCrawl(app(), started.body.id, undefined, base)
      assert.equal(body.warning, ignored(place))
    })
  }

  it('is ignored by a crawl of which nothing is kept, which encrypts its name', async () => {
    const json = { url: site.url, limit: 1, scrapeOptions: { location }, zeroDataRetention: true }
    const { body: started } = await app().call('/v2/crawl', { json })
    const { db } = app().database
    const rows = await db.rows<{ warning: string }>('select warning from crawls where id = $1', [started.id])
    assert.match(rows[0]!.warning, /^<sealed /)
    const told: (string | undefined)[] = []
    await waitUntil(async () => {
      const { body } = await app().call(`/v2/crawl/${started.id}`)
      told.push(body.warning)
      return body.status !== 'scraping'
    })
    assert.equal(told.at(-1), ignored('scrapeOptions.location'))
  })

  it('is refused in a policy', async () => {
    for (const name of ['threatProtection', 'auditMetadata']) {
      const json = { url: site.url, [name]: { blacklst: ['example.com'] }, location }
      const { status, body } = await app().call('/v2/scrape', { json })
      assert.equal(status, 400, JSON.stringify(body))
      const messages: string[] = body.details.map(({ message }: { message: string }) => message)
      assert.ok(
        messages.some((message) => message.startsWith(`Unknown field \`${name}.blacklst\`.`)),
        messages.join(),
      )
    }
  })

  it('is refused in an answer that has no place for a warning', async () => {
    const { status, body } = await app().admin('/organizations', {
      json: { name: 'Typing', threatProtection: { enabld: true } },
    })
    assert.equal(status, 400, JSON.stringify(body))
    assert.match(
      body.error,
      /Unknown field `threatProtection\.enabld`\. Did you mean `threatProtection\.enabled`\?/,
    )
  })
})

it('A search takes a query of 2,000 characters', async () => {
  const query = 'words of a page '.repeat(125)
  assert.equal(query.length, 2000)
  const { status, body } = await app().call('/v2/search', { json: { query } })
  assert.equal(status, 200, JSON.stringify(body))
})

describe('An unknown option by name is refused with a suggestion', () => {
  const refused: [path: string, json: object, says: string][] = [
    ['/v2/scrape', { format: ['markdown'] }, 'Unknown field `format`. Did you mean `formats`?'],
    [
      '/v2/crawl',
      { scrapeOptions: { format: ['markdown'] } },
      'Unknown field `scrapeOptions.format`. Did you mean `scrapeOptions.formats`?',
    ],
    ['/v2/map', { serach: 'a' }, 'Unknown field `serach`. Did you mean `search`?'],
    [
      '/v2/scrape',
      { formats: ['markdwon'] },
      'Unknown value `markdwon` for `formats[0]`. Did you mean `markdown`?',
    ],
    [
      '/v2/scrape',
      { formats: [{ type: 'markdwon' }] },
      'Unknown value `markdwon` for `formats[0].type`. Did you mean `markdown`?',
    ],
    ['/v2/scrape', { proxy: 'stelth' }, 'Unknown value `stelth` for `proxy`. Did you mean `stealth`?'],
    [
      '/v2/crawl',
      { webhook: { url: 'https://example.com', events: ['complete'] } },
      'Unknown value `complete` for `webhook.events[0]`. Did you mean `completed`?',
    ],
  ]
  for (const [path, json, says] of refused) {
    it(`${path} says: ${says}`, async () => {
      const { status, body } = await app().call(path, { json: { url: site.url, ...json } })
      assert.equal(status, 400, JSON.stringify(body))
      assert.ok(body.error.startsWith(`Bad Request: ${says}`), body.error)
      assert.ok(body.details[0].message.startsWith(says), body.details[0].message)
    })
  }
})
