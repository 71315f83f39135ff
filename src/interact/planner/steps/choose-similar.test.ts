import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import { PageTree } from '../page/page-tree.ts'
import { choicesLike, similarWords } from './choose-similar.ts'

function choices(...names: string[]): PageTree {
  return new PageTree(viewOf(names.map((name) => ({ ref: name, role: 'checkbox', name, clickable: true }))))
}

test('takes for each word the choice that means most alike', () => {
  for (const [words, names, chosen] of [
    [
      ['rabbits', 'house'],
      ['television', 'home', 'rabbit'],
      ['rabbit', 'home'],
    ],
    [['begin'], ['murder', 'start', 'car'], ['start']],
    [
      ['strange', 'car'],
      ['vehicle', 'weird', 'water'],
      ['vehicle', 'weird'],
    ],
  ] as const)
    assert.deepEqual(
      choicesLike(words, choices(...names))
        .map(({ ref }) => ref)
        .toSorted(),
      [...chosen].toSorted(),
      words.join(' '),
    )
})

test('is about likeness only where all values are', () => {
  const like = { words: 'mild', quoted: false, traits: ['similar'] }
  assert.deepEqual(similarWords([like]), ['mild'])
  assert.equal(similarWords([like, undefined]), undefined)
})
