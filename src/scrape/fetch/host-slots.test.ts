import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHostSlots } from './host-slots.ts'

const forever = new AbortController().signal

/** Takes a turn and tells whether it has come yet. */
function ask(take: ReturnType<typeof createHostSlots>, host: string, signal = forever) {
  const asked = { came: false, turn: take(host, signal) }
  asked.turn.then(
    () => (asked.came = true),
    () => {},
  )
  return asked
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the turns of a host', () => {
  it('are bounded, and go on in the order of asking', async () => {
    const take = createHostSlots(2)
    const asked = [1, 2, 3, 4].map(() => ask(take, 'a.test'))
    await settled()
    assert.deepEqual(
      asked.map(({ came }) => came),
      [true, true, false, false],
    )
    const first = await asked[0]!.turn
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    await settled()
    assert.deepEqual(
      asked.map(({ came }) => came),
      [true, true, true, false],
    )
  })

  it('are each host’s own', async () => {
    const take = createHostSlots(1)
    await take('a.test', forever)
    const other = ask(take, 'b.test')
    await settled()
    assert.ok(other.came)
  })

  it('are given up by whoever stops waiting, without harm to the others', async () => {
    const take = createHostSlots(1)
    const held = await take('a.test', forever)
    const impatient = new AbortController()
    const leaving = ask(take, 'a.test', impatient.signal)
    const staying = ask(take, 'a.test')
    impatient.abort(new Error('too late'))
    await assert.rejects(leaving.turn, /too late/)
    held[Symbol.dispose]()
    await settled()
    assert.ok(staying.came)
  })

  it('are not taken by whoever is late already', async () => {
    const take = createHostSlots(1)
    await assert.rejects(take('a.test', AbortSignal.abort(new Error('late'))), /late/)
    const next = ask(take, 'a.test')
    await settled()
    assert.ok(next.came)
  })
})
