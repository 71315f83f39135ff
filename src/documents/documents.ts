import { availableParallelism } from 'node:os'
import type { Log } from '../log.ts'
import { createWorkerPool } from '../concurrency/worker-pool.ts'
import type { ConversionWish, Converted, ReportProgress } from './converted.ts'
import type { StoredBytes } from './spool.ts'
import { readerAccount, startDocumentProcess } from './worker-process.ts'
import type { ProcessLimits } from './worker-process.ts'

export type { ConversionWish, Converted, ConvertedBlock, ConvertedPage, ReportProgress } from './converted.ts'
export { claimedFamily, documentFamily, DOCUMENT_ENDINGS, endingOf } from './family.ts'
export type { DocumentFamily } from './family.ts'
export { ocrLanguages } from './ocr/languages.ts'
export { openSpool, readStored } from './spool.ts'
export type { Spool, Spooled, StoredBytes } from './spool.ts'
export { UnreadableDocument } from './converted.ts'

/** A document to read: where its bytes are, and what its sender says about it. */
export interface DocumentInput {
  stored: StoredBytes
  fileName: string
  contentType: string
  /** The team that asked for it, so that teams share the processes fairly; undefined for work of the service itself. */
  teamId?: string | undefined
}

/** Reads documents of all kinds in processes of their own: a bad one costs its process and nothing else. */
export interface Documents extends AsyncDisposable {
  /** Throws `UnreadableDocument` when the document is the reason why it cannot be read. */
  convert: ConvertDocument
}

export type ConvertDocument = (
  input: DocumentInput,
  wish: ConversionWish,
  signal: AbortSignal,
  report?: ReportProgress,
) => Promise<Converted>

export interface DocumentLimits extends ProcessLimits {
  processes: number
  idleMs: number
}

const LIMITS: DocumentLimits = {
  // Callers have time limits of their own; this one is for work that goes on after its caller left.
  timeMs: 20 * 60_000,
  memoryMb: 1024,
  // More than there are processors: a few documents that take minutes must not hold up all others.
  processes: Math.max(4, 2 * availableParallelism()),
  idleMs: 60_000,
}

export function openDocuments(log?: Log, limits: Partial<DocumentLimits> = {}): Documents {
  const { processes: most, idleMs, ...processLimits } = { ...LIMITS, ...limits }
  const account = readerAccount()
  if (process.getuid?.() === 0 && !account) {
    log?.warn('Documents are read as root, because the program lies in a folder that is closed to others.')
  }
  const pool = createWorkerPool(() => startDocumentProcess(processLimits, account), { most, idleMs, warm: 0 })
  return {
    convert: ({ teamId, ...input }, wish, signal, report = () => {}) =>
      // The size of a document says little about the time it takes, so all count alike.
      pool.use({ teamId, isLarge: false }, signal, (one) => one.convert({ ...input, wish }, signal, report)),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
