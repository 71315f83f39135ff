import { Worker } from 'node:worker_threads'
import { createWorkerPool } from '../../worker-pool.ts'
import type { Worker as PoolWorker } from '../../worker-pool.ts'
import type { TextComparison } from './compare-texts.ts'
import type { Question, Reply } from './compare-worker.ts'

/** Compares texts apart from the service's own thread. */
export type CompareApart = (question: Question) => Promise<TextComparison>

/** More than the largest texts take. */
const LIMITS = { timeMs: 15_000, memoryMb: 768 }

/**
 * Threads are started when they are needed and end soon after, so that nobody has to close them. There are two, so that
 * one large page does not hold up all others.
 */
export function createCompareApart(limits = LIMITS): CompareApart {
  const threads = createWorkerPool(() => startThread(limits), { most: 2, idleMs: 2_000, warm: 0 })
  const { signal } = new AbortController()
  return (question) => threads.use(signal, (thread) => thread.compare(question))
}

interface CompareThread extends PoolWorker {
  compare: CompareApart
}

/** The texts take more time or memory than a page may. */
const TOO_MUCH = { state: 'changed', description: { kind: 'too-much' } } satisfies TextComparison

function startThread({ timeMs, memoryMb }: typeof LIMITS): CompareThread {
  const worker = new Worker(new URL('compare-worker.ts', import.meta.url), {
    name: 'compare',
    // Pages are hostile; what the service was started with is none of the thread's business.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.unref()
  let awaited: PromiseWithResolvers<Reply> | undefined
  let ending: unknown
  const endFor = (reason: unknown) => {
    ending ??= reason
    awaited?.reject(ending)
    return worker.terminate()
  }
  worker.on('message', (reply: Reply) => awaited?.resolve(reply))
  worker.on('error', endFor)
  worker.on('messageerror', endFor)
  worker.on('exit', () => endFor(new Error('The thread has ended.')))

  return {
    async compare(question) {
      awaited = Promise.withResolvers<Reply>()
      const limit = setTimeout(() => endFor(LATE), timeMs)
      worker.ref()
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The other end is a thread and not a window.
        worker.postMessage(question)
        const reply = await awaited.promise
        if (reply.state === 'failed') throw reply.failure
        return reply.comparison
      } catch (failure) {
        if (isTooMuch(failure)) return TOO_MUCH
        throw failure
      } finally {
        clearTimeout(limit)
        worker.unref()
      }
    },
    hasEnded: () => ending !== undefined,
    async end() {
      await endFor(new Error('The thread is not needed any more.'))
    },
  }
}

const LATE = new Error('The comparison took too long.')

function isTooMuch(failure: unknown): boolean {
  return failure === LATE || (failure as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
}
