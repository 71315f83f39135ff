import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUploadBudget } from './upload-budget.ts'

const staying = new AbortController().signal

/** Whether a promise is still pending after all runnable work has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, pending))])) === pending
}

describe('the upload budget', () => {
  it('admits what fits, and the next one after a release', async () => {
    const reserve = createUploadBudget(100, 100)
    const first = await reserve('a', 60, staying)
    const second = reserve('b', 60, staying)
    assert.equal(await isPending(second), true)
    first[Symbol.dispose]()
    ;(await second)[Symbol.dispose]()
    ;(await reserve('c', 100, staying))[Symbol.dispose]()
  })

  it('limits the share of one team', async () => {
    const reserve = createUploadBudget(100, 50)
    using _first = await reserve('a', 50, staying)
    assert.equal(await isPending(reserve('a', 10, staying)), true)
    using _other = await reserve('b', 50, staying)
  })

  it('forgets a caller that has left', async () => {
    const reserve = createUploadBudget(100, 100)
    const first = await reserve('a', 100, staying)
    const leaving = new AbortController()
    const second = reserve('b', 100, leaving.signal)
    leaving.abort(new Error('went away'))
    await assert.rejects(second, /went away/)
    first[Symbol.dispose]()
    ;(await reserve('c', 100, staying))[Symbol.dispose]()
  })
})
