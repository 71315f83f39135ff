import type { ConversionWish, Converted } from './converted.ts'
import type { UnreadableReason } from './unreadable.ts'

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
