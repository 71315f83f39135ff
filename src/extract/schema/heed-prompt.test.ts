import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyPrompt } from '../prompt/schema-from-prompt.ts'
import { fieldsOf, listsOf, schemaFieldOf } from './schema-field.ts'
import type { ObjectField } from './schema-field.ts'

const string = { type: 'string' }
const list = { type: 'array', items: { type: 'object', properties: { name: string } } }

function words(prompt: string, names: readonly string[]): string[] {
  const wish = applyPrompt(
    schemaFieldOf({ properties: Object.fromEntries(names.map((name) => [name, string])) }),
    prompt,
  )
  return fieldsOf(wish as ObjectField).map((field) => field.words)
}

function most(prompt: string, lists: Record<string, object>): number[] {
  const wish = applyPrompt(schemaFieldOf({ type: 'object', properties: lists }), prompt)
  return listsOf(wish as ObjectField).map(({ schemaField: { most: limit } }) => limit)
}

describe('heedPrompt', () => {
  const said: [string, string[], string[]][] = [
    ['', ['price'], ['']],
    ['Extract the price and the author', ['price', 'author'], ['', '']],
    ['Extract the publication date and the price', ['date', 'price'], ['publication date', '']],
    ['Extract the brand name', ['brand', 'name'], ['', '']],
    ['Get the date', ['publicationDate'], ['']],
    ['Get all fields. The field by is the author of the article.', ['by'], ['the author of the article']],
    ['The author is not the publisher.', ['author'], ['']],
    ['Get the author. The author is never the publisher', ['author'], ['']],
    ['Extract the date. The date is not the last update.', ['date'], ['']],
    ["Extract the date, which isn't the update date", ['date'], ['']],
    ['Price: without shipping', ['price'], ['']],
    ['Der Autor ist nicht der Verlag', ['autor'], ['']],
    ['val_1: number of pages\nval_2: year', ['val_1', 'val_2'], ['number of pages', 'year']],
  ]
  for (const [prompt, names, expected] of said) {
    it(`takes ${JSON.stringify(expected)} from ${JSON.stringify(prompt)} for ${names.join(', ')}`, () => {
      assert.deepEqual(words(prompt, names), expected)
    })
  }

  it('adds to what the schema says itself', () => {
    const wish = schemaFieldOf({ properties: { date: { type: 'string', description: 'ISO' } } })
    const heeded = applyPrompt(wish, 'Extract the publication date') as ObjectField
    assert.equal(heeded.properties[0]!.schemaField.words, 'ISO. publication date')
  })

  const all = Number.POSITIVE_INFINITY
  const counts: [string, Record<string, object>, number[]][] = [
    ['the first 3 products', { products: list }, [3]],
    ['Extract only the first five products with their price', { products: list, tags: list }, [5, all]],
    ['die ersten 2 Produkte', { produkte: list }, [2]],
    ['Show me the first 3 items', { products: list }, [3]],
    ['Get the title. Then list the first 3 results from this page.', { products: list }, [3]],
    ['the first 3 products', { items: list }, [all]],
    ['For each item, give the name and the first 2 letters of the city', { items: list }, [all]],
    ['Give the first 2 letters of the city', { items: list }, [all]],
    ['Everybody, with the first two words of their biography', { items: list }, [all]],
    ['The first 2 items should be skipped', { items: list }, [all]],
    ['The first 2 items are advertisements', { items: list }, [all]],
    ['List the first 2 items, excluded are advertisements', { items: list }, [all]],
    ['The first 3 rows are headers, ignore them', { rows: list }, [all]],
    ['Items from the first 2 pages', { items: list, pages: list }, [all, all]],
    ['Get the first 2 items of every category', { items: list }, [all]],
    ['The first 2 items and the last one', { items: list }, [all]],
    ['the first 3 paragraphs', { products: list }, [all]],
    ['the first 3 things', { items: list, results: list }, [all, all]],
    ['skip the first 3 products', { products: list }, [all]],
    ['all products but not the first 3 products', { products: list }, [all]],
    ['the first 2 products and the first 4 products', { products: list }, [all]],
    ['the first 3 products', { products: { ...list, maxItems: 2 } }, [2]],
    ['the first 3 products', { products: { ...list, minItems: 5 } }, [all]],
    ['the first product', { products: list }, [all]],
  ]
  for (const [prompt, lists, expected] of counts) {
    it(`reads ${JSON.stringify(prompt)} for ${Object.keys(lists).join(', ')} as ${expected.join(', ')}`, () => {
      assert.deepEqual(most(prompt, lists), expected)
    })
  }
})
