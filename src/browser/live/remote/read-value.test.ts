import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RemoteError } from './remote.ts'
import { decodeScript, decodeValue, encodeValue } from './values.ts'

const references = {
  object: (number: unknown) => ({ handle: number }),
  locator: (object: unknown, chain: unknown) => ({ object, chain }),
}

describe('readValue', () => {
  const cases: [string, unknown, unknown][] = [
    ['data', [1, 'a', null, true], [1, 'a', null, true]],
    ['objects', { $: 'plain', value: { a: { $: 'undefined' } } }, { a: undefined }],
    [
      'numbers that JSON has not',
      [
        { $: 'number', text: '-0' },
        { $: 'number', text: 'NaN' },
      ],
      [-0, NaN],
    ],
    ['large numbers', { $: 'bigint', text: '-12345678901234567890' }, -12345678901234567890n],
    ['bytes', { $: 'bytes', base64: 'aGk=' }, Buffer.from('hi')],
    ['patterns', { $: 'regexp', source: 'a+', flags: 'i' }, /a+/i],
    ['dates', { $: 'date', ms: 5 }, new Date(5)],
    ['handles', { $: 'object', object: 7 }, { handle: 7 }],
  ]
  for (const [name, given, read] of cases) {
    it(`reads ${name}`, () => assert.deepEqual(decodeValue(given, references), read))
  }

  it('takes what goes out', () => {
    const value = { a: [1, -0, NaN, undefined, 5n, new Date(3), /x/g], b: { c: 'd' } }
    assert.deepEqual(decodeValue(encodeValue(value), references), value)
  })

  const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown
  const refused: [string, unknown][] = [
    ['an object that is not marked', { a: 1 }],
    ['an unknown mark', { $: 'process' }],
    ['a mark of the prototype', { $: 'constructor' }],
    ['a mark that is no text', { $: ['plain'] }],
    ['plain that is a list', { $: 'plain', value: [] }],
    ['plain that is nothing', { $: 'plain', value: null }],
    ['a number that is text', { $: 'number', text: 'toString' }],
    ['a large number that is an expression', { $: 'bigint', text: '0x10' }],
    ['a very large number', { $: 'bigint', text: '9'.repeat(20_000) }],
    ['bytes that are no text', { $: 'bytes', base64: { length: 5 } }],
    ['a pattern that is none', { $: 'regexp', source: '(', flags: '' }],
    ['flags that are none', { $: 'regexp', source: 'a', flags: 'zz' }],
    ['an address that is none', { $: 'url', href: 'nowhere' }],
    ['a function', { $: 'function', source: '() => 1' }],
    ['nothing at all', undefined],
    ['what is nested without end', deep],
  ]
  for (const [name, given] of refused) {
    it(`refuses ${name}`, () => assert.throws(() => decodeValue(given, references), RemoteError))
  }

  it('does not let data change what it inherits', () => {
    const given = JSON.parse(
      '{"$":"plain","value":{"__proto__":{"$":"plain","value":{"isAdmin":true}},"a":1}}',
    )
    const read = decodeValue(given, references) as Record<string, unknown>
    assert.deepEqual(Object.keys(read), ['a'])
    assert.equal(read['isAdmin'], undefined)
    assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined)
  })
})

describe('readScript', () => {
  it('is a function only by its text', () => {
    const script = decodeScript({ $: 'function', source: '() => process.exit()' }) as () => unknown
    assert.equal(String(script), '() => process.exit()')
    assert.equal(script(), undefined)
  })
  for (const given of [null, 5, { $: 'plain', value: {} }, { $: 'function', source: 5 }]) {
    it(`refuses ${JSON.stringify(given)}`, () => assert.throws(() => decodeScript(given), RemoteError))
  }
})

describe('tellValue', () => {
  const circle: unknown[] = []
  circle.push(circle)
  const refused: [string, unknown][] = [
    ['data that refers to itself', circle],
    ['more text than fits', 'x'.repeat(13 * 1024 * 1024)],
    ['more bytes than fit', new Uint8Array(12 * 1024 * 1024)],
    ['more items than fit', Array.from({ length: 2_000_000 }, () => 1)],
  ]
  for (const [name, given] of refused) {
    it(`refuses ${name}`, () => assert.throws(() => encodeValue(given), RemoteError))
  }

  it('tells the same object twice where it stands twice', () => {
    const one = { a: 1 }
    assert.deepEqual(decodeValue(encodeValue([one, one]), references), [one, one])
  })
})
