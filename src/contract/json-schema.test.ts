import { accepts, refuses } from '../../test/support/case-tables.ts'
import { JsonSchema } from './json-schema.ts'

const nested = (levels: number): object => (levels === 0 ? {} : { items: nested(levels - 1) })

const schemas: Record<string, object> = {
  nothing: {},
  'what generators write': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { type: { type: 'string' }, list: { type: 'array', items: { $ref: '#/$defs/a' } } },
    required: ['type'],
    additionalProperties: false,
    $defs: { a: { anyOf: [{ type: 'null' }, { enum: [1, 'a'] }] } },
  },
  'several types': { type: ['string', 'null'] },
  'older forms': { type: 'array', items: [{ type: 'string' }], definitions: {}, required: true },
  'words it does not know': { title: 'x', 'x-order': 5 },
  'sixty levels': nested(60),
}

accepts(
  JsonSchema,
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { given: schema, gives: schema }]),
  ),
)

refuses(JsonSchema, {
  'a list': { given: [], at: '', says: 'must be an object' },
  'an unknown type': { given: { type: 'objekt' }, at: 'type', says: 'one of string, number, integer' },
  'no type': { given: { type: [] }, at: 'type', says: 'one of string' },
  'an unknown type inside': {
    given: { properties: { a: { items: { type: 'text' } } } },
    at: 'properties.a.items.type',
    says: 'one of string',
  },
  'properties that are a list': {
    given: { properties: [] },
    at: 'properties',
    says: 'values are JSON Schemas',
  },
  'a property that is a text': {
    given: { properties: { a: 'string' } },
    at: 'properties.a',
    says: 'must be a JSON Schema',
  },
  'items that are a text': { given: { items: 'string' }, at: 'items', says: 'must be a JSON Schema' },
  'a choice of nothing': { given: { anyOf: [] }, at: 'anyOf', says: 'list of JSON Schemas' },
  'a choice of one thing without a list': { given: { oneOf: {} }, at: 'oneOf', says: 'list of JSON Schemas' },
  'a broken choice': { given: { allOf: [{}, { type: 'x' }] }, at: 'allOf.1.type', says: 'one of string' },
  'a broken exclusion': { given: { not: 5 }, at: 'not', says: 'must be a JSON Schema' },
  'broken further properties': {
    given: { additionalProperties: 'no' },
    at: 'additionalProperties',
    says: 'JSON Schema',
  },
  'required properties that are no names': {
    given: { required: [1] },
    at: 'required',
    says: 'property names',
  },
  'an enum that is no list': { given: { enum: 'a' }, at: 'enum', says: 'must be a list' },
  'a reference that is no text': { given: { $ref: 1 }, at: '$ref', says: 'must be a string' },
  'a pattern that is no text': { given: { pattern: {} }, at: 'pattern', says: 'must be a string' },
  'broken definitions': { given: { $defs: { a: 1 } }, at: '$defs.a', says: 'JSON Schema' },
  'too many levels': {
    given: nested(70),
    at: Array.from({ length: 65 }, () => 'items').join('.'),
    says: '64 levels',
  },
})
