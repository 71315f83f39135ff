import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { Fault } from '../fault.ts'
import { abortFault } from '../concurrency/abort.ts'
import {
  killGroup,
  lowerPriority,
  residentMb,
  unprivilegedAccount,
  watchMemory,
} from '../concurrency/confined-process.ts'
import type { Account } from '../concurrency/confined-process.ts'
import type { Worker } from '../concurrency/worker-pool.ts'
import { UnreadableDocument } from './converted.ts'
import type { ConversionWish, Converted, ReportProgress, UnreadableReason } from './converted.ts'
import { piecesOf } from './spool.ts'
import type { StoredBytes } from './spool.ts'

/** What one document may take. */
export interface ProcessLimits {
  timeMs: number
  memoryMb: number
}

/** A document, where its bytes are, and what is wanted of it. */
interface ConvertQuestion {
  stored: StoredBytes
  fileName: string
  contentType: string
  wish: ConversionWish
}

/** A process of its own that converts one document at a time. */
interface DocumentProcess extends Worker {
  convert(question: ConvertQuestion, signal: AbortSignal, report: ReportProgress): Promise<Converted>
}

/** A process that holds more than this after a document starts afresh: the next one must not pay for it. */
const KEPT_MB = 350

export function startDocumentProcess(
  { timeMs, memoryMb }: ProcessLimits,
  account: Account | undefined,
): DocumentProcess {
  const child = fork(new URL('./worker-main.ts', import.meta.url), [], {
    // Documents are hostile; what the service was started with is none of their business.
    env: {},
    ...account,
    // Our own folder may be closed to that user.
    cwd: '/',
    execArgv: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A group of its own, which ends together: programs that it starts must not outlive it.
    detached: true,
  })
  let lastWords = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2000)
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let awaited: (PromiseWithResolvers<Converted> & { report: ReportProgress }) | undefined
  let hasEnded = false
  let isReady = false

  const endFor = (reason: unknown) => {
    hasEnded = true
    awaited?.reject(reason)
    killGroup(child)
  }
  child.on('message', (reply: WorkerReply) => {
    if (reply.state === 'ready') isReady = true
    else if (awaited) hear(reply, awaited)
  })
  child.on('error', endFor)
  child.on('exit', (code, signalName) => endFor(died({ code, signalName, lastWords, isReady })))
  if (child.pid !== undefined) lowerPriority(child.pid)

  return {
    async convert(question, signal, report) {
      if (signal.aborted) throw abortFault(signal)
      if (hasEnded) throw died({ code: null, signalName: null, lastWords, isReady })
      awaited = { ...Promise.withResolvers<Converted>(), report }
      const leave = () => endFor(abortFault(signal))
      signal.addEventListener('abort', leave, { once: true })
      using _limits = watch(child.pid!, { timeMs, memoryMb }, endFor)
      try {
        void send(child, question).catch(endFor)
        const converted = await awaited.promise
        if ((await residentMb(child.pid!)) > KEPT_MB) endFor(new Error('The process has grown.'))
        return converted
      } finally {
        signal.removeEventListener('abort', leave)
        awaited = undefined
      }
    },
    hasEnded: () => hasEnded,
    async end() {
      endFor(new Fault('SCRAPE_JOB_CANCELLED', 'The service stops.'))
      await exited
    },
  }
}

function hear(
  reply: Exclude<WorkerReply, { state: 'ready' }>,
  { resolve, reject, report }: PromiseWithResolvers<Converted> & { report: ReportProgress },
) {
  if (reply.state === 'progress') report(reply)
  else if (reply.state === 'converted') resolve(reply.converted)
  else if (reply.state === 'failed') reject(new Error(`A document could not be converted: ${reply.error}`))
  else
    reject(
      new UnreadableDocument(reply.reason, reply.message, { cause: reply.cause && new Error(reply.cause) }),
    )
}

/**
 * Each piece waits for the one before, so that never much of a document is held here. A process that is gone takes
 * nothing any more; why it is gone is told by its end.
 */
async function send(
  child: ChildProcess,
  { stored, fileName, contentType, wish }: ConvertQuestion,
): Promise<void> {
  const isTold = (question: WorkerQuestion) =>
    new Promise<boolean>((resolve) => child.send(question, (failure) => resolve(failure === null)))
  for await (const piece of piecesOf(stored)) if (!(await isTold({ ask: 'take', piece }))) return
  await isTold({ ask: 'convert', fileName, contentType, wish })
}

interface Death {
  code: number | null
  signalName: string | null
  lastWords: string
  isReady: boolean
}

/** Reading one document crashes a library now and then; a process that never got that far is a defect of ours. */
function died({ code, signalName, lastWords, isReady }: Death): Error {
  const how = new Error(`The process ended with ${signalName ?? code}. ${lastWords}`)
  if (!isReady) return new Error('A process that reads documents does not start.', { cause: how })
  if (/heap out of memory|Allocation failed/.test(lastWords)) return tooLarge('memory')
  return new UnreadableDocument('damaged', 'The file makes its reader crash; it is damaged or malicious.', {
    cause: how,
  })
}

function tooLarge(what: 'memory' | 'time'): UnreadableDocument {
  return new UnreadableDocument('too large', `Reading the file takes more ${what} than a document may.`)
}

function watch(
  pid: number,
  { timeMs, memoryMb }: ProcessLimits,
  endFor: (reason: unknown) => void,
): Disposable {
  const time = setTimeout(() => endFor(tooLarge('time')), timeMs)
  const memory = watchMemory(pid, memoryMb, () => endFor(tooLarge('memory')))
  return {
    [Symbol.dispose]() {
      clearTimeout(time)
      memory[Symbol.dispose]()
    },
  }
}

/** What a worker process is told: the bytes of one document piece by piece, then what to do with them. */
export type WorkerQuestion =
  | { ask: 'take'; piece: Uint8Array }
  | { ask: 'convert'; fileName: string; contentType: string; wish: ConversionWish }

export type WorkerReply =
  | { state: 'ready' }
  | { state: 'progress'; donePages: number; totalPages: number }
  | { state: 'converted'; converted: Converted }
  | { state: 'unreadable'; reason: UnreadableReason; message: string; cause: string | undefined }
  | { state: 'failed'; error: string }

const READER = 65_531

/** As whom documents are read, because what reads them is native code and documents are hostile. */
export function readerAccount(): Account | undefined {
  return unprivilegedAccount(READER, import.meta.url)
}
