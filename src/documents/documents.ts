import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { abortFault } from '../concurrency/abort.ts'
import {
  killGroup,
  lowerPriority,
  residentMb,
  unprivilegedAccount,
  watchMemory,
} from '../concurrency/confined-process.ts'
import type { Account } from '../concurrency/confined-process.ts'
import { createWorkerPool } from '../concurrency/worker-pool.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import { damaged, tooLarge, UnreadableDocument } from './converted.ts'
import type { ConversionOptions, Converted, ReportProgress, UnreadableReason } from './converted.ts'
import { piecesOf } from './spool.ts'
import type { StoredBytes } from './spool.ts'

export type {
  ConversionOptions,
  Converted,
  ConvertedBlock,
  ConvertedPage,
  ReportProgress,
} from './converted.ts'
export { declaredFamily, documentFamily, DOCUMENT_ENDINGS, endingOf } from './family.ts'
export type { DocumentFamily } from './family.ts'
export { ocrLanguages } from './ocr/languages.ts'
export { openSpool, readStored } from './spool.ts'
export type { Spool, SpooledFile, StoredBytes } from './spool.ts'
export { UnreadableDocument } from './converted.ts'

export interface DocumentInput {
  stored: StoredBytes
  fileName: string
  contentType: string
  /** The team that asked for it, so that teams share the processes fairly; undefined for work of the service itself. */
  teamId?: string | undefined
}

/** Reads documents of all kinds in processes of their own: a bad one costs its process and nothing else. */
interface Documents extends AsyncDisposable {
  /** Throws `UnreadableDocument` when the document is the reason why it cannot be read. */
  convert: ConvertDocument
}

export type ConvertDocument = (
  input: DocumentInput,
  options: ConversionOptions,
  signal: AbortSignal,
  report?: ReportProgress,
) => Promise<Converted>

const LIMITS = {
  // Callers have time limits of their own; this one is for work that goes on after its caller left.
  timeMs: 20 * 60_000,
  memoryMb: 1024,
  // More than there are processors: a few documents that take minutes must not hold up all others.
  processes: Math.max(4, 2 * availableParallelism()),
  idleMs: 60_000,
}

export function openDocuments(log?: Log, limits: Partial<typeof LIMITS> = {}): Documents {
  const { processes: most, idleMs, ...processLimits } = { ...LIMITS, ...limits }
  const account = readerAccount()
  if (process.getuid?.() === 0 && !account) {
    log?.warn('Documents are read as root, because the program lies in a folder that is closed to others.')
  }
  const pool = createWorkerPool(() => startDocumentProcess(processLimits, account), {
    maxWorkers: most,
    idleMs,
    warm: 0,
  })
  return {
    convert: ({ teamId, ...input }, options, signal, report = () => {}) =>
      // The size of a document says little about the time it takes, so all count alike.
      pool.use({ teamId, isLarge: false }, signal, (one) =>
        one.convert({ ...input, options }, signal, report),
      ),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}

interface ProcessLimits {
  timeMs: number
  memoryMb: number
}

type ConvertRequest = Omit<DocumentInput, 'teamId'> & { options: ConversionOptions }

/** A process that holds more than this after a document starts afresh: the next one must not pay for it. */
const REUSABLE_MB = 350

function startDocumentProcess({ timeMs, memoryMb }: ProcessLimits, account: Account | undefined) {
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
  let stderrTail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-2000)
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let pending: (PromiseWithResolvers<Converted> & { report: ReportProgress }) | undefined
  let hasEnded = false
  let isReady = false

  const endFor = (reason: unknown) => {
    hasEnded = true
    pending?.reject(reason)
    killGroup(child)
  }
  child.on('message', (reply: WorkerResponse) => {
    if (reply.state === 'ready') isReady = true
    else if (pending) handleResponse(reply, pending)
  })
  child.on('error', endFor)
  child.on('exit', (code, signalName) =>
    endFor(crashError(`The process ended with ${signalName ?? code}. ${stderrTail}`, isReady)),
  )
  if (child.pid !== undefined) lowerPriority(child.pid)

  return {
    async convert(question: ConvertRequest, signal: AbortSignal, report: ReportProgress) {
      if (signal.aborted) throw abortFault(signal)
      if (hasEnded) throw crashError(`The process ended with null. ${stderrTail}`, isReady)
      pending = { ...Promise.withResolvers<Converted>(), report }
      const leave = () => endFor(abortFault(signal))
      signal.addEventListener('abort', leave, { once: true })
      using _limits = watch(child.pid!, { timeMs, memoryMb }, endFor)
      try {
        void send(child, question).catch(endFor)
        const converted = await pending.promise
        if ((await residentMb(child.pid!)) > REUSABLE_MB) endFor(new Error('The process has grown.'))
        return converted
      } finally {
        signal.removeEventListener('abort', leave)
        pending = undefined
      }
    },
    hasEnded: () => hasEnded,
    async end() {
      endFor(new Fault('SCRAPE_JOB_CANCELLED', 'The service stops.'))
      await exited
    },
  }
}

function handleResponse(
  reply: Exclude<WorkerResponse, { state: 'ready' }>,
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

/** Each piece waits for the one before, so that little is held here. Why a process is gone is told by its end. */
async function send(
  child: ChildProcess,
  { stored, fileName, contentType, options }: ConvertRequest,
): Promise<void> {
  const sendMessage = (question: WorkerRequest) =>
    new Promise<boolean>((resolve) => child.send(question, (failure) => resolve(failure === null)))
  for await (const piece of piecesOf(stored)) if (!(await sendMessage({ ask: 'take', piece }))) return
  await sendMessage({ ask: 'convert', fileName, contentType, options })
}

/** Reading one document crashes a library now and then; a process that never got that far is a defect of ours. */
function crashError(stderrTail: string, isReady: boolean): Error {
  const how = new Error(stderrTail)
  if (!isReady) return new Error('A process that reads documents does not start.', { cause: how })
  if (/heap out of memory|Allocation failed/.test(stderrTail)) return limitExceeded('memory')
  return damaged('The file makes its reader crash; it is damaged or malicious.', how)
}

function limitExceeded(what: 'memory' | 'time'): UnreadableDocument {
  return tooLarge(`Reading the file takes more ${what} than a document may.`)
}

function watch(
  pid: number,
  { timeMs, memoryMb }: ProcessLimits,
  endFor: (reason: unknown) => void,
): Disposable {
  const time = setTimeout(() => endFor(limitExceeded('time')), timeMs)
  const memory = watchMemory(pid, memoryMb, () => endFor(limitExceeded('memory')))
  return {
    [Symbol.dispose]() {
      clearTimeout(time)
      memory[Symbol.dispose]()
    },
  }
}

/** What a worker process is told: the bytes of one document piece by piece, then what to do with them. */
export type WorkerRequest =
  | { ask: 'take'; piece: Uint8Array }
  | { ask: 'convert'; fileName: string; contentType: string; options: ConversionOptions }

export type WorkerResponse =
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
