import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScrapeRequest } from '../../contract/scrape.ts'
import type { RedactPii } from '../../contract/redact-pii.ts'
import { redactPage } from './redact-page.ts'
import { understandSource } from './understand-source.ts'
import type { DerivedPage } from './derived-page.ts'

const MAIL = 'jo.miller@example.org'
const PAGE = `<!doctype html><html lang="en"><head><title>Write to ${MAIL}</title>
<meta name="description" content="Ask ${MAIL}"></head><body><main><h1>Contact</h1>
<p>Whoever wants to see the mill may write to ${MAIL} at any time of the year, and gets an answer within a day.</p>
<p><a href="/visit?from=${encodeURIComponent(MAIL)}">Plan a visit</a></p></main></body></html>`

function redact(options: object): DerivedPage {
  const url = 'https://site.test/contact'
  const request = ScrapeRequest.parse({ url, redactPII: true, ...options })
  const captured = {
    actions: {
      scrapes: [{ url: `${url}?m=${MAIL}`, html: `<p>${MAIL}</p>` }],
      javascriptReturns: [{ type: 'string', value: MAIL }],
    },
  }
  const source = { bytes: Buffer.from(PAGE), contentType: 'text/html', url, captured }
  const page = understandSource(source, { ...request, discovers: true, material: true })
  assert.equal(page.state, 'understood')
  return page as DerivedPage
}

describe('a page without personal data', () => {
  const formats: (string | object)[] = [
    'markdown',
    'html',
    'rawHtml',
    'links',
    'summary',
    { type: 'question', question: 'Who may be written to about the mill?' },
    { type: 'highlights', query: 'mill' },
    { type: 'json', schema: { type: 'object', properties: { email: { type: 'string' } } } },
    { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
    { type: 'changeTracking', modes: ['json'], prompt: 'the email' },
  ]
  const isPersonal = (value: unknown) => decodeURIComponent(JSON.stringify(value)).includes('jo.miller')

  for (const format of formats) {
    const name = typeof format === 'string' ? format : (format as { type: string }).type
    it(`has none in ${name}, its metadata, what actions brought, or what a model is shown`, () => {
      const all = redact({ formats: ['markdown', format] })
      const { discovery: _, trace: _trace, ...page } = all
      assert.ok(!isPersonal(page), JSON.stringify(page))
      assert.match(all.fields.markdown!, /write to <EMAIL> at any time/)
    })
  }

  it('has none in values that stand without the words around them', () => {
    const rows = { 'Date of birth': '12 March 1985', Password: 'hunter2secret', Passport: 'C01X00T47' }
    const cells = Object.entries(rows).map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
    const html = `<!doctype html><html lang="en"><title>Person</title><body><main><h1>Person</h1><table>${cells.join('')}</table></main></body></html>`
    const properties = {
      date_of_birth: { type: 'string' },
      password: { type: 'string' },
      passport: { type: 'string' },
    }
    const schema = { type: 'object', properties }
    const request = ScrapeRequest.parse({
      url: 'https://site.test/',
      redactPII: true,
      formats: ['markdown', { type: 'json', schema }],
    })
    const source = { bytes: Buffer.from(html), contentType: 'text/html', url: 'https://site.test/' }
    const { trace: _, ...page } = understandSource(source, { ...request, material: true }) as DerivedPage
    for (const value of Object.values(rows)) assert.ok(!JSON.stringify(page).includes(value), value)
  })

  it('has none of a key that is long and known only by the word before it', () => {
    const key = Array.from({ length: 60 }, (_, at) => `${(at * 7919) % 10_007}x${at}Q`).join('')
    const html = `<!doctype html><html lang="en"><head><title>Key</title><meta name="description" content="${key}">
<body><main><h1>Key</h1><p>Your api_key: ${key} and more about how to use it.</p></main></body></html>`
    const request = ScrapeRequest.parse({ url: 'https://site.test/', redactPII: true, formats: ['markdown'] })
    const source = { bytes: Buffer.from(html), contentType: 'text/html', url: 'https://site.test/' }
    const { trace: _, discovery: _discovery, ...page } = understandSource(source, request) as DerivedPage
    assert.ok(!JSON.stringify(page).includes(key))
  })

  for (const [text, value, clean] of [
    ['PIN: 4111', 'Card 4111 1111 1111 1111', /^Card <[A-Z]+>$/],
    ['By John Smith. Mr. Smith is here.', 'Write to John.Smith@example.org', /^Write to <EMAIL>$/],
  ] as const) {
    it(`takes out whole what is known in part: ${value}`, () => {
      const page = { state: 'understood', fields: { answer: value }, metadata: {} } as unknown as DerivedPage
      const { redactPII } = ScrapeRequest.parse({ url: 'https://site.test/', redactPII: true })
      assert.match(redactPage(page, redactPII as RedactPii, text).fields.answer!, clean)
    })
  }

  it('still leads where it led', () => {
    assert.ok(isPersonal(redact({}).discovery))
  })

  it('has what was not asked to be taken out', () => {
    assert.ok(isPersonal(redact({ redactPII: { entities: ['PHONE'] } }).fields))
  })
})
