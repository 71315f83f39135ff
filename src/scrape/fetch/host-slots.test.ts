import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHostSlots } from './host-slots.ts'

const forever = new AbortController().signal

/** Requests a slot and records whether it was acquired. */
function ask(take: ReturnType<typeof createHostSlots>, host: string, signal = forever) {
  const asked = { came: false, turn: take(host, signal) }
  asked.turn.then(
    () => (asked.came = true),
    () => {},
  )
  return asked
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the slots of a host', () => {
  it('are bounded and acquired in order of request', async () => {
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

  it('are separate for each host', async () => {
    const take = createHostSlots(1)
    await take('a.test', forever)
    const other = ask(take, 'b.test')
    await settled()
    assert.ok(other.came)
  })

  it('are released by a caller that stops waiting, without effect on others', async () => {
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

  it('are not acquired after the signal is aborted', async () => {
    const take = createHostSlots(1)
    await assert.rejects(take('a.test', AbortSignal.abort(new Error('late'))), /late/)
    const next = ask(take, 'a.test')
    await settled()
    assert.ok(next.came)
  })
})
