import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSameJson, jsonChanges, jsonKey } from './json-changes.ts'

const pair = (previous: unknown, current: unknown) => ({ previous, current })

const CHANGES: [what: string, previous: unknown, current: unknown, changes: unknown][] = [
  [
    'fields that changed and fields that did not',
    { price: 1, name: 'a' },
    { price: 2, name: 'a' },
    { price: pair(1, 2), name: pair('a', 'a') },
  ],
  [
    'fields that came and went',
    { old: 1 },
    { fresh: false },
    { old: pair(1, null), fresh: pair(null, false) },
  ],
  ['nested fields', { a: { b: 1 } }, { a: { b: 2 } }, { a: { b: pair(1, 2) } }],
  ['nested fields that were not there', {}, { a: { b: 2 } }, { a: { b: pair(null, 2) } }],
  ['nested fields that are gone', { a: { b: 2 } }, { a: null }, { a: { b: pair(2, null) } }],
  ['an object in place of a value', { a: 1 }, { a: { b: 2 } }, { a: pair(1, { b: 2 }) }],
  ['lists as one value', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, { a: pair([{ b: 1 }], [{ b: 2 }]) }],
  ['data without a predecessor', undefined, { a: 1 }, { a: pair(null, 1) }],
  ['data that is gone', { a: 1 }, undefined, { a: pair(1, null) }],
  ['data that is a list', [1], [1, 2], { data: pair([1], [1, 2]) }],
]

describe('changes of JSON data', () => {
  for (const [what, previous, current, changes] of CHANGES) {
    it(`include ${what}`, () => assert.deepEqual(jsonChanges(previous, current), changes))
  }

  it('treat special names as plain keys', () => {
    const changes = jsonChanges({}, JSON.parse('{ "__proto__": { "a": 1 }, "constructor": 2 }'))
    assert.equal(
      JSON.stringify(changes),
      JSON.stringify(
        JSON.parse(
          '{"__proto__":{"a":{"previous":null,"current":1}},"constructor":{"previous":null,"current":2}}',
        ),
      ),
    )
    assert.equal(({} as { a?: unknown }).a, undefined)
  })

  it('stop at a bounded depth', () => {
    let deep: unknown = 1
    for (let level = 0; level < 5_000; level++) deep = { deep }
    assert.ok(jsonChanges(undefined, deep))
  })
})

describe('JSON data', () => {
  it('is equal in any order of its fields', () => {
    assert.ok(isSameJson('{"a":1,"b":[1,2]}', '{"b":[1,2],"a":1}'))
    assert.ok(!isSameJson('{"a":1,"b":[1,2]}', '{"b":[2,1],"a":1}'))
  })

  it('has the same key for equal schemas and prompts', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const turned = { properties: { a: { type: 'string' } }, type: 'object' }
    assert.equal(jsonKey({ schema, prompt: 'p' }), jsonKey({ schema: turned, prompt: 'p' }))
    assert.notEqual(jsonKey({ schema }), jsonKey({ schema, prompt: 'p' }))
    assert.notEqual(jsonKey({ schema }), jsonKey({ schema: { type: 'object' } }))
  })
})
