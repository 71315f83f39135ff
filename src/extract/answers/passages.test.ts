import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pageOf } from '../../../test/answers/page-of.ts'
import { passagesOf, rankPassages } from './passages.ts'

const PAGE =
  pageOf(`<h1>Bees</h1><p>Bees make honey.</p><p>They dance.</p><h2>Price</h2><p>A hive costs 90 euros.</p>
  <h2>Diseases</h2><p>${'Mites harm the brood. '.repeat(120)}</p>`)

it('puts the blocks of a section together and cuts what is long', () => {
  const passages = passagesOf(PAGE)
  assert.deepEqual(passages.slice(0, 2), [
    { text: 'Bees make honey.\nThey dance.', heading: 'Bees', order: 0 },
    { text: 'A hive costs 90 euros.', heading: 'Bees > Price', order: 1 },
  ])
  assert.ok(passages.length > 2 && passages.every(({ text }) => text.length <= 1800))
})

it('ranks passages by what they say about a query and leaves out the others', () => {
  const ranked = rankPassages(passagesOf(PAGE), 'What does a beehive cost?', 'en')
  assert.equal(ranked[0]?.passage.order, 1)
  assert.deepEqual(rankPassages(passagesOf(PAGE), 'volcano', 'en'), [])
})
