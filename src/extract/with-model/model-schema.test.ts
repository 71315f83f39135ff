import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toModelSchema } from './model-schema.ts'

describe('askableSchema', () => {
  it('lets everything be unknown, and asks for everything', () => {
    const { schema, unwrap } = toModelSchema({
      $schema: 'x',
      title: 'T',
      type: 'object',
      properties: {
        a: { type: 'string', default: 'x', description: 'd' },
        b: { type: 'string', enum: ['x', 'y'] },
        c: { $ref: '#/$defs/c' },
        d: { type: ['number', 'null'] },
        e: { type: 'array', items: { type: 'object', properties: { f: { type: 'integer' } } } },
        g: {},
        h: { const: 1 },
      },
      required: ['a'],
      $defs: { c: { type: 'object', properties: { i: { type: 'boolean' } } } },
    })
    const closed = { additionalProperties: false }
    assert.deepEqual(schema, {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], description: 'd' },
        b: { type: ['string', 'null'], enum: ['x', 'y', null] },
        c: { anyOf: [{ $ref: '#/$defs/c' }, { type: 'null' }] },
        d: { type: ['number', 'null'] },
        e: {
          type: ['array', 'null'],
          items: {
            type: 'object',
            properties: { f: { type: ['integer', 'null'] } },
            required: ['f'],
            ...closed,
          },
        },
        g: {},
        h: { anyOf: [{ const: 1 }, { type: 'null' }] },
      },
      required: ['a', 'b', 'c', 'd', 'e', 'g', 'h'],
      $defs: {
        c: { type: 'object', properties: { i: { type: ['boolean', 'null'] } }, required: ['i'], ...closed },
      },
      ...closed,
    })
    assert.deepEqual(unwrap({ a: 1 }), { a: 1 })
  })

  it('keeps objects open that are to be', () => {
    const open = { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } }
    assert.deepEqual(toModelSchema(open).schema, { ...open, required: ['a'] })
    assert.deepEqual(toModelSchema(undefined).schema, { type: 'object', additionalProperties: true })
  })

  it('wraps what is no object', () => {
    const { schema, unwrap } = toModelSchema({
      type: 'array',
      items: { $ref: '#/$defs/a' },
      $defs: { a: { type: 'string' } },
    })
    assert.deepEqual(schema, {
      type: 'object',
      properties: { result: { type: 'array', items: { $ref: '#/$defs/a' } } },
      required: ['result'],
      additionalProperties: false,
      $defs: { a: { type: 'string' } },
    })
    assert.deepEqual(unwrap({ result: ['x'] }), ['x'])
    assert.deepEqual(unwrap(['x']), ['x'])
  })
})
