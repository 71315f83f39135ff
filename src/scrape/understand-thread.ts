import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { abortFault } from '../abort.ts'
import { Fault } from '../fault.ts'
import type { Source } from './parse/page.ts'
import type { LargeField, Question, Reply, Sliceable } from './understand-worker.ts'
import type { Understood, Wanted } from './understand.ts'

/** What one source may take. */
export interface ThreadLimits {
  /** Milliseconds from when a thread begins with it. */
  timeMs: number
  memoryMb: number
}

/** One thread, which understands one source at a time. */
export interface Thread {
  /** Settles when the thread is free for the next source, or has ended. */
  understand(source: Source, wanted: Wanted, signal: AbortSignal): Promise<Understood>
  hasEnded(): boolean
  end(): Promise<void>
}

/** How long a thread whose caller has gone may take to finish: starting another one costs more than most pages. */
const GRACE_MS = 250

// A thread tidies up between sources, see there; so what it is making needs little room. That something outlived a
// collection in the middle of a source does not tell how long its like will live: the engine would put all of it where it
// is hardly ever collected.
for (const flag of ['--expose-gc', '--no-allocation-site-pretenuring']) setFlagsFromString(flag)
const YOUNG_MB = 6

export function startThread(limits: ThreadLimits): Thread {
  const worker = new Worker(new URL('./understand-worker.ts', import.meta.url), {
    name: 'understand',
    // Pages are hostile; what the service was started with is none of the thread's business.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
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

  function ask(question: Question, transfer: ArrayBuffer[] = []): Promise<Reply> {
    if (ending !== undefined) throw ending
    awaited = Promise.withResolvers<Reply>()
    worker.postMessage(question, transfer)
    return awaited.promise
  }

  return {
    async understand(source, wanted, signal) {
      if (signal.aborted) throw abortFault(signal)
      using _time = limitTime(signal, limits.timeMs, endFor)
      try {
        // The caller keeps its bytes; the copy goes to the thread without being copied again.
        const bytes = new Uint8Array(source.bytes)
        const reply = await ask({ ask: 'understand', source: { ...source, bytes }, wanted }, [bytes.buffer])
        return await takeOver(reply, ask)
      } catch (failure) {
        throw signal.aborted ? abortFault(signal) : asFault(failure)
      }
    },
    hasEnded: () => ending !== undefined,
    async end() {
      await endFor(new Fault('SCRAPE_JOB_CANCELLED', 'The service stops.'))
    },
  }
}

/** Ends the thread when the source takes too long, and soon after nobody waits for it any more. */
function limitTime(signal: AbortSignal, timeMs: number, endFor: (reason: unknown) => unknown): Disposable {
  const tooLong = new Fault(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `The content is too complex to read: it took more than ${timeMs / 1000} s.`,
  )
  const limit = setTimeout(() => endFor(tooLong), timeMs)
  let grace: NodeJS.Timeout | undefined
  const leave = () => {
    grace = setTimeout(() => endFor(signal.reason), GRACE_MS)
  }
  signal.addEventListener('abort', leave, { once: true })
  return {
    [Symbol.dispose]() {
      signal.removeEventListener('abort', leave)
      clearTimeout(limit)
      clearTimeout(grace)
    },
  }
}

/** Each portion arrives in a turn of its own; between them the service does other things. */
async function takeOver(reply: Reply, ask: (question: Question) => Promise<Reply>): Promise<Understood> {
  if (reply.state === 'failed') throw reply.failure
  if (reply.state !== 'done') throw new Error('The thread answered something else.')
  const { understood, large } = reply
  if (understood.state !== 'understood') return understood
  const fields: Record<string, unknown> = { ...understood.fields }
  for (const part of large) fields[part.field] = await gather(part, ask)
  return { ...understood, fields }
}

async function gather({ field, length, portion }: LargeField, ask: (question: Question) => Promise<Reply>) {
  const portions: Sliceable[] = []
  for (let from = 0; from < length; from += portion) {
    const reply = await ask({ ask: 'portion', field, from, to: from + portion })
    if (reply.state === 'failed') throw reply.failure
    if (reply.state !== 'portion') throw new Error('The thread answered something else.')
    portions.push(reply.portion)
  }
  return typeof portions[0] === 'string' ? portions.join('') : portions.flat()
}

/** What a source does to a thread is the source's fault; anything else is a defect and stays what it is. */
function asFault(failure: unknown): unknown {
  const { code, message } = failure as NodeJS.ErrnoException
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY' && !/^Invalid string length|^Maximum call stack/.test(message)) {
    return failure
  }
  return new Fault(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    'The content is too large or too complex to read: it takes more memory than a page may.',
    { cause: failure },
  )
}
