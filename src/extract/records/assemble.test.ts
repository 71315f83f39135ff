import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { complaintsAbout } from '../schema/complaints-about.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { wishOf } from '../schema/wish.ts'
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
  const { value, kept, missing } = assemble(findings, { wish: wishOf(schema), schema, reading: {} })
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
      for (const { value } of [asFilm, asBook]) assert.deepEqual(complaintsAbout(value, schema), [])
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
    assert.deepEqual([complaintsAbout(value, schema), kept.length], [[], 600])
  })

  it('says where a value is when others before it are left out', () => {
    const schema = { type: 'array', items: { properties: { a: { type: 'string', maxLength: 3 } } } }
    const { value, kept } = assembled(schema, { '0/a': 'too long', '1/a': 'yes' })
    assert.deepEqual([value, kept], [[{ a: 'yes' }], ['0/a']])
  })
})
