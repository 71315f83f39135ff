import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from './json-schema.ts'
import { schemaFieldOf } from './schema-field.ts'
import type { ObjectField, SchemaField } from './schema-field.ts'

/** A schema field in short form: `{name: string!, tags: [string?]}`. */
function brief(schemaField: SchemaField): string {
  const end = schemaField.nullable ? '?' : ''
  if (schemaField.kind === 'list') return `[${brief(schemaField.item)}]${end}`
  if (schemaField.kind === 'scalar')
    return `${schemaField.enum ? schemaField.enum.join('/') : (schemaField.format ?? schemaField.type)}${end}`
  const properties = schemaField.properties.map(
    ({ name, required, schemaField: inner }) => `${name}: ${brief(inner)}${required ? '!' : ''}`,
  )
  return `{${[...properties, ...(schemaField.others ? [`*: ${brief(schemaField.others)}`] : [])].join(', ')}}${end}`
}

/** Number of parts of a schema field, counting each object and value. */
function partsIn(schemaField: SchemaField): number {
  if (schemaField.kind === 'list') return 1 + partsIn(schemaField.item)
  if (schemaField.kind === 'scalar') return 1
  return schemaField.properties.reduce((sum, { schemaField: inner }) => sum + partsIn(inner), 1)
}

describe('schemaFieldOf', () => {
  const string = { type: 'string' }
  const cases: [string, JsonSchema, string][] = [
    ['no schema at all', true, 'any'],
    ['several types', { type: ['integer', 'null'] }, 'integer?'],
    ['an older way to allow null', { type: 'string', nullable: true }, 'string?'],
    ['null among the values', { enum: ['a', 'b', null] }, 'a/b?'],
    ['a constant', { const: 'x' }, 'x'],
    ['the type that all values have', { enum: [1, 2] }, '1/2'],
    ['an alternative that is only null', { anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number?'],
    ['constants as alternatives', { oneOf: [{ const: 'a' }, { const: 'b' }] }, 'a/b'],
    ['items in an older form', { items: [string] }, '[string]'],
    ['items by place', { type: 'array', prefixItems: [{ type: 'number' }] }, '[number]'],
    ['a schema with properties only', { properties: { a: string }, required: ['a'] }, '{a: string!}'],
    ['properties of any name', { type: 'object', additionalProperties: string }, '{*: string}'],
    [
      'a combination',
      { allOf: [{ properties: { a: string } }, { properties: { b: string }, required: ['a'] }] },
      '{a: string!, b: string}',
    ],
    [
      'a reference beside other words',
      { $ref: '#/$defs/x', properties: { b: string }, $defs: { x: { properties: { a: string } } } },
      '{a: string, b: string}',
    ],
    [
      'escaped and anchored references',
      {
        properties: { a: { $ref: '#/$defs/x~1y' }, b: { $ref: '#here' } },
        $defs: { 'x/y': string, z: { $anchor: 'here', type: 'number' } },
      },
      '{a: string, b: number}',
    ],
    ['a reference to nowhere', { properties: { a: { $ref: '#/$defs/none' } } }, '{a: any}'],
    ['a reference to itself in place', { $ref: '#' }, 'any'],
    [
      'a schema that contains itself, twice over',
      { properties: { name: string, inner: { $ref: '#' } } },
      '{name: string, inner: {name: string, inner: {name: string, inner: any}}}',
    ],
    [
      'the same property in several alternatives',
      { anyOf: [{ properties: { a: { const: 'x' } } }, { properties: { a: { const: 'y' } } }] },
      '{a: x/y}',
    ],
    [
      'properties that all alternatives require',
      {
        anyOf: [
          { properties: { a: string, b: string }, required: ['a', 'b'] },
          { properties: { a: string, c: string }, required: ['a', 'c'] },
        ],
      },
      '{a: string!, b: string, c: string}',
    ],
  ]
  for (const [name, schema, expected] of cases) {
    it(`reads ${name}`, () => {
      assert.equal(brief(schemaFieldOf(schema)), expected)
    })
  }

  it('keeps the alternatives of an object apart, each with the common properties', () => {
    const kind = (name: string) => ({ allOf: [{ $ref: '#/$defs/base' }, { properties: { [name]: string } }] })
    const schemaField = schemaFieldOf({
      oneOf: [kind('a'), kind('b'), kind('c')],
      $defs: { base: { properties: { id: string }, required: ['id'] } },
    }) as ObjectField
    assert.deepEqual(schemaField.alternatives.map(brief), [
      '{id: string!, a: string}',
      '{id: string!, b: string}',
      '{id: string!, c: string}',
    ])
    assert.equal(
      (schemaFieldOf({ anyOf: [kind('a'), { type: 'null' }] }) as ObjectField).alternatives?.length ?? 0,
      0,
    )
  })

  const chain = (length: number, link: (next: object) => object, last: object = { type: 'string' }) => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length: length + 1 }, (_, at) => [
        `d${at}`,
        at === length ? last : link({ $ref: `#/$defs/d${at + 1}` }),
      ]),
    ),
  })

  it('terminates on doubling references, and reads the nearest parts first', () => {
    const schemaField = schemaFieldOf(
      chain(40, (next) => ({ properties: { a: next, b: next, name: { type: 'string' } } })),
    ) as ObjectField
    assert.ok(partsIn(schemaField) <= 2000)
    assert.deepEqual(
      schemaField.properties.map(({ name }) => name),
      ['a', 'b', 'name'],
    )
    const [a, b] = schemaField.properties.map(({ schemaField: inner }) => partsIn(inner))
    assert.ok(Math.abs(a! - b!) <= a! / 2)
  })

  it('terminates on doubling combinations and alternatives', () => {
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const schemaField = schemaFieldOf(chain(40, (next) => ({ [keyword]: [next, next] })))
      assert.ok(partsIn(schemaField) <= 2000)
    }
    const kinds = schemaFieldOf(
      chain(10, (next) => ({ anyOf: ['a', 'b', 'c'].map((name) => ({ properties: { [name]: next } })) })),
    ) as ObjectField
    assert.equal(kinds.alternatives.length, 3)
  })

  it('reads thirty nested combinations', () => {
    let schema: JsonSchema = { properties: { name: string } }
    for (let level = 0; level < 30; level++) schema = { allOf: [schema] }
    assert.equal(brief(schemaFieldOf(schema)), '{name: string}')
  })

  it('stops reading a schema at its limit of parts', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`p${at}`, string]))
    assert.equal((schemaFieldOf({ properties: many }) as ObjectField).properties.length, 1999)
  })
})
