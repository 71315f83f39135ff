import { Worker } from 'node:worker_threads'
import { Fault } from '../../fault.ts'
import type { PatternRequest, PatternResponse } from './pattern-worker.ts'

export interface PatternThread {
  search(patterns: readonly string[], texts: readonly (readonly string[])[]): Promise<boolean[]>
  end(): Promise<void>
}

const MEMORY_MB = 64
/** Added to the budget per character and pattern: ordinary patterns take less, even in large crawls. */
const MS_PER_LETTER = 0.000_01
/** An idle thread is kept this long, because starting one takes longer than most searches. */
const IDLE_MS = 10_000

/**
 * Accepts one request at a time. Once its searches have used `budgetMs` and a little per character, every
 * search fails.
 */
export function createPatternThread(budgetMs: number): PatternThread {
  const current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let leftMs = budgetMs
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let failure: Fault | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function search(request: PatternRequest): Promise<boolean[]> {
    if (failure !== undefined) throw failure
    clearTimeout(idle)
    worker ??= startWorker(current.buffer, (ended) => {
      if (worker === ended) worker = undefined
    })
    leftMs += countLetters(request) * request.patterns.length * MS_PER_LETTER
    const outcome = await runInWorker(worker, request, leftMs)
    if (outcome.state === 'done') {
      leftMs -= outcome.spentMs
      idle = setTimeout(stop, IDLE_MS).unref()
      if (leftMs > 0) return outcome.found
    }
    failure ??= patternFault(request.patterns[Atomics.load(current, 0)]!, outcome)
    await stop()
    throw failure
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  return {
    search(patterns, texts) {
      const result = last.then(() => search({ patterns, texts }))
      last = result.catch(() => {})
      return result
    },
    async end() {
      failure ??= new Fault('SCRAPE_JOB_CANCELLED', 'The crawl has ended.')
      await stop()
    },
  }
}

function countLetters({ texts }: PatternRequest): number {
  return texts.reduce(
    (sum, variants) => sum + variants.reduce((letters, text) => letters + text.length, 0),
    0,
  )
}

function startWorker(current: SharedArrayBuffer, onEnd: (worker: Worker) => void): Worker {
  const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), {
    name: 'patterns',
    env: {},
    workerData: current,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  // A running request has its own listener; an error between requests only ends the thread.
  worker.on('error', () => {})
  worker.once('exit', () => onEnd(worker))
  worker.unref()
  return worker
}

type PatternOutcome = Exclude<PatternResponse, { state: 'begun' }> | { state: 'late' }

/** The time starts when the thread runs, because starting it is not the pattern's fault. */
async function runInWorker(
  worker: Worker,
  request: PatternRequest,
  budgetMs: number,
): Promise<PatternOutcome> {
  const { promise, resolve } = Promise.withResolvers<PatternOutcome>()
  let limit: NodeJS.Timeout | undefined
  const onResponse = (response: PatternResponse) => {
    if (response.state !== 'begun') return resolve(response)
    // A response that arrived while this thread was busy is read before the timeout applies.
    limit = setTimeout(() => setImmediate(() => resolve({ state: 'late' })), budgetMs)
  }
  const fail = (failure: unknown) => resolve({ state: 'failed', failure })
  const onExit = () => fail(new Error('The pattern thread has ended.'))
  worker.on('message', onResponse).once('error', fail).once('exit', onExit)
  worker.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The other end is a thread and not a window.
  worker.postMessage(request)
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    worker.off('message', onResponse).off('error', fail).off('exit', onExit)
    worker.unref()
  }
}

function patternFault(pattern: string, outcome: PatternOutcome): Fault {
  return outcome.state === 'failed'
    ? new Fault('BAD_REQUEST', `The pattern is too complex: ${pattern}. Simplify it.`, {
        cause: outcome.failure,
      })
    : new Fault('BAD_REQUEST', `The pattern takes too long to match: ${pattern}. Simplify it.`)
}
