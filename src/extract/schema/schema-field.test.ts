import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from './json-schema.ts'
import { schemaFieldOf } from './schema-field.ts'
import type { ObjectField, SchemaField } from './schema-field.ts'

/** A wish in few words: `{name: string!, tags: [string?]}`. */
function brief(wish: SchemaField): string {
  const end = wish.nullable ? '?' : ''
  if (wish.kind === 'list') return `[${brief(wish.item)}]${end}`
  if (wish.kind === 'scalar') return `${wish.enum ? wish.enum.join('/') : (wish.format ?? wish.type)}${end}`
  const properties = wish.properties.map(
    ({ name, required, schemaField: inner }) => `${name}: ${brief(inner)}${required ? '!' : ''}`,
  )
  return `{${[...properties, ...(wish.others ? [`*: ${brief(wish.others)}`] : [])].join(', ')}}${end}`
}

/** How many parts a wish has, each object and value for itself. */
function partsIn(wish: SchemaField): number {
  if (wish.kind === 'list') return 1 + partsIn(wish.item)
  if (wish.kind === 'scalar') return 1
  return wish.properties.reduce((sum, { schemaField: inner }) => sum + partsIn(inner), 1)
}

describe('wishOf', () => {
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
    ['what has properties', { properties: { a: string }, required: ['a'] }, '{a: string!}'],
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
      'what alternatives say about the same property',
      { anyOf: [{ properties: { a: { const: 'x' } } }, { properties: { a: { const: 'y' } } }] },
      '{a: x/y}',
    ],
    [
      'as required what all alternatives require',
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

  it('keeps the kinds of an object apart, each with what all share', () => {
    const kind = (name: string) => ({ allOf: [{ $ref: '#/$defs/base' }, { properties: { [name]: string } }] })
    const wish = schemaFieldOf({
      oneOf: [kind('a'), kind('b'), kind('c')],
      $defs: { base: { properties: { id: string }, required: ['id'] } },
    }) as ObjectField
    assert.deepEqual(wish.alternatives.map(brief), [
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

  it('ends on references that double, and reads what is near first', () => {
    const wish = schemaFieldOf(
      chain(40, (next) => ({ properties: { a: next, b: next, name: { type: 'string' } } })),
    ) as ObjectField
    assert.ok(partsIn(wish) <= 2000)
    assert.deepEqual(
      wish.properties.map(({ name }) => name),
      ['a', 'b', 'name'],
    )
    const [a, b] = wish.properties.map(({ schemaField: inner }) => partsIn(inner))
    assert.ok(Math.abs(a! - b!) <= a! / 2)
  })

  it('ends on combinations and alternatives that double', () => {
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const wish = schemaFieldOf(chain(40, (next) => ({ [keyword]: [next, next] })))
      assert.ok(partsIn(wish) <= 2000)
    }
    const kinds = schemaFieldOf(
      chain(10, (next) => ({ anyOf: ['a', 'b', 'c'].map((name) => ({ properties: { [name]: next } })) })),
    ) as ObjectField
    assert.equal(kinds.alternatives.length, 3)
  })

  it('reads thirty combinations inside of each other', () => {
    let schema: JsonSchema = { properties: { name: string } }
    for (let level = 0; level < 30; level++) schema = { allOf: [schema] }
    assert.equal(brief(schemaFieldOf(schema)), '{name: string}')
  })

  it('reads no more of a schema than can be looked for', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`p${at}`, string]))
    assert.equal((schemaFieldOf({ properties: many }) as ObjectField).properties.length, 1999)
  })
})
