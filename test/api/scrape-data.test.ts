import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ScrapeResponse } from '../../src/contract/scrape.ts'
import { useSharedApp } from '../support/app.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { DATA_PAGES } from '../support/data-pages.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useSharedApp()
let site: CrawlSite
before(async () => void (site = await startCrawlSite((path) => DATA_PAGES[path.split('?')[0]!])))
after(() => site[Symbol.asyncDispose]())

async function scrape(path: string, options: object) {
  const { status, body } = await app().call('/v2/scrape', { json: { url: site.url + path, ...options } })
  if (status === 200) ScrapeResponse.parse(body)
  return { status, body, data: body.data }
}

const LAMP = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    brand: { type: 'string' },
    price: { type: 'number' },
    currency: { type: 'string' },
    weight: { type: 'string' },
    in_stock: { type: 'boolean' },
    warranty_years: { type: 'integer' },
  },
  required: ['name', 'price'],
  additionalProperties: false,
}

describe('json', () => {
  it('reads what a schema asks for, says where, and leaves out what is not there', async () => {
    const { status, body, data } = await scrape('/lamp', { formats: [{ type: 'json', schema: LAMP }] })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(data.json, {
      name: 'Harbour desk lamp',
      brand: 'Brightly',
      price: 49.9,
      currency: 'EUR',
      weight: '1.8 kg',
      in_stock: true,
    })
    const { engine, evidence, missing } = data.extraction
    assert.deepEqual([engine, missing, data.metadata.engine], ['embedded', ['/warranty_years'], 'embedded'])
    const weight = evidence.find(({ field }: { field: string }) => field === '/weight')
    assert.equal(weight.text, '1.8 kg')
    assert.equal(weight.url, `${site.url}/lamp`)
    assert.match(weight.selector, /td/)
    assert.equal(data.metadata.creditsUsed, 5)
  })

  it('says which required fields it did not find', async () => {
    const schema = { type: 'object', properties: { iban: { type: 'string' } }, required: ['iban'] }
    const { data } = await scrape('/rivers', { formats: [{ type: 'json', schema }] })
    assert.equal(data.json.iban, undefined)
    assert.match(data.warning, /iban/)
  })

  it('reads what a prompt asks for', async () => {
    const { data } = await scrape('/lamp', {
      formats: [{ type: 'json', prompt: 'Extract the weight and the cable length' }],
    })
    assert.deepEqual(Object.values(data.json), ['1.8 kg', '210 cm'], JSON.stringify(data.json))
  })

  it('is derived once for all who ask the same', async () => {
    const options = { formats: [{ type: 'json', schema: LAMP }] }
    const first = await scrape('/lamp?again', options)
    const second = await scrape('/lamp?again', options)
    assert.deepEqual([first.data.metadata.cacheState, second.data.metadata.cacheState], ['miss', 'hit'])
    assert.deepEqual(second.data.json, first.data.json)
    assert.deepEqual(second.data.extraction, first.data.extraction)
  })

  it('refuses a page that tries to instruct a model, for who asks for that', async () => {
    const schema = { type: 'object', properties: { width: { type: 'string' } } }
    const format = { type: 'json', schema, checkPromptInjection: true }
    const refused = await scrape('/trap', { formats: [format] })
    assert.deepEqual([refused.status, refused.body.code], [403, 'SCRAPE_PROMPT_INJECTION_DETECTED'])
    assert.equal((await scrape('/trap', { formats: ['markdown'] })).status, 200)
    assert.equal((await scrape('/lamp', { formats: [{ ...format, schema: LAMP }] })).status, 200)
  })

  it('reads uploaded files too', async () => {
    const form = new FormData()
    form.set('options', JSON.stringify({ formats: [{ type: 'json', schema: LAMP }] }))
    form.set('file', new Blob([DATA_PAGES['/lamp']!], { type: 'text/html' }), 'lamp.html')
    const { status, body } = await app().call('/v2/parse', { body: form })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.data.json.name, body.data.json.price], ['Harbour desk lamp', 49.9])
    assert.deepEqual([body.data.metadata.engine, body.data.metadata.creditsUsed], ['embedded', 5])
  })
})

describe('answers', () => {
  it('are passages of the page', async () => {
    const { data } = await scrape('/rivers', {
      formats: [{ type: 'question', question: 'Who made the first survey of the valley?' }],
    })
    assert.match(
      data.answer,
      /The first survey of the valley was made in 1874 by the engineer Albert Keller\./,
    )
    assert.deepEqual([data.metadata.engine, data.metadata.creditsUsed], ['embedded', 5])
  })

  it('are not given where the page has none', async () => {
    const { data } = await scrape('/rivers', {
      formats: [{ type: 'question', question: 'What does a ticket for the opera cost on Sundays?' }],
    })
    assert.equal(data.answer, undefined)
    assert.ok(data.warning.length > 20, JSON.stringify(data))
  })

  it('quote the page for highlights and for a query that wants quotes', async () => {
    const { data } = await scrape('/rivers', { formats: [{ type: 'highlights', query: 'oxbow lake' }] })
    assert.match(data.highlights, /the old loop becomes an oxbow lake\./)
    const quoted = await scrape('/rivers', {
      formats: [{ type: 'query', prompt: 'oxbow lake', mode: 'directQuote' }],
    })
    assert.equal(quoted.data.highlights, data.highlights)
    const free = await scrape('/rivers', {
      formats: [{ type: 'query', prompt: 'When was the survey made?' }],
    })
    assert.match(free.data.answer, /1874/)
  })

  it('sum the page up in its own words', async () => {
    const { data } = await scrape('/rivers', { formats: ['summary', 'markdown'] })
    assert.ok(data.summary.length > 40 && data.summary.length < data.markdown.length, data.summary)
    for (const sentence of data.summary.split(/(?<=\.)\s+/))
      assert.ok(data.markdown.includes(sentence), sentence)
    assert.equal(data.metadata.creditsUsed, 1)
  })
})

describe('product and menu', () => {
  it('give a product with its offer', async () => {
    const { data } = await scrape('/lamp', { formats: ['product'] })
    const [variant] = data.product.variants
    assert.deepEqual([data.product.title, data.product.brand], ['Harbour desk lamp', 'Brightly'])
    assert.deepEqual(
      [variant.price.amount, variant.price.currency, variant.availability.inStock],
      [49.9, 'EUR', true],
    )
  })

  it('give a menu in sections', async () => {
    const { data } = await scrape('/menu', { formats: ['menu'] })
    assert.equal(data.menu.isMenu, true)
    const sections = data.menu.sections.map((section: { name: string; items: { name: string }[] }) => [
      section.name,
      section.items.map(({ name }) => name),
    ])
    assert.deepEqual(sections, [
      ['Soups', ['Leek soup', 'Fish soup']],
      ['Mains', ['Roast celeriac', 'Alder burger']],
    ])
    assert.equal(data.menu.sections[0].items[0].price.amount, 6.5)
  })

  it('say so where there is none', async () => {
    const { data } = await scrape('/rivers', { formats: ['product', 'menu'] })
    assert.deepEqual([data.product, data.menu.isMenu, data.menu.sections], [undefined, false, []])
    assert.ok(data.warning.length > 20)
  })
})

describe('audio', () => {
  it('missing on a page of a crawl is a warning of that page, and the crawl continues', async () => {
    const options = { limit: 1, sitemap: 'skip', scrapeOptions: { formats: ['markdown', 'audio'] } }
    const { body } = await app().call('/v2/crawl', { json: { url: `${site.url}/rivers`, ...options } })
    const look = async () => (await app().call(`/v2/crawl/${body.id}`)).body
    await waitUntil(async () => (await look()).status === 'completed')
    const [document] = (await look()).data
    assert.match(document.markdown, /oxbow lake/)
    assert.match(document.warning, /no audio file/)
  })
})

describe('rawBase64', () => {
  it('is the page as it was sent', async () => {
    const { data } = await scrape('/rivers', { formats: ['rawBase64'] })
    assert.equal(Buffer.from(data.rawBase64, 'base64').toString(), DATA_PAGES['/rivers'])
  })
})

describe('redactPII', () => {
  const PERSONAL = /maria\.gonzalez|Maria|Gonzalez|415.?555|DE89|John Smith/

  it('removes personal data from all results', async () => {
    const { data, body } = await scrape('/team', {
      formats: [
        'markdown',
        'html',
        'rawHtml',
        'links',
        'summary',
        { type: 'json', prompt: 'The mail address and the phone number' },
        { type: 'question', question: 'Who looks after the account?' },
        { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
      ],
      redactPII: true,
    })
    assert.match(data.markdown, /Write to <PERSON> at <EMAIL> or call her at <PHONE>/)
    assert.doesNotMatch(JSON.stringify(body), PERSONAL)
    assert.match(data.html, /Write a mail/)
    assert.equal(data.metadata.creditsUsed, 13)
  })

  it('removes only the requested kinds, in the requested style', async () => {
    const { data } = await scrape('/team', {
      formats: ['markdown'],
      redactPII: { entities: ['EMAIL'], replaceStyle: 'mask' },
    })
    assert.match(data.markdown, /Maria Gonzalez at \*+\.\*+@\*+\.\*+ or/)
  })

  it('takes them out of what a document says about itself', async () => {
    const form = new FormData()
    form.set('options', JSON.stringify({ formats: ['markdown'], redactPII: true }))
    const rtf =
      '{\\rtf1{\\info{\\author maria.gonzalez@example.com}{\\title Report of Maria Gonzalez}}The report is about grain.}'
    form.set('file', new Blob([rtf], { type: 'application/rtf' }), 'report.rtf')
    const { status, body } = await app().call('/v2/parse', { body: form })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.metadata.author, '<EMAIL>')
    assert.doesNotMatch(JSON.stringify(body), PERSONAL)
  })

  it('does not show in what changed since the page was looked at as it is', async () => {
    const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }]
    await scrape('/team?tracked', { formats })
    const { data } = await scrape('/team?tracked', { formats, redactPII: true })
    assert.equal(data.changeTracking.changeStatus, 'new')
    assert.doesNotMatch(JSON.stringify(data), PERSONAL)
  })

  it('stores nothing of the original page', async () => {
    const path = '/team?kept'
    const { data } = await scrape(path, { formats: ['markdown'], redactPII: true })
    assert.doesNotMatch(JSON.stringify(data), PERSONAL)
    const again = await scrape(path, { formats: ['markdown'] })
    assert.equal(again.data.metadata.cacheState, 'miss')
    const kept = await app().call(`/v2/scrape/${data.metadata.scrapeId}`)
    assert.deepEqual(kept.body.data.markdown, data.markdown)
  })
})
