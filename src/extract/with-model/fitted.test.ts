import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coerceTypes } from './model-schema.ts'

describe('fitted', () => {
  const given: [name: string, value: unknown, schema: object, result: unknown][] = [
    [
      'drops null where there is none',
      { a: null, b: 1 },
      { properties: { a: { type: 'string' } } },
      { b: 1 },
    ],
    [
      'keeps null where there is',
      { a: null },
      { properties: { a: { type: ['string', 'null'] } } },
      { a: null },
    ],
    ['drops null without a schema', { a: null, b: [null, { c: null }] }, {}, { b: [{}] }],
    [
      'reads plain numbers',
      { a: '1299.5', b: '1,299' },
      { properties: { a: { type: 'number' }, b: { type: 'number' } } },
      { a: 1299.5, b: '1,299' },
    ],
    ['writes numbers as text', { a: 5 }, { properties: { a: { type: 'string' } } }, { a: '5' }],
    [
      'leaves numbers that may be both',
      { a: 5 },
      { properties: { a: { type: ['string', 'number'] } } },
      { a: 5 },
    ],
    ['reads truth', { a: 'True' }, { properties: { a: { type: 'boolean' } } }, { a: true }],
    [
      'takes nothing for nothing',
      { a: 'N/A', b: '' },
      { properties: { a: { type: 'number' }, b: { type: 'number' } } },
      {},
    ],
    [
      'makes a list of one',
      { a: 'x' },
      { properties: { a: { type: 'array', items: { type: 'string' } } } },
      { a: ['x'] },
    ],
    [
      'follows references and alternatives',
      { a: { b: '5' } },
      {
        properties: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } },
        $defs: { a: { properties: { b: { type: 'integer' } } } },
      },
      { a: { b: 5 } },
    ],
  ]
  for (const [name, value, schema, result] of given) {
    it(name, () => assert.deepEqual(coerceTypes(value, { ...schema }), result))
  }
})
