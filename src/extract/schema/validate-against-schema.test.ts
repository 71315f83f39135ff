import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { validateAgainstSchema } from './validate-against-schema.ts'
import type { JsonSchema } from './json-schema.ts'

describe('complaintsAbout', () => {
  it('names what is wrong and where', () => {
    const schema = { properties: { a: { items: { properties: { b: { type: 'number' } } } } } }
    assert.deepEqual(
      validateAgainstSchema({ a: [{ b: 'x' }] }, schema).map(({ path }) => path),
      ['/a/0/b'],
    )
    assert.deepEqual(validateAgainstSchema({ a: [{ b: 1 }] }, schema), [])
  })

  it('ends on patterns that backtrack and schemas that never end', () => {
    assert.equal(
      validateAgainstSchema(`${'a'.repeat(5000)}b`, { type: 'string', pattern: '^(a+)+$' }).length,
      1,
    )
    assert.equal(validateAgainstSchema(1, { $ref: '#' })[0]?.keyword, 'schema')
  })

  const backtracks = { type: 'string', pattern: '^(a+)+$' }
  const hidden: Record<string, JsonSchema> = {
    'an unknown keyword': { properties: { a: { $ref: '#/components/X' } }, components: { X: backtracks } },
    dependencies: { dependencies: { a: { properties: { a: backtracks } } } },
  }
  for (const [place, schema] of Object.entries(hidden)) {
    it(`ends on patterns that backtrack in ${place}`, () => {
      assert.ok(validateAgainstSchema({ a: `${'a'.repeat(5000)}b` }, schema).length > 0)
      assert.deepEqual(validateAgainstSchema({ a: 'aaa' }, schema), [])
    })
  }

  it('keeps values that look like schemas', () => {
    const value = { pattern: 'a', id: 'b' }
    assert.deepEqual(validateAgainstSchema(value, { const: value }), [])
  })

  it('of alternatives names what the closest one lacks', () => {
    const kind = (name: string) => ({
      type: 'object',
      properties: { [name]: { type: 'string' }, id: { type: 'number' } },
      required: [name, 'id'],
      additionalProperties: false,
    })
    const found = validateAgainstSchema({ one: 'x' }, { anyOf: [kind('two'), kind('one')] })
    assert.deepEqual(
      found.map(({ path, keyword }) => [path, keyword]),
      [['', 'required']],
    )
  })

  for (const order of ['before', 'behind']) {
    it(`names what is wrong inside of what may also be null, null ${order} it`, () => {
      const list = { type: 'array', items: { type: 'string', maxLength: 3 } }
      const nothing = { type: 'null' }
      const schema = { properties: { a: { anyOf: order === 'before' ? [nothing, list] : [list, nothing] } } }
      assert.deepEqual(
        validateAgainstSchema({ a: ['too long', 'ok', 'too long'] }, schema).map(({ path }) => path),
        ['/a/0', '/a/2'],
      )
    })
  }

  it('says that a value fits several of which it may fit one', () => {
    const found = validateAgainstSchema(
      { a: 1 },
      { oneOf: [{ required: ['a'] }, { type: 'object' }, { type: 'string' }] },
    )
    assert.deepEqual(
      found.map(({ keyword }) => keyword),
      ['oneOf'],
    )
  })

  it('does not apply what doubles with every level of the value', () => {
    const schema = { anyOf: [{ properties: { x: { $ref: '#' } } }, { properties: { x: { $ref: '#' } } }] }
    const nested = (levels: number): object => (levels === 0 ? {} : { x: nested(levels - 1) })
    assert.deepEqual(validateAgainstSchema(nested(5), schema), [])
    assert.equal(validateAgainstSchema(nested(40), schema)[0]?.keyword, 'schema')
    const again = { properties: { x: { $ref: '#' } } }
    const dependent = { ...again, dependencies: { x: again } }
    assert.deepEqual(validateAgainstSchema(nested(5), dependent), [])
    assert.equal(validateAgainstSchema(nested(40), dependent)[0]?.keyword, 'schema')
  })

  it('ends on properties by pattern inside of each other', () => {
    const names = Array.from({ length: 100 }, (_, at) => [`k${at}`, 'x'])
    let schema: JsonSchema = { type: 'string' }
    for (let level = 0; level < 20; level++) schema = { patternProperties: { '^k': schema } }
    assert.deepEqual(validateAgainstSchema(Object.fromEntries(names), schema), [])
    const flat = validateAgainstSchema(
      { k1: 'x', k2: 5, z: 5 },
      { patternProperties: { '^k': { type: 'string' } } },
    )
    assert.deepEqual(
      flat.map(({ path }) => path),
      ['/k2'],
    )
  })
})
