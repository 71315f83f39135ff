import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSemaphore } from './semaphore.ts'

const { signal } = new AbortController()

describe('turns', () => {
  it('lets in so many at once and the others in the order they came', async () => {
    const turns = createSemaphore(2)
    const [first] = [await turns.acquire(signal), await turns.acquire(signal)]
    const entered: number[] = []
    const waiting = [1, 2, 3].map(async (number) => {
      const turn = await turns.acquire(signal)
      entered.push(number)
      return turn
    })
    assert.deepEqual([turns.taken(), turns.waiting()], [2, 3])
    first![Symbol.dispose]()
    ;(await waiting[0]!)[Symbol.dispose]()
    ;(await waiting[1]!)[Symbol.dispose]()
    await waiting[2]
    assert.deepEqual(entered, [1, 2, 3])
    assert.deepEqual([turns.taken(), turns.waiting()], [2, 0])
  })

  it('hands a place on once, however often it is given back', async () => {
    const turns = createSemaphore(1)
    const turn = await turns.acquire(signal)
    turn[Symbol.dispose]()
    turn[Symbol.dispose]()
    assert.equal(turns.taken(), 0)
  })

  it('lets go of whoever stops waiting', async () => {
    const turns = createSemaphore(1)
    const turn = await turns.acquire(signal)
    const patience = new AbortController()
    const given = turns.acquire(patience.signal)
    const after = turns.acquire(signal)
    patience.abort(new Error('enough'))
    await assert.rejects(given, /enough/)
    turn[Symbol.dispose]()
    await after
    await assert.rejects(turns.acquire(AbortSignal.abort(new Error('late'))), /late/)
  })
})
