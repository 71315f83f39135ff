import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanDate, cleanSize, cleanText, cleanTitle, webUrl } from './clean.ts'

describe('the text of a hit', () => {
  for (const [given, text] of [
    ['A <strong>bold</strong> grain&#x27;s &amp; oat&quot;s', `A bold grain's & oat"s`],
    ['one<br>two<p>three</p>four', 'one two three four'],
    ['<script>alert(1)</script>seen<style>p{}</style>', 'seen'],
    ['&lt;b&gt; is a tag', '<b> is a tag'],
    ['3 < 4 and 5 > 2', '3 < 4 and 5 > 2'],
    ['  many \n\t spaces\u0000 ', 'many spaces'],
    ['half a pair \ud83d', 'half a pair'],
    ['turned \u202eround\u2066 and\u200b\ufeff hidden', 'turned round and hidden'],
    ['The <script> element', 'The <script> element'],
    ['a <iframe src="x"> of <b>ours</b>', 'a <iframe src="x"> of ours'],
    ['', undefined],
    ['<p></p>', undefined],
    [17, undefined],
    [{ toString: () => 'x' }, undefined],
  ] as const) {
    it(`${JSON.stringify(given)} becomes ${JSON.stringify(text)}`, () => assert.equal(cleanText(given), text))
  }

  it('is cut at its maximum length', () => {
    assert.equal(cleanTitle('a'.repeat(10_000_000))!.length, 500)
    assert.equal(cleanText(`${'a'.repeat(1_998)}😀 and more`)!.length, 1_999)
  })
})

describe('the URL of a hit', () => {
  for (const [given, url] of [
    ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
    [' http://example.com ', 'http://example.com/'],
    ['javascript:alert(1)', undefined],
    ['ftp://example.com', undefined],
    ['//example.com', undefined],
    ['https://user:secret@example.com/', undefined],
    ['https://', undefined],
    [`https://example.com/${'a'.repeat(9_000)}`, undefined],
    [null, undefined],
  ] as const) {
    it(`${String(given).slice(0, 60)} becomes ${url}`, () => assert.equal(webUrl(given), url))
  }
})

describe('the date of a hit', () => {
  for (const [given, date] of [
    ['2026-03-01T10:00:00', '2026-03-01T10:00:00.000Z'],
    ['Mon, 02 Mar 2026 08:00:00 GMT', '2026-03-02T08:00:00.000Z'],
    ['2 days ago', '2 days ago'],
    ['2026-03-01 10:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
    ['2026-99-99', '2026-99-99'],
    [5, undefined],
  ] as const) {
    it(`${given} becomes ${date}`, () => assert.equal(cleanDate(given), date))
  }
})

it('accepts only whole pixels as a size', () => {
  assert.deepEqual([640, '480', 0, -1, 1.5, 'x', 1e9, null].map(cleanSize), [
    640,
    480,
    ...Array.from({ length: 6 }),
  ])
})
