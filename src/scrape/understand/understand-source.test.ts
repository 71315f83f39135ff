import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ARTICLE, SCRIPT_ONLY } from '../../../test/support/site-samples.ts'
import { ScrapeRequest } from '../../contract/scrape.ts'
import { understandSource } from './understand-source.ts'

function understood(body: string, options: Record<string, unknown> = {}, contentType = 'text/html') {
  const { material = false, ...rest } = options
  const wanted = {
    ...ScrapeRequest.parse({ url: 'https://site.test/a', ...rest }),
    material: material === true,
  }
  const result = understandSource(
    { bytes: Buffer.from(body), contentType, url: 'https://site.test/a' },
    wanted,
  )
  assert.equal(result.state, 'understood')
  return result.state === 'understood' ? result : assert.fail()
}

describe('understand', () => {
  it('gives the fields that were asked for and no others', () => {
    const { fields } = understood(ARTICLE, { formats: ['markdown', 'links'] })
    assert.deepEqual(Object.keys(fields).sort(), ['links', 'markdown'])
  })

  it('gives rawHtml untouched', () => {
    assert.equal(understood(ARTICLE, { formats: ['rawHtml'] }).fields.rawHtml, ARTICLE)
  })

  it('is plain data in and out', () => {
    const result = understood(ARTICLE, { formats: ['markdown', 'html', 'rawHtml', 'links', 'images'] })
    assert.deepEqual(structuredClone(result), result)
  })

  const texts: [what: string, body: string, contentType: string, markdown: string][] = [
    ['plain text', 'a *b*\n\n# c\n', 'text/plain', 'a *b*\n\n# c'],
    ['JSON', '{"a": 1}', 'application/json', '```json\n{"a": 1}\n```'],
    ['CSV', 'a,b\n1,2\n', 'text/csv', '```csv\na,b\n1,2\n```'],
    ['XML', '<?xml version="1.0"?><a/>', 'application/xml', '```xml\n<?xml version="1.0"?><a/>\n```'],
    ['JSON with a fence in it', '{"a": "```"}', 'application/json', '````json\n{"a": "```"}\n````'],
  ]
  for (const [what, body, contentType, markdown] of texts) {
    it(`gives ${what} as it is`, () =>
      assert.equal(understood(body, {}, contentType).fields.markdown, markdown))
  }

  it('expands no entity of an XML document', () => {
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    assert.match(understood(laughs, {}, 'text/xml').fields.markdown!, /<x>&b;<\/x>/)
  })

  it('names a kind of file that it does not read', () => {
    const wanted = ScrapeRequest.parse({ url: 'https://site.test/' })
    const source = { bytes: Buffer.from('%PDF-1.7'), contentType: 'application/pdf', url: undefined }
    assert.deepEqual(understandSource(source, wanted), { state: 'unsupported', name: 'PDF' })
  })
})

describe('answers', () => {
  const RIVERS = `<article><h1>The river survey</h1><p>The survey of the river was made in 1874 by Ann Lee.</p>
    <p>The mouth of the river lies near Porto, and the river is 900 km long.</p></article>`
  const MADE = 'When was the survey made?'
  const question = { type: 'question', question: MADE }
  const quotes = { type: 'query', prompt: 'How long is the river?', mode: 'directQuote' }
  const answerOf = (...formats: object[]) => understood(RIVERS, { formats }).fields

  it('of a query for quotes are in answer and in highlights', () => {
    const { answer, highlights } = answerOf(quotes)
    assert.match(answer!, /900 km/)
    assert.equal(highlights, answer)
  })

  it('of a question and a query are both in answer, in the order of the formats', () => {
    const one = answerOf(question).answer!
    const other = answerOf({ ...quotes, mode: 'freeform' }).answer!
    assert.notEqual(one, other)
    assert.deepEqual(answerOf(question, { ...quotes, mode: 'freeform' }), { answer: `${one}\n\n${other}` })
    assert.deepEqual(answerOf({ ...quotes, mode: 'freeform' }, question), { answer: `${other}\n\n${one}` })
  })

  it('of highlights and a query for quotes are both in highlights, each passage once', () => {
    const wanted = { type: 'highlights', query: quotes.prompt }
    const { answer, highlights } = answerOf(wanted, quotes)
    assert.equal(highlights, answer)
  })

  it('are redacted with the fields they give', () => {
    const mail = 'jo.miller@example.org'
    const page = `<article><h1>Survey</h1><p>Questions about the survey go to ${mail}.</p></article>`
    const asked = [{ type: 'question', question: 'Where do questions about the survey go?' }]
    const result = understood(page, { formats: asked, redactPII: true, material: true })
    assert.ok(result.formatText?.question, JSON.stringify(result))
    assert.doesNotMatch(JSON.stringify(result), /jo\.miller/)
  })
})

describe('signs', () => {
  it('come with every page', () => {
    assert.deepEqual(understood(ARTICLE).signs, { shell: false, challenge: undefined })
    assert.deepEqual(understood(SCRIPT_ONLY).signs, { shell: true, challenge: undefined })
  })

  it('of a challenge need the answer, and are said', () => {
    const wanted = ScrapeRequest.parse({ url: 'https://site.test/a' })
    const source = { bytes: Buffer.from('<p>Hold on'), contentType: 'text/html', url: 'https://site.test/a' }
    const answer = { status: 403, headers: { 'cf-mitigated': 'challenge' } }
    const result = understandSource({ ...source, response: answer }, wanted)
    assert.ok(result.state === 'understood')
    assert.equal(result.signs.challenge, 'Cloudflare')
    assert.match(result.fields.warning ?? '', /bot challenge \(Cloudflare\)/)
  })
})

describe('an empty result says why', () => {
  const cases: [what: string, body: string, options: Record<string, unknown>, warning: RegExp][] = [
    ['nothing was sent', '', {}, /no content/],
    ['only scripts', SCRIPT_ONLY, {}, /browser/],
    ['only scripts, links wanted', SCRIPT_ONLY, { formats: ['links'] }, /browser/],
    ['no text at all', '<div></div>', {}, /no text/],
    ['nothing included', '<p>a</p>', { includeTags: ['.none'] }, /includeTags/],
    ['everything excluded', '<p>a</p>', { excludeTags: ['p'] }, /excludeTags/],
    ['too deep to read on', '<div>'.repeat(20_000), {}, /too deeply/],
    ['too many elements', '<br>'.repeat(1_510_000), { formats: ['links'] }, /too many elements/],
  ]
  for (const [what, body, options, warning] of cases) {
    it(what, () => assert.match(understood(body, options).fields.warning!, warning))
  }

  it('only scripts, and a browser has run them', () => {
    const wanted = ScrapeRequest.parse({ url: 'https://site.test/a' })
    const source = { bytes: Buffer.from(SCRIPT_ONLY), contentType: 'text/html', url: 'https://site.test/a' }
    const result = understandSource({ ...source, isRendered: true }, wanted)
    assert.ok(result.state === 'understood')
    assert.match(result.fields.warning ?? '', /also after a browser/)
  })
  const silent: [what: string, body: string, options: Record<string, unknown>][] = [
    ['text', '<p>a</p>', {}],
    ['a picture', '<img src="a.png">', {}],
    ['text without links', '<p>a</p>', { formats: ['links'] }],
  ]
  for (const [what, body, options] of silent) {
    it(`and nothing when there is ${what}`, () =>
      assert.equal(understood(body, options).fields.warning, undefined))
  }
})
