import { setFlagsFromString } from 'node:v8'
import { abortFault } from '../../concurrency/abort.ts'
import { Fault } from '../../fault.ts'
import type { Source } from '../../content/parse/page.ts'
import { startThread } from '../../concurrency/thread.ts'
import type { Thread } from '../../concurrency/thread.ts'
import type { LargeField, UnderstandRequest, UnderstandResponse, Sliceable } from './understand-worker.ts'
import type { Understood, Wanted } from './understand-source.ts'

export interface ThreadLimits {
  timeMs: number
  memoryMb: number
}

/** How long a thread whose caller has gone may take to finish: starting another one costs more than most pages. */
const GRACE_MS = 250

// A thread tidies up between sources, see there; so what it is making needs little room. That something outlived a
// collection in the middle of a source does not tell how long its like will live: the engine would put all of it where it
// is hardly ever collected.
for (const flag of ['--expose-gc', '--no-allocation-site-pretenuring']) setFlagsFromString(flag)
const YOUNG_MB = 6

export function startUnderstandThread({ timeMs, memoryMb }: ThreadLimits) {
  const file = new URL('./understand-worker.ts', import.meta.url)
  const thread = startThread<UnderstandRequest, UnderstandResponse>(file, {
    name: 'understand',
    memoryMb,
    youngMb: YOUNG_MB,
  })
  const tooLong = new Fault(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `The content is too complex to read: it took more than ${timeMs / 1000} s.`,
  )
  return {
    async understand(source: Source, wanted: Wanted, signal: AbortSignal): Promise<Understood> {
      if (signal.aborted) throw abortFault(signal)
      using _limit = thread.endAfterWork(timeMs, tooLong)
      using _grace = endAfterGrace(signal, thread)
      try {
        // The caller keeps its bytes; the copy goes to the thread without being copied again.
        const bytes = new Uint8Array(source.bytes)
        const question = { ask: 'understand' as const, source: { ...source, bytes }, wanted }
        return await collectFields(await thread.run(question, [bytes.buffer]), thread)
      } catch (failure) {
        throw signal.aborted ? abortFault(signal) : asFault(failure)
      }
    },
    hasEnded: thread.hasEnded,
    end: () => thread.terminate(new Fault('SCRAPE_JOB_CANCELLED', 'The service stops.')),
  }
}

type UnderstandThread = Thread<UnderstandRequest, UnderstandResponse>
type UnderstandReply = Awaited<ReturnType<UnderstandThread['run']>>

/** Ends the thread soon after nobody waits for it any more. */
function endAfterGrace(signal: AbortSignal, thread: UnderstandThread): Disposable {
  let grace: Disposable | undefined
  const leave = () => {
    grace = thread.endAfter(GRACE_MS, signal.reason)
  }
  signal.addEventListener('abort', leave, { once: true })
  return {
    [Symbol.dispose]() {
      signal.removeEventListener('abort', leave)
      grace?.[Symbol.dispose]()
    },
  }
}

/** Each portion arrives in a turn of its own; between them the service does other things. */
async function collectFields(reply: UnderstandReply, thread: UnderstandThread): Promise<Understood> {
  if (reply.state !== 'done') throw new Error('The thread answered something else.')
  const { understood, large } = reply
  if (understood.state !== 'understood') return understood
  const fields: Record<string, unknown> = { ...understood.fields }
  for (const part of large) fields[part.field] = await fetchLargeField(part, thread)
  return { ...understood, fields }
}

async function fetchLargeField({ field, length, portion }: LargeField, thread: UnderstandThread) {
  const portions: Sliceable[] = []
  for (let from = 0; from < length; from += portion) {
    const reply = await thread.run({ ask: 'portion', field, from, to: from + portion })
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
