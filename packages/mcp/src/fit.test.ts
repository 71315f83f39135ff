import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MapOutput, PagesOutput } from './outputs.ts'
import { fit, MAX_RESPONSE_BYTES } from './fit.ts'
import type { JsonObject } from './tool.ts'

const MAX = 20_000

test('a value that fits is given as it is', () => {
  const value = { markdown: 'short' }
  assert.deepEqual(fit(value, { maxBytes: 100 }), { fitted: value, text: '{"markdown":"short"}' })
})

test('texts that are too long are cut between two words, and the answer says so', () => {
  const value = {
    markdown: 'grün https://a.test/x '.repeat(5000),
    links: ['https://a.test'],
    notes: ['first'],
  }
  const fitted = fitWithin(value)
  assert.deepEqual(fitted['links'], value.links)
  assert.match(String(fitted['markdown']), /(?:grün|https:\/\/a\.test\/x)…$/)
  const [first, note] = fitted['notes'] as string[]
  assert.equal(first, 'first')
  assert.match(note!, /has \d+ bytes.*markdown: cut after \d+ of 110000 characters.*Ask for less\.$/)
})

test('a list ends after a whole item, and the answer says how many are left out', () => {
  const links = Array.from({ length: 100_000 }, (_, at) => ({
    url: `https://a.test/${'x'.repeat(120)}/${at}`,
  }))
  const { fitted, text } = fit({ success: true, links })
  assert.ok(Buffer.byteLength(text) <= MAX_RESPONSE_BYTES)
  const kept = fitted['links'] as unknown[]
  assert.deepEqual(kept, links.slice(0, kept.length))
  assert.ok(kept.length > 10_000, `${kept.length}`)
  assert.match(
    String(fitted['notes']),
    new RegExp(`links: ${100_000 - kept.length} of 100000 items left out`),
  )
  assert.ok(MapOutput.safeParse(fitted).success)
})

test('addresses, ids and pictures are there whole or not at all', () => {
  const address = `https://a.test/?q=${'x'.repeat(30_000)}`
  const fitted = fitWithin({
    screenshot: address,
    images: [address, 'https://a.test/b.png'],
    markdown: 'text',
  })
  assert.deepEqual(
    [fitted['screenshot'], fitted['images'], fitted['markdown']],
    [undefined, ['https://a.test/b.png'], 'text'],
  )
  assert.match(String(fitted['notes']), /screenshot: left out \(30018 characters\)/)
  assert.match(String(fitted['notes']), /images: 1 of 2 items left out/)
})

test('a long item of a list leaves room for the others', () => {
  const page = (markdown: string) => ({ markdown, metadata: { url: 'https://a.test' } })
  const fitted = fitWithin({ data: [page('long words '.repeat(10_000)), page('short')] })
  const [first, second] = fitted['data'] as ReturnType<typeof page>[]
  assert.match(first!.markdown, /^long words.*…$/)
  assert.deepEqual([first!.metadata, second], [{ url: 'https://a.test' }, page('short')])
  assert.ok(PagesOutput.safeParse(fitted).success)
})

test('a text is not cut within a character', () => {
  assert.ok(String(fitWithin({ markdown: '😀'.repeat(20_000) })['markdown']).isWellFormed())
})

const many = <Value>(length: number, make: (at: number) => Value) =>
  Array.from({ length }, (_, at) => make(at))

const SHAPES: Record<string, JsonObject> = {
  'many fields': Object.fromEntries(many(50_000, (at) => [`field${at}`, at])),
  'many fields one level down': {
    json: Object.fromEntries(many(50_000, (at) => [`field${at}`, 'text of it'])),
  },
  'lists of lists': { rows: many(100, () => many(100, () => ['a', 'b', 'c'])) },
  'a deep list': {
    json: many(500, (at) => at).reduce<unknown>((inner) => [inner, 'some text'], 'x '.repeat(30_000)),
  },
  'a deep object': {
    json: many(500, (at) => at).reduce<unknown>(
      (inner) => ({ inner, 'a text': 'text' }),
      'x '.repeat(30_000),
    ),
  },
  'long names': { json: Object.fromEntries(many(5, (at) => [`${at}${'ü'.repeat(30_000)}`, 'x'])) },
  'control characters': { markdown: '\u0000\n"'.repeat(20_000) },
  'one word': { rawBase64: 'A'.repeat(50_000) },
  'several texts': { markdown: 'a b '.repeat(9000), html: '<p> '.repeat(9000), rawHtml: '<i> '.repeat(9000) },
  'many notes': { notes: many(5000, (at) => `note ${at}`), warning: 'x y '.repeat(9000) },
}

for (const [name, value] of Object.entries(SHAPES)) {
  test(`${name}: no shape is longer than an answer may be`, () => {
    const fitted = fitWithin(value)
    assert.match(String(fitted['notes']), /too many for one message/)
  })
}

function fitWithin(value: JsonObject): JsonObject {
  const { fitted, text } = fit(value, { maxBytes: MAX, advice: 'Ask for less.' })
  assert.ok(Buffer.byteLength(text) <= MAX, `${Buffer.byteLength(text)}`)
  assert.deepEqual(JSON.parse(text), fitted)
  return fitted
}
