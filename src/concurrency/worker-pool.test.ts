import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createWorkerPool } from './worker-pool.ts'

/** A pool whose work ends when the test says so; work is named after its team, large work in capitals. */
function openPool(most: number) {
  const started: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  let workers = 0
  const startOne = () => {
    let isEnded = false
    workers++
    return {
      hasEnded: () => isEnded,
      async end() {
        isEnded = true
      },
    }
  }
  const pool = createWorkerPool(startOne, { maxWorkers: most, idleMs: 60_000, warm: 0 })
  return {
    started,
    workerCount: () => workers,
    async ask(name: string, signal = new AbortController().signal) {
      const gate = Promise.withResolvers<void>()
      gates.set(name, gate)
      const isLarge = name === name.toUpperCase()
      const teamId = name[0]!.toLowerCase()
      const done = pool.use({ teamId, isLarge }, signal, async () => {
        started.push(name)
        await gate.promise
      })
      done.catch(() => undefined)
      await turn()
      return { done }
    },
    async finish(...names: string[]) {
      for (const name of names) {
        gates.get(name)!.resolve()
        await turn()
      }
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

describe('createWorkerPool', () => {
  it('starts no more workers than it may', async () => {
    await using pool = openPool(2)
    for (const name of ['A1', 'A2', 'A3']) await pool.ask(name)
    assert.deepEqual(pool.started, ['A1', 'A2'])
    await pool.finish('A1')
    assert.deepEqual(pool.started, ['A1', 'A2', 'A3'])
    assert.equal(pool.workerCount(), 2)
  })

  it('serves one team in the order of asking', async () => {
    await using pool = openPool(1)
    for (const name of ['a1', 'a2', 'a3', 'a4']) await pool.ask(name)
    await pool.finish('a1', 'a2', 'a3')
    assert.deepEqual(pool.started, ['a1', 'a2', 'a3', 'a4'])
  })

  it('serves teams in turns, however much one of them asks for', async () => {
    await using pool = openPool(1)
    for (const name of ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'C1']) await pool.ask(name)
    await pool.finish('A1', 'A2', 'B1', 'C1', 'A3', 'B2')
    assert.deepEqual(pool.started, ['A1', 'A2', 'B1', 'C1', 'A3', 'B2', 'A4'])
  })

  it('starts small work at once while large work has all places', async () => {
    await using pool = openPool(2)
    for (const name of ['A1', 'A2', 'A3', 'b1']) await pool.ask(name)
    assert.deepEqual(pool.started, ['A1', 'A2', 'b1'])
    await pool.finish('b1')
    await pool.ask('a4')
    assert.deepEqual(pool.started, ['A1', 'A2', 'b1', 'a4'])
  })

  it('keeps the spare place for teams that have no small work running', async () => {
    await using pool = openPool(2)
    for (const name of ['a1', 'a2', 'a3', 'b1']) await pool.ask(name)
    assert.deepEqual(pool.started, ['a1', 'a2', 'b1'])
    await pool.finish('b1')
    assert.deepEqual(pool.started, ['a1', 'a2', 'b1'])
    await pool.finish('a1')
    assert.deepEqual(pool.started, ['a1', 'a2', 'b1', 'a3'])
  })

  it('serves the team first that has the least work running', async () => {
    await using pool = openPool(2)
    for (const name of ['A1', 'A2', 'A3', 'B1']) await pool.ask(name)
    await pool.finish('A1')
    assert.deepEqual(pool.started, ['A1', 'A2', 'B1'])
  })

  it('gets to large work although the small work of other teams never ends', async () => {
    await using pool = openPool(2)
    const others = ['b', 'c', 'd', 'e']
    for (const other of others) for (const at of [0, 1]) await pool.ask(`${other}${at}`)
    await pool.ask('A1')
    let round = 1
    // Whatever ends is asked for again at once.
    while (!pool.started.includes('A1') && round < 100) {
      round++
      for (const other of others) await pool.ask(`${other}${round}`)
      await pool.finish(pool.started.at(-3)!, pool.started.at(-2)!, pool.started.at(-1)!)
    }
    assert.ok(pool.started.indexOf('A1') < 3 * others.length, pool.started.join(' '))
    assert.ok(pool.started.includes('A1'))
  })

  it('gets to large work although its own team never stops asking for small work', async () => {
    await using pool = openPool(1)
    for (const name of ['a1', 'A2', 'a3', 'a4']) await pool.ask(name)
    await pool.finish('a1')
    assert.deepEqual(pool.started, ['a1', 'A2', 'a3'])
  })

  it('has one spare place for every four', async () => {
    await using pool = openPool(8)
    for (let at = 1; at <= 9; at++) await pool.ask(`A${at}`)
    for (const name of ['b1', 'b2', 'b3']) await pool.ask(name)
    assert.deepEqual(pool.started.slice(8), ['b1', 'b2'])
  })

  it('forgets work whose caller left while it waited', async () => {
    await using pool = openPool(1)
    const leaving = new AbortController()
    await pool.ask('A1')
    const { done } = await pool.ask('A2', leaving.signal)
    await pool.ask('A3')
    leaving.abort()
    await assert.rejects(done, { code: 'SCRAPE_JOB_CANCELLED' })
    await pool.finish('A1')
    assert.deepEqual(pool.started, ['A1', 'A3'])
  })

  it('refuses work that waits when it is closed', async () => {
    const pool = openPool(1)
    await pool.ask('A1')
    const { done } = await pool.ask('A2')
    await pool.finish()
    await pool[Symbol.asyncDispose]()
    await assert.rejects(done, { code: 'SCRAPE_JOB_CANCELLED' })
  })
})
