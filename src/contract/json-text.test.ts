import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertCheap } from '../../test/support/assert-cheap.ts'
import { BODY_LIMITS, createJsonScan, exceededJsonLimit } from './json-text.ts'

const limits = { depth: 3, keys: 4, values: 6 }

/** The issue found in a text that arrives in chunks of the given size. */
function scanned(text: string, most = limits, chunkBytes = 1): string | undefined {
  const bytes = Buffer.from(text)
  const scan = createJsonScan(most)
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const complaint = scan(bytes.subarray(start, start + chunkBytes))
    if (complaint !== undefined) return complaint
  }
  return undefined
}

describe('scanning a JSON text while it arrives', () => {
  const accepted = [
    '',
    '7',
    '[[[]]]',
    '[[[]], [[]]]',
    '{"a": 1, "b": 2, "c": 3, "d": 4}',
    '[1, 2, 3, 4, 5, 6]',
    '"[[[[[[{:,:,:,:,:,"',
    String.raw`["\"[[[[", "\\", "\\\"[[[["]`,
    '"ä€😀,,,,,,,,"',
  ]
  for (const text of accepted)
    it(`accepts ${text} within the limits`, () => {
      for (const size of [1, 2, 3, 1000]) assert.equal(scanned(text, limits, size), undefined)
    })

  const refused: [string, RegExp][] = [
    ['[[[[]]]]', /nested more than 3 levels/],
    ['{"a":[{"b":[]}]}', /nested more than 3 levels/],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5}', /more than 4 keys/],
    ['[{"a":1},{"a":1},{"a":1},{"a":1},{"a":1}]', /more than 4 keys/],
    ['[1,2,3,4,5,6,7]', /more than 6 values/],
    [String.raw`["\\",[[[]]]]`, /nested more than 3 levels/],
  ]
  for (const [text, message] of refused)
    it(`refuses ${text}`, () => {
      for (const size of [1, 2, 3, 1000]) assert.match(scanned(text, limits, size) ?? '', message)
    })

  it('refuses at the first chunk over a limit', () => {
    assert.equal(exceededJsonLimit('['.repeat(1000), BODY_LIMITS), 'is nested more than 200 levels deep')
  })

  const MB10 = 10 * 1024 * 1024
  const costly = {
    'of text': `{"html":"${'x'.repeat(MB10)}"}`,
    'of quotes': '"'.repeat(MB10),
    'of escapes': `"${String.raw`\"`.repeat(MB10 / 2)}"`,
    'of spaces': ' '.repeat(MB10),
  }
  for (const [name, text] of Object.entries(costly)) {
    const bytes = Buffer.from(text)
    it(`is cheap, even when 10 MB ${name} arrive at once`, () => {
      assertCheap(() => createJsonScan(BODY_LIMITS)(bytes), 200)
    })
  }
})
