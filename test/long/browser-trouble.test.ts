import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commandLine, lend, longVisit, useEngineGround, visit } from '../support/engine-ground.ts'
import { isFault } from '../support/is-fault.ts'
import { waitUntil } from '../support/wait-until.ts'

const ground = useEngineGround()

describe('a browser in trouble', () => {
  it('that hangs is killed and replaced, and whoever was on it runs again', async (test) => {
    const engine = ground.newEngine(test)
    const innocent = longVisit(engine)
    await innocent.opened
    const { processId } = engine.counts()
    process.kill(processId!, 'SIGSTOP')
    await waitUntil(() => engine.counts().restarts === 1, 30_000)
    innocent.end()
    assert.equal(await innocent.ended, 'A page')
    assert.equal(innocent.runs(), 2)
    assert.equal(await visit(engine), 'hello')
    assert.equal(commandLine(processId!), '')
  })

  it('that hangs keeps nobody who gives up waiting', async (test) => {
    const engine = ground.newEngine(test)
    const given = new AbortController()
    const stuck = longVisit(engine, '/', given.signal)
    await stuck.opened
    process.kill(engine.counts().processId!, 'SIGSTOP')
    given.abort(new Error('given up'))
    await assert.rejects(stuck.ended, /given up/)
    assert.deepEqual([engine.counts().restarts, engine.counts().openTabs], [0, 1])
  })

  it('is lost to a visit twice only when the visit is the cause, which is told', async (test) => {
    const engine = ground.newEngine(test)
    const guilty = lend(engine, async ({ context, page }) => {
      await page.goto('http://site.test/')
      const session = await context.browser()!.newBrowserCDPSession()
      await session.send('Browser.crash')
    })
    await assert.rejects(guilty, isFault('SCRAPE_ALL_ENGINES_FAILED', /hang or crash/))
    assert.equal(await visit(engine), 'hello')
    assert.equal(engine.counts().restarts, 2)
  })

  it('outlives a page that takes all memory', async (test) => {
    const engine = ground.newEngine(test, { recycling: { maxTabMemoryBytes: 300 << 20 } })
    const other = longVisit(engine)
    await other.opened
    const greedy = longVisit(engine, '/memory')
    await assert.rejects(greedy.ended, isFault('SCRAPE_ALL_ENGINES_FAILED', /too much memory/))
    other.end()
    assert.equal(await other.ended, 'A page')
    assert.equal(other.runs(), 1)
    assert.equal(engine.counts().restarts, 0)
  })

  for (const [name, recycling] of [
    ['so many visits', { maxVisits: 2 }],
    ['so long', { maxAgeMs: 0 }],
  ] as const) {
    it(`makes room for a new one after ${name}, and ends when its last tab is closed`, async (test) => {
      const engine = ground.newEngine(test, { recycling })
      const old = longVisit(engine)
      await old.opened
      const first = engine.counts().processId!
      await visit(engine)
      await visit(engine)
      assert.notEqual(engine.counts().processId, first)
      assert.notEqual(commandLine(first), '')
      old.end()
      assert.equal(await old.ended, 'A page')
      await waitUntil(() => commandLine(first) === '')
      assert.equal(engine.counts().restarts, 0)
    })
  }

  it('makes room for a new one when it takes too much memory', async (test) => {
    const engine = ground.newEngine(test, { recycling: { maxMemoryBytes: 1 } })
    const old = longVisit(engine)
    await old.opened
    const first = engine.counts().processId
    await waitUntil(() => engine.counts().processId === undefined)
    await visit(engine)
    assert.notEqual(engine.counts().processId, first)
    old.end()
    assert.equal(await old.ended, 'A page')
  })
})
