import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FactPool, RecordPool } from './facts.ts'
import type { Fact } from './facts.ts'

function fact(name: string, value: string | number, confidence = 0.8, url = 'http://a.example/'): Fact {
  return {
    path: [name],
    value,
    evidence: { field: `/${name}`, url, text: String(value), source: 'text', confidence },
  }
}

describe('FactPool', () => {
  it('holds what is most trusted, and what pages agree on', () => {
    const pool = new FactPool()
    pool.add([fact('price', 5, 0.6, 'http://a.example/1')])
    pool.add([fact('price', 7, 0.65, 'http://a.example/2')])
    assert.equal(pool.best('["price"]')?.facts[0]?.value, 7)
    pool.add([fact('price', 5, 0.6, 'http://a.example/3')])
    assert.equal(pool.best('["price"]')?.facts[0]?.value, 5)
    assert.equal(pool.ranked('["price"]').length, 2)
    assert.equal(pool.best('["name"]'), undefined)
  })

  it('keeps the entries of a list together', () => {
    const pool = new FactPool()
    const entry = (index: number, value: string) => ({ ...fact('tags', value), path: ['tags', index] })
    pool.add([entry(0, 'a'), entry(1, 'b')])
    assert.equal(pool.best('["tags"]')?.facts.length, 2)
  })
})

describe('RecordPool', () => {
  const NAMES = ['["name"]']

  it('knows a record again by its page, else by its name', () => {
    const pool = new RecordPool(NAMES)
    pool.add([fact('name', 'Kettle')], { link: 'a.example/kettle' })
    pool.add([fact('name', 'KETTLE ')])
    pool.add([fact('name', 'The kettle'), fact('price', 5)], { link: 'a.example/kettle' })
    assert.equal(pool.records.length, 1)
    assert.equal(pool.records[0]?.facts.best('["price"]')?.facts[0]?.value, 5)
  })

  it('keeps two of the same name with pages of their own apart', () => {
    const pool = new RecordPool(NAMES)
    pool.add([fact('name', 'Kettle')], { link: 'a.example/1' })
    const { isNew } = pool.add([fact('name', 'Kettle')], { link: 'a.example/2' })
    assert.deepEqual([pool.records.length, isNew], [2, true])
  })

  it('keeps two of the same name apart of whom different things are said, where neither has a page', () => {
    const pool = new RecordPool(NAMES)
    pool.add([fact('name', 'Petra'), fact('text', 'First')])
    pool.add([fact('name', 'Petra'), fact('text', 'Second')])
    pool.add([fact('name', 'Petra'), fact('text', 'Second')])
    assert.equal(pool.records.length, 2)
  })

  it('takes what leads to the same page for several where none has a name and they differ', () => {
    const pool = new RecordPool([])
    pool.add([fact('author', 'Petra'), fact('text', 'First')], { link: 'a.example/petra' })
    pool.add([fact('author', 'Petra'), fact('text', 'Second')], { link: 'a.example/petra' })
    assert.equal(pool.records.length, 2)
  })
})
