import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { LiveBrowser } from '../../src/browser/browser.ts'
import { browserProcesses } from '../support/hostile/browser-processes.ts'
import { killNow } from '../support/kill-now.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'
import { waitUntil } from '../support/wait-until.ts'

const SESSIONS = 100
const AT_ONCE = 3

/** How a session may end, in turn. */
const ENDINGS: ((ground: LiveFixture) => Promise<void>)[] = [
  async (ground) => await end(await ground.open(undefined)),
  async (ground) => await end(await ground.open('/')),
  async (ground) => killNow((await ground.open('/')).processId),
  async (ground) => await ground.open('/', {}, AbortSignal.timeout(200)).then(end, () => {}),
  async (ground) => {
    const live = await ground.open('/')
    await live.watch(() => {})
    await live.openChannel(() => {})
    await end(live)
  },
]

async function end(live: LiveBrowser): Promise<void> {
  await live[Symbol.asyncDispose]()
}

describe(`${SESSIONS} live browsers`, () => {
  it('leave no process, folder or pass behind, however they end', { timeout: 600_000 }, async (test) => {
    await using ground = await openLiveFixture({ '/': '<!doctype html><title>Home</title><p>Home' })
    const turns = Array.from({ length: SESSIONS }, (_, index) => ENDINGS[index % ENDINGS.length]!)
    const startedAt = performance.now()
    const takeTurns = async () => {
      for (let turn = turns.pop(); turn; turn = turns.pop()) await turn(ground)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
    const perSession = Math.round((performance.now() - startedAt) / SESSIONS)
    test.diagnostic(`${perSession} ms a session, ${AT_ONCE} at once`)
    await waitUntil(() => ground.credentials() === 0 && ground.folders().length === 0)
    await waitUntil(() => browserProcesses().length === 0)
    // Nor does anything come after all.
    await delay(1_000)
    assert.deepEqual([ground.credentials(), ground.folders(), browserProcesses()], [0, [], []])
  })
})
