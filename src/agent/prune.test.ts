import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prune } from './prune.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    'a/b': {
      type: 'array',
      items: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    },
  },
}

describe('prune', () => {
  it('leaves everything as it is when nothing is wrong', () => {
    const value = { 'a/b': [{ n: 1 }] }
    const { leftOut, complaints, relocate: moved, ...pruned } = prune(value, SCHEMA)
    assert.deepEqual([pruned.value, leftOut, complaints], [value, 0, []])
    assert.equal(moved('/a~1b/0/n'), '/a~1b/0/n')
  })

  it('leaves records out and says where the others went', () => {
    const { value, leftOut, relocate: moved } = prune({ 'a/b': [{}, { n: 1 }, { n: 'x' }, { n: 2 }] }, SCHEMA)
    assert.deepEqual([value, leftOut], [{ 'a/b': [{ n: 1 }, { n: 2 }] }, 2])
    const places = [0, 1, 2, 3].map((place) => moved(`/a~1b/${place}/n`))
    assert.deepEqual(places, [undefined, '/a~1b/0/n', undefined, '/a~1b/1/n'])
  })

  it('cannot help what is wrong with the whole', () => {
    const { value, complaints } = prune({ 'a/b': 'none' }, SCHEMA)
    assert.deepEqual(value, { 'a/b': 'none' })
    assert.deepEqual(
      complaints.map(({ path }) => path),
      ['/a~1b'],
    )
  })

  it('says where each of fifty thousand records went', { timeout: 30_000 }, () => {
    const all = Array.from({ length: 50_000 }, (_, n) => (n % 2 ? { n } : {}))
    const { relocate: moved } = prune({ 'a/b': all }, SCHEMA)
    const places = all.map((_, place) => moved(`/a~1b/${place}`))
    assert.deepEqual([places[0], places[1], places.at(-1)], [undefined, '/a~1b/0', '/a~1b/24999'])
  })

  it('comes to an end with ten thousand records that are all wrong', () => {
    const { value, leftOut } = prune({ 'a/b': Array.from({ length: 10_000 }, () => ({})) }, SCHEMA)
    assert.deepEqual([value, leftOut], [{ 'a/b': [] }, 10_000])
  })
})
