import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitsStrict } from './strict-schema.ts'

function closed(properties: Record<string, unknown>, more: object = {}) {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...more,
  }
}

describe('fitsStrict', () => {
  const fitting: [name: string, schema: object][] = [
    ['closed objects', closed({ a: { type: ['string', 'null'] }, b: closed({ c: { type: 'number' } }) })],
    ['arrays', closed({ a: { type: 'array', items: closed({ b: { enum: ['x'] } }) } })],
    [
      'alternatives and references',
      closed({ a: { anyOf: [{ $ref: '#/$defs/x' }, { type: 'null' }] } }, { $defs: { x: closed({}) } }),
    ],
  ]
  for (const [name, schema] of fitting) it(`accepts ${name}`, () => assert.equal(fitsStrict(schema), true))

  const unfit: [name: string, schema: object][] = [
    ['open objects', closed({ a: { type: 'string' } }, { additionalProperties: undefined })],
    ['optional properties', closed({ a: { type: 'string' } }, { required: [] })],
    ['open objects within', closed({ a: { type: 'array', items: { type: 'object', properties: {} } } })],
    ['objects without properties', closed({ a: { type: 'object' } })],
    ['unknown keywords', closed({ a: { type: 'string', minLength: 2 } })],
    ['no types', closed({ a: { description: 'anything' } })],
    ['alternatives at the root', closed({}, { anyOf: [] })],
    [
      'too deep ones',
      Array.from({ length: 12 }).reduce<object>((inner) => closed({ a: inner }), { type: 'string' }),
    ],
    [
      'too large ones',
      closed(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`p${at}`, { type: 'string' }]))),
    ],
  ]
  for (const [name, schema] of unfit) it(`rejects ${name}`, () => assert.equal(fitsStrict(schema), false))
})
