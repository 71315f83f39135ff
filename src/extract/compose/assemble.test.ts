import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { validateAgainstSchema } from '../schema/validate-against-schema.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { schemaFieldOf } from '../schema/schema-field.ts'
import type { Scalar } from '../values/read-scalar.ts'
import { assemble } from './assemble.ts'

function assembled(schema: JsonSchema, found: Record<string, Scalar>) {
  const findings = Object.entries(found).map(([pointer, value]) => ({
    path: pointer.split('/').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    value,
    text: String(value),
    element: undefined,
    source: 'text' as const,
    confidence: 1,
  }))
  const { value, kept, missing } = assemble(findings, {
    options: schemaFieldOf(schema),
    schema,
    readContext: {},
  })
  return { value, missing, kept: kept.map(({ path }) => path.join('/')) }
}

const string = { type: 'string' }
const book = {
  type: 'object',
  properties: { kind: { const: 'book' }, title: string, isbn: string, pages: { type: 'integer' } },
  required: ['kind', 'title', 'isbn'],
  additionalProperties: false,
}
const film = {
  type: 'object',
  properties: { kind: { const: 'film' }, title: string, director: string, pages: string },
  required: ['kind', 'title', 'director'],
  additionalProperties: false,
}

describe('assemble', () => {
  for (const keyword of ['anyOf', 'oneOf']) {
    it(`fills the one kind of an object that there is most of, of ${keyword}`, () => {
      const schema = { [keyword]: [book, film] }
      const asFilm = assembled(schema, { title: 'Alien', director: 'Scott' })
      assert.deepEqual(asFilm.value, { kind: 'film', title: 'Alien', director: 'Scott' })
      assert.deepEqual(asFilm.missing, ['/pages'])
      const asBook = assembled(schema, { title: 'Dune', isbn: '1', pages: '412', director: 'Villeneuve' })
      assert.deepEqual(asBook.value, { kind: 'book', title: 'Dune', isbn: '1', pages: 412 })
      assert.deepEqual(asBook.kept, ['title', 'isbn', 'pages'])
      for (const { value } of [asFilm, asBook]) assert.deepEqual(validateAgainstSchema(value, schema), [])
    })
  }

  it('decides for each record of a list', () => {
    const schema = { type: 'array', items: { anyOf: [book, film] } }
    const { value } = assembled(schema, {
      '0/title': 'Dune',
      '0/isbn': '1',
      '1/title': 'Alien',
      '1/director': 'Scott',
    })
    assert.deepEqual(value, [
      { kind: 'book', title: 'Dune', isbn: '1' },
      { kind: 'film', title: 'Alien', director: 'Scott' },
    ])
  })

  it('does not choose a kind that the page speaks against', () => {
    const { value } = assembled(
      { anyOf: [book, film] },
      { kind: 'film', title: 'Dune', director: 'V', isbn: '1', pages: '4' },
    )
    assert.deepEqual(value, { kind: 'film', title: 'Dune', director: 'V', pages: '4' })
  })

  it('keeps what there is of a kind that is not complete', () => {
    const { value } = assembled({ anyOf: [book, film] }, { title: 'Dune' })
    assert.deepEqual(value, { kind: 'book', title: 'Dune' })
  })

  it('keeps everything where no kind forbids it', () => {
    const schema = {
      type: 'object',
      properties: { mail: string, phone: string },
      anyOf: [{ required: ['mail'] }, { required: ['phone'] }],
    }
    assert.deepEqual(assembled(schema, { phone: '1', mail: 'a' }).value, { mail: 'a', phone: '1' })
  })

  it('leaves out what the schema forbids, however much it is', () => {
    const schema = {
      type: 'array',
      items: { properties: { a: string, b: { type: 'string', maxLength: 1 } } },
    }
    const found = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [
        [`${at}/a`, 'x'],
        [`${at}/b`, 'too long'],
      ]).flat(),
    )
    const { value, kept } = assembled(schema, found)
    assert.deepEqual([validateAgainstSchema(value, schema), kept.length], [[], 600])
  })

  it('says where a value is when others before it are left out', () => {
    const schema = { type: 'array', items: { properties: { a: { type: 'string', maxLength: 3 } } } }
    const { value, kept } = assembled(schema, { '0/a': 'too long', '1/a': 'yes' })
    assert.deepEqual([value, kept], [[{ a: 'yes' }], ['0/a']])
  })

  describe('of kinds that a boolean tells apart', () => {
    const kind = (available: boolean, more: string, isStrict: boolean) => ({
      type: 'object',
      properties: { available: { const: available }, name: string, [more]: string },
      required: ['available', 'name', more],
      additionalProperties: !isStrict,
    })
    for (const isStrict of [true, false]) {
      it(`never says the opposite of the page${isStrict ? ', where nothing else may be there' : ''}`, () => {
        const schema = { anyOf: [kind(true, 'price', isStrict), kind(false, 'reason', isStrict)] }
        const { value, missing } = assembled(schema, { available: false, name: 'Lamp', price: '3' })
        assert.deepEqual([value, missing], [{ available: false, name: 'Lamp' }, ['/reason']])
      })
    }
  })

  it('does not tell a kind by what the schema refused', () => {
    const short = { type: 'string', maxLength: 2 }
    const schema = {
      anyOf: [book, film].map((one) => ({
        ...one,
        properties: { ...one.properties, kind: { ...one.properties.kind, ...short } },
      })),
    }
    const { value } = assembled(schema, { kind: 'film', title: 'Alien', director: 'Scott' })
    assert.deepEqual(value, { title: 'Alien', director: 'Scott' })
  })

  it('leaves out what is meant when others before it were left out already', () => {
    const a = { type: 'string', maxLength: 3 }
    const schema = {
      type: 'array',
      items: { properties: { a, b: string }, dependentRequired: { b: ['a'] } },
    }
    const { value, kept } = assembled(schema, {
      '0/a': 'too long',
      '1/a': 'ok1',
      '1/b': 'x',
      '2/a': 'too long',
      '2/b': 'y',
      '3/a': 'ok3',
      '3/b': 'z',
    })
    assert.deepEqual(value, [
      { a: 'ok1', b: 'x' },
      { a: 'ok3', b: 'z' },
    ])
    assert.deepEqual(kept, ['0/a', '0/b', '1/a', '1/b'])
  })

  it('keeps what several kinds fit of which one may', () => {
    const open = (name: string) => ({
      type: 'object',
      properties: { title: string, [name]: string },
      required: ['title'],
    })
    const { value } = assembled(
      { type: 'array', items: { oneOf: [open('isbn'), open('director')] } },
      { '0/title': 'Dune', '0/isbn': '1', '1/title': 'Alien', '1/director': 'Scott' },
    )
    assert.deepEqual(value, [
      { title: 'Dune', isbn: '1' },
      { title: 'Alien', director: 'Scott' },
    ])
  })

  it('reads again what a kind has in another format', () => {
    const dated = (format: string, name: string) => ({
      type: 'object',
      properties: { published: { type: 'string', format }, [name]: string },
      required: [name],
      additionalProperties: false,
    })
    const schema = { anyOf: [dated('date', 'isbn'), dated('date-time', 'director')] }
    const finding = { element: undefined, source: 'text' as const, confidence: 1 }
    const { value } = assemble(
      [
        { ...finding, path: ['published'], value: '2024-03-04', text: '2024-03-04T10:00:00Z' },
        { ...finding, path: ['director'], value: 'Scott', text: 'Scott' },
      ],
      { options: schemaFieldOf(schema), schema, readContext: {} },
    )
    assert.deepEqual(value, { published: '2024-03-04T10:00:00Z', director: 'Scott' })
  })

  it('misses what the kind lacks that is returned', () => {
    assert.deepEqual(assembled({ anyOf: [book, film] }, { kind: 'film', title: 'Alien' }).missing, [
      '/director',
      '/pages',
    ])
  })

  it('gives an empty object of one kind where it must be there', () => {
    const nullable = (name: string) => ({
      type: 'object',
      properties: { [name]: { type: ['string', 'null'] } },
      required: [name],
      additionalProperties: false,
    })
    const item = { anyOf: [nullable('a'), nullable('b')] }
    const schema = { type: 'object', required: ['item'], properties: { title: string, item } }
    const { value } = assembled(schema, { title: 'x' })
    assert.deepEqual([value, validateAgainstSchema(value, schema)], [{ title: 'x', item: { a: null } }, []])
  })
})
