import { LARGE_BYTES, createWorkerPool } from '../../../concurrency/worker-pool.ts'
import { startThread } from '../../../concurrency/thread.ts'
import type { TextComparison } from './compare-texts.ts'
import type { CompareRequest, CompareResponse } from './compare-worker.ts'

export type CompareInThread = (question: CompareRequest, teamId?: string) => Promise<TextComparison>

const LIMITS = { timeMs: 15_000, memoryMb: 768 }

/** Two threads, so that one large page does not hold up all others. They end by themselves. */
export function createCompareInThread(limits = LIMITS): CompareInThread {
  const threads = createWorkerPool(() => startCompareThread(limits), {
    maxWorkers: 2,
    idleMs: 2_000,
    warm: 0,
  })
  const { signal } = new AbortController()
  return (question, teamId) => {
    const isLarge = question.previous.length + question.current.length >= LARGE_BYTES
    return threads.use({ teamId, isLarge }, signal, (thread) => thread.compare(question))
  }
}

const TOO_MUCH = { state: 'changed', description: { kind: 'too-much' } } satisfies TextComparison

function startCompareThread({ timeMs, memoryMb }: typeof LIMITS) {
  const file = new URL('compare-worker.ts', import.meta.url)
  const thread = startThread<CompareRequest, CompareResponse>(file, {
    name: 'compare',
    memoryMb,
    unrefWhenIdle: true,
  })
  return {
    async compare(question: CompareRequest): Promise<TextComparison> {
      using _limit = thread.endAfterWork(timeMs, TIMED_OUT)
      try {
        return (await thread.run(question)).comparison
      } catch (failure) {
        const { code } = failure as NodeJS.ErrnoException
        if (failure === TIMED_OUT || code === 'ERR_WORKER_OUT_OF_MEMORY') return TOO_MUCH
        throw failure
      }
    },
    hasEnded: thread.hasEnded,
    end: () => thread.terminate(new Error('The thread is not needed any more.')),
  }
}

const TIMED_OUT = new Error('The comparison took too long.')
