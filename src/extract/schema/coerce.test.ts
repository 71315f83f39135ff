import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coerce } from './coerce.ts'
import { complaintsAbout } from './complaints-about.ts'
import type { JsonSchema } from './json-schema.ts'

describe('coerce', () => {
  const cases: [unknown, JsonSchema, unknown][] = [
    ['12,50 €', { type: 'number' }, 12.5],
    ['1,234 reviews', { type: 'integer' }, 1234],
    ['In Stock', { enum: ['in_stock', 'out_of_stock'] }, 'in_stock'],
    ['4. März 2025', { type: 'string', format: 'date' }, '2025-03-04'],
    ['/x', { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] }, 'https://e.example/x'],
    ['ja', { type: 'boolean' }, true],
    ['maybe', { type: ['boolean', 'null'] }, null],
    [
      { a: 1, b: 2 },
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      { a: '1' },
    ],
  ]
  for (const [value, schema, expected] of cases) {
    it(`reads ${JSON.stringify(value)} as ${JSON.stringify(schema)}`, () => {
      assert.deepEqual(coerce(value, schema, 'de', 'https://e.example/'), expected)
    })
  }
})

describe('complaintsAbout', () => {
  it('names what is wrong and where', () => {
    const schema = { properties: { a: { items: { properties: { b: { type: 'number' } } } } } }
    assert.deepEqual(
      complaintsAbout({ a: [{ b: 'x' }] }, schema).map(({ path }) => path),
      ['/a/0/b'],
    )
    assert.deepEqual(complaintsAbout({ a: [{ b: 1 }] }, schema), [])
  })

  it('ends on patterns that backtrack and schemas that never end', () => {
    assert.equal(complaintsAbout(`${'a'.repeat(5000)}b`, { type: 'string', pattern: '^(a+)+$' }).length, 1)
    assert.equal(complaintsAbout(1, { $ref: '#' })[0]?.keyword, 'schema')
  })
})
