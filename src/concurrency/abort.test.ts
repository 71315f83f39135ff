import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { abortFault, deadline, anySignal, orAborted, within } from './abort.ts'
import { Fault } from '../fault.ts'

const never = new Promise<string>(() => {})

describe('work under a signal', () => {
  it('settles like the work', async () => {
    assert.equal(await orAborted(Promise.resolve('done'), new AbortController().signal), 'done')
    await assert.rejects(
      orAborted(Promise.reject(new Error('broken')), new AbortController().signal),
      /broken/,
    )
  })

  it('ends with the reason of whichever signal aborts', async () => {
    const [one, two] = [new AbortController(), new AbortController()]
    const waiting = orAborted(never, one.signal, two.signal)
    two.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
  })

  it('does not begin to wait under a signal that has aborted', async () => {
    await assert.rejects(orAborted(never, AbortSignal.abort(new Error('late'))), /late/)
  })

  it('ends with its deadline', async () => {
    // An unreferenced timer alone would let the process end before it fires.
    const alive = setTimeout(() => {}, 10_000)
    await assert.rejects(within(1, never), { name: 'TimeoutError' })
    clearTimeout(alive)
  })
})

describe('several signals as one', () => {
  it('abort with the first of them and its reason', () => {
    const [one, two] = [new AbortController(), new AbortController()]
    using first = anySignal(one.signal, two.signal)
    assert.equal(first.aborted, false)
    two.abort(new Error('second'))
    one.abort(new Error('first'))
    assert.match(String(first.reason), /second/)
    assert.match(String(anySignal(new AbortController().signal, one.signal).reason), /first/)
  })

  it('are left alone once they are disposed of', () => {
    const one = new AbortController()
    const first = anySignal(one.signal)
    const time = deadline(one.signal, 60_000)
    first[Symbol.dispose]()
    time[Symbol.dispose]()
    one.abort()
    assert.deepEqual([first.aborted, time.aborted], [false, false])
  })
})

describe('what an aborted signal means', () => {
  const cases: [reason: unknown, code: string][] = [
    [new Fault('UNAVAILABLE', 'stopping'), 'UNAVAILABLE'],
    [new DOMException('late', 'TimeoutError'), 'SCRAPE_TIMEOUT'],
    [new DOMException('gone', 'AbortError'), 'SCRAPE_JOB_CANCELLED'],
    ['a word', 'SCRAPE_JOB_CANCELLED'],
  ]
  for (const [reason, code] of cases) {
    it(`${String(reason)} is ${code}`, () => assert.equal(abortFault(AbortSignal.abort(reason)).code, code))
  }
})
