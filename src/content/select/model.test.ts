import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../parse/html.ts'
import { bodyOf } from './body.ts'
import { blockLikelihoods, typeLikelihoods } from './likelihoods.ts'
import { readModel, shippedModel } from './model.ts'
import type { StoredModel } from './model.ts'
import { outlineOf } from './outline.ts'
import { PAGE_TYPES } from './page-type.ts'
import { pageTraits } from './page-traits.ts'
import { survey } from './survey.ts'

const FOREST = { base: 0.5, features: 1, trees: [[0, 1, -1, -2, -1, 3]] }

describe('readModel', () => {
  const stored: StoredModel = {
    names: { post: 1.5, constructor: -1 },
    words: { more: -2 },
    types: PAGE_TYPES.map(() => FOREST),
    blocks: FOREST,
  }

  it('loads a stored model', () => {
    const model = readModel(stored)
    assert.equal(model.names.get('post'), 1.5)
    assert.equal(model.words.get('more'), -2)
    assert.equal(model.types.length, PAGE_TYPES.length)
    assert.equal(model.blocks.features, 1)
  })

  it('has weights only for its own words', () => {
    const { names, words } = readModel(stored)
    assert.equal(names.get('constructor'), -1)
    assert.equal(words.get('constructor'), undefined)
  })

  const refused: [string, Partial<StoredModel>][] = [
    ['fewer types', { types: stored.types.slice(1) }],
    ['more types', { types: [...stored.types, FOREST] }],
    ['no types', { types: [] }],
    ['a broken forest', { blocks: { ...FOREST, trees: [[0, 1, -1, -2]] } }],
    ['a broken forest of a type', { types: stored.types.map(() => ({ ...FOREST, trees: [[5, 1]] })) }],
  ]
  for (const [what, change] of refused) {
    it(`rejects a model with ${what}`, () =>
      assert.throws(() => readModel({ ...stored, ...change }), TypeError))
  }
})

describe('the shipped model', () => {
  it('is read once', () => assert.equal(shippedModel(), shippedModel()))

  it('has evidence for and against content', () => {
    for (const evidence of [shippedModel().names, shippedModel().words]) {
      const values = [...evidence.values()]
      assert.ok(values.every(Number.isFinite))
      assert.ok(values.some((value) => value > 0) && values.some((value) => value < 0))
    }
  })

  it('matches the features of pages', () => {
    const page = parseHtml('<h1>Title</h1><p>Some text, and more.</p>', undefined, false)
    const outline = outlineOf(bodyOf(page))
    const traits = pageTraits(page, outline)
    const model = shippedModel()
    const types = typeLikelihoods(traits, model)
    const blocks = blockLikelihoods(survey(outline, traits.title, model), traits, types, model)
    assert.equal(types.length, PAGE_TYPES.length)
    assert.equal(blocks.length, 2)
    assert.ok([...types, ...blocks].every((value) => value > 0 && value < 1))
  })
})
