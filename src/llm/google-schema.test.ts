import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toGoogleSchema } from './google-schema.ts'

describe('toGoogleSchema', () => {
  const given: [name: string, property: object, converted: object][] = [
    ['formats it knows', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['no other formats', { type: 'string', format: 'uri', default: 'x' }, { type: 'string' }],
    ['null as another type', { type: ['string', 'null'] }, { nullable: true, type: 'string' }],
    [
      'null as an alternative',
      { anyOf: [{ type: 'number' }, { type: 'null' }], description: 'd' },
      { type: 'number', description: 'd', nullable: true },
    ],
    ['several types', { type: ['string', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      'one of',
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    ['lists of texts', { enum: ['a', 'b', null] }, { type: 'string', enum: ['a', 'b'] }],
    [
      'lists of numbers in words',
      { type: 'integer', enum: [1, 2] },
      { type: 'integer', description: 'One of [1,2].' },
    ],
    ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['references', { $ref: '#/$defs/name' }, { type: 'string', description: 'A name.' }],
    [
      'arrays',
      { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1 },
      {
        minItems: 1,
        type: 'array',
        items: { type: 'string', description: 'A name.' },
      },
    ],
    [
      'what holds together',
      { allOf: [{ type: 'integer' }, { minimum: 2 }] },
      { type: 'integer', minimum: 2 },
    ],
  ]
  for (const [name, property, converted] of given) {
    it(`says ${name}`, () => {
      const schema = {
        type: 'object',
        properties: { one: property },
        required: ['one', 'none'],
        additionalProperties: false,
        $defs: { name: { type: 'string', description: 'A name.' } },
      }
      assert.deepEqual(toGoogleSchema(schema), {
        type: 'object',
        properties: { one: converted },
        required: ['one'],
        propertyOrdering: ['one'],
      })
    })
  }

  const unsayable: [name: string, schema: object][] = [
    ['an open object', { type: 'object' }],
    ['an open object within', { type: 'object', properties: { a: { type: 'object' } } }],
    ['a reference to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
    ['a reference elsewhere', { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } }],
    ['a schema that holds itself', { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#' } } }],
    ['a reference to itself', { type: 'object', properties: { a: { $ref: '#/properties/a' } } }],
  ]
  it('cannot say what doubles with every reference', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => {
        const next = { $ref: `#/$defs/d${at + 1}` }
        return [`d${at}`, { type: 'object', properties: { a: next, b: next } }]
      }),
    )
    const root = { ...$defs['d0'], $defs: { ...$defs, d20: { type: 'string' } } }
    assert.equal(toGoogleSchema(root), undefined)
  })

  for (const [name, schema] of unsayable) {
    it(`cannot say ${name}`, () => assert.equal(toGoogleSchema(schema), undefined))
  }
})
