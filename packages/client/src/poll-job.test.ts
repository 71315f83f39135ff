import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { WinnowError } from './failure.ts'
import { pollJob } from './poll-job.ts'
import type { WaitOptions } from './poll-job.ts'

type Step = 'running' | 'ended' | WinnowError

/** All that is told about a job whose answers are given one after the other, on a clock that needs no time. */
async function polled(steps: Step[], waiting: WaitOptions = {}) {
  const told: string[] = []
  const waits: number[] = []
  const wait = (ms: number) => {
    waits.push(Math.round(ms))
    return Promise.resolve()
  }
  const states = pollJob<string>({ id: '1', fetchState: stepping(steps), nextStep: after }, waiting, wait)
  let failure: WinnowError | undefined
  try {
    for await (const state of states) told.push(state)
  } catch (thrown) {
    failure = thrown as WinnowError
  }
  return { told, waits, failure }
}

function stepping(steps: Step[]) {
  return () => {
    const step = steps.shift()!
    return step instanceof WinnowError ? Promise.reject(step) : Promise.resolve(step)
  }
}

async function allOf<State>(states: AsyncIterable<State>): Promise<State[]> {
  const all: State[] = []
  for await (const state of states) all.push(state)
  return all
}

const after = (state: string) => (state === 'ended' ? 'end' : 'wait')
const down = () => new WinnowError('UNAVAILABLE', 'Stopping.', { status: 503 })
const away = () => new WinnowError('NETWORK', 'Gone.')
const hung = () => new WinnowError('TIMEOUT', 'No answer.')
const busy = (retryAfterSeconds?: number) =>
  new WinnowError('RATE_LIMITED', 'Too fast.', { status: 429, retryAfterSeconds })

describe('asking about a job', () => {
  it('becomes rarer with time', async () => {
    const { told, waits } = await polled([...Array.from({ length: 9 }, () => 'running' as const), 'ended'])
    assert.deepEqual([told.length, told.at(-1)], [10, 'ended'])
    assert.deepEqual(waits, [200, 300, 450, 675, 1013, 1519, 2000, 2000, 2000])
  })

  it('goes on after failures that pass, later each time', async () => {
    const { told, waits } = await polled([down(), away(), hung(), 'running', down(), 'ended'])
    assert.deepEqual(told, ['running', 'ended'])
    assert.deepEqual(waits, [2000, 4000, 8000, 200, 2000])
  })

  it('is given up when the service stays away, after a minute and a half', async () => {
    const { waits, failure } = await polled(Array.from({ length: 9 }, down))
    assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 30_000, 30_000])
    assert.deepEqual([failure?.code, failure?.jobId], ['UNAVAILABLE', '1'])
  })

  it('waits as long as the service says, however often it says so', async () => {
    const busyFor = Array.from({ length: 20 }, () => busy(3600))
    const { told, waits } = await polled([...busyFor, 'ended'])
    assert.deepEqual([told, waits], [['ended'], Array.from({ length: 20 }, () => 3_600_000)])
    const stopping = new WinnowError('UNAVAILABLE', '', { status: 503, retryAfterSeconds: 90 })
    assert.deepEqual((await polled([stopping, 'ended'])).waits, [90_000])
  })

  it('is not given up sooner because the service does not say how long it is busy', async () => {
    const { told, waits } = await polled([busy(), busy(), 'ended'])
    assert.deepEqual([told, waits], [['ended'], [2000, 4000]])
  })

  for (const failure of [
    new WinnowError('NOT_FOUND', 'No.', { status: 404 }),
    new WinnowError('UNAUTHORIZED', 'No.', { status: 401 }),
    new WinnowError('BAD_ANSWER', 'What?', { status: 200 }),
  ])
    it(`ends with ${failure.code}, which names the job`, async () => {
      const { told, failure: thrown } = await polled(['running', failure, 'ended'])
      assert.deepEqual([told, thrown?.code, thrown?.jobId], [['running'], failure.code, '1'])
    })

  it('ends when its time is up, also while the service is busy for longer', async () => {
    for (const last of ['running' as const, busy(3600), away()]) {
      const states = pollJob<string>(
        { id: '1', fetchState: stepping(['running', last]), nextStep: after },
        { timeoutMs: 20.5, pollMs: 3_600_000 },
      )
      await assert.rejects(allOf(states), { code: 'JOB_TIMEOUT', jobId: '1', details: 'running' })
    }
  })

  it('has no end of time when there is more of it than a clock can count', async () => {
    for (const timeoutMs of [2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY]) {
      const states = pollJob<string>(
        { id: '1', fetchState: stepping(['running', 'running', 'ended']), nextStep: after },
        { timeoutMs, pollMs: 5 },
      )
      assert.equal((await allOf(states)).length, 3)
    }
  })

  it('ends with the signal, whatever it was doing', async () => {
    for (const reason of [undefined, new DOMException('late', 'TimeoutError')]) {
      const stop = new AbortController()
      const states = pollJob<string>(
        { id: '1', fetchState: stepping(['running']), nextStep: after },
        { signal: stop.signal, timeoutMs: 60_000 },
      )
      assert.equal((await states.next()).value, 'running')
      stop.abort(reason)
      await assert.rejects(states.next(), { code: reason ? 'TIMEOUT' : 'ABORTED', jobId: '1' })
    }
  })
})
