import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { retryingResolve } from './target.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('many names of one domain', () => {
  it('do not take the resolver from others', async () => {
    const asked: string[] = []
    const ends: (() => void)[] = []
    const resolve = retryingResolve((name) => {
      asked.push(name)
      const { promise, resolve: end } = Promise.withResolvers<{ address: string; family: number }[]>()
      const answer = () => end([{ address: '192.0.2.1', family: 4 }])
      if (name.endsWith('slow.test')) ends.push(answer)
      else answer()
      return promise
    })
    const slow = Array.from({ length: 20 }, (_, at) => resolve(`a${at}.slow.test`))
    await settled()
    assert.equal(asked.length, 4)
    assert.deepEqual(await resolve('www.other.test'), [{ address: '192.0.2.1', family: 4 }])
    // Each that ends makes room for the next, until all had their turn.
    for (let at = 0; at < 20; at++) {
      ends[at]!()
      await settled()
    }
    assert.equal((await Promise.all(slow)).length, 20)
  })
})
