import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSemaphore } from './semaphore.ts'

const { signal } = new AbortController()

describe('a semaphore', () => {
  it('admits a limited number and then the others in order', async () => {
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

  it('hands a slot over once, even if it is released repeatedly', async () => {
    const turns = createSemaphore(1)
    const turn = await turns.acquire(signal)
    turn[Symbol.dispose]()
    turn[Symbol.dispose]()
    assert.equal(turns.taken(), 0)
  })

  it('removes waiters that give up', async () => {
    const turns = createSemaphore(1)
    const turn = await turns.acquire(signal)
    const waiter = new AbortController()
    const given = turns.acquire(waiter.signal)
    const after = turns.acquire(signal)
    waiter.abort(new Error('enough'))
    await assert.rejects(given, /enough/)
    turn[Symbol.dispose]()
    await after
    await assert.rejects(turns.acquire(AbortSignal.abort(new Error('late'))), /late/)
  })
})
