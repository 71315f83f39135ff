import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Fault } from '../../fault.ts'
import type { AppliedMigration } from '../schema/migrate.ts'

export const FORMAT = 1

/**
 * The format of a backup file: gzip over frames, each with a one-letter type, a four-byte length (big
 * endian), and the bytes.
 *
 * | frame | bytes                                                                                |
 * |-------|--------------------------------------------------------------------------------------|
 * | `H`   | the header as JSON; comes first, once                                                |
 * | `T`   | the index of the following table in the header's list, as JSON                       |
 * | `D`   | rows of that table in PostgreSQL's COPY text format, split at any byte               |
 * | `E`   | SHA-256 of everything before this frame; comes last, so truncation is detected       |
 */
export interface Frame {
  kind: 'H' | 'T' | 'D' | 'E'
  bytes: Buffer
}

export interface ArchivedTable {
  schema: string
  name: string
  columns: string[]
}

export interface ArchiveHeader {
  format: typeof FORMAT
  createdAt: string
  schemaVersion: number
  migrations: AppliedMigration[]
  queueVersion: number | null
  tables: ArchivedTable[]
  sequences: { name: string; lastValue: string }[]
}

const HEAD_BYTES = 5
/** Far more than is ever written. A corrupt length must not make us wait for gigabytes. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024
const MAX_PIECE_BYTES = 64 * 1024

/** Writes a new file that only its owner can read. A failure leaves no file. */
export async function writeArchive(file: string, frames: AsyncIterable<Frame>): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(encode(frames), createGzip({ level: 6 }), target)
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new Fault('CONFLICT', `${file} already exists. Choose the name of a new file for the backup.`)
    await rm(file, { force: true })
    throw failure
  }
}

async function* encode(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const { kind, bytes } of frames) {
    for (const piece of kind === 'D' ? splitBytes(bytes) : [bytes]) {
      const head = frameHead(kind, piece.length)
      hash.update(head).update(piece)
      yield head
      yield piece
    }
  }
  const digest = hash.digest()
  yield frameHead('E', digest.length)
  yield digest
}

function splitBytes(bytes: Buffer): Buffer[] {
  if (bytes.length <= MAX_PIECE_BYTES) return [bytes]
  return [bytes.subarray(0, MAX_PIECE_BYTES), ...splitBytes(bytes.subarray(MAX_PIECE_BYTES))]
}

function frameHead(kind: Frame['kind'], length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(kind, 'latin1')
  head.writeUInt32BE(length, 1)
  return head
}

export async function* readArchive(file: string): AsyncGenerator<Frame> {
  const hash = createHash('sha256')
  let isComplete = false
  const source = createReadStream(file)
  const gunzip = createGunzip({ chunkSize: MAX_PIECE_BYTES })
  source.on('error', (failure) => gunzip.destroy(failure))
  try {
    for await (const frame of decode(source.pipe(gunzip))) {
      // Reading to the end shows that the gzip stream itself is not truncated.
      if (isComplete) throw new Error('There are frames after the end frame.')
      if (frame.kind === 'E') {
        isComplete = hash.digest().equals(frame.bytes)
        if (!isComplete) break
      } else {
        hash.update(frameHead(frame.kind, frame.bytes.length)).update(frame.bytes)
        yield frame
      }
    }
  } catch (cause) {
    throw unreadableArchive(file, cause)
  } finally {
    source.destroy()
  }
  if (!isComplete) throw unreadableArchive(file, undefined)
}

async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= HEAD_BYTES) {
      const length = rest.readUInt32BE(1)
      if (length > MAX_FRAME_BYTES) return
      if (rest.length < HEAD_BYTES + length) break
      const kind = rest.toString('latin1', 0, 1) as Frame['kind']
      yield { kind, bytes: rest.subarray(HEAD_BYTES, HEAD_BYTES + length) }
      rest = rest.subarray(HEAD_BYTES + length)
    }
  }
}

export function readHeader(file: string, frame: Frame | undefined): ArchiveHeader {
  if (frame?.kind !== 'H') throw unreadableArchive(file, undefined)
  const header = JSON.parse(frame.bytes.toString()) as ArchiveHeader
  if (header.format === FORMAT) return header
  throw new Fault(
    'BAD_REQUEST',
    `${file} is a backup in format ${header.format}, but this program reads format ${FORMAT}: a newer Winnow wrote it. Restore it with that version.`,
  )
}

function unreadableArchive(file: string, cause: unknown): Fault {
  const failedCall = (cause as NodeJS.ErrnoException | undefined)?.syscall
  const reason = failedCall
    ? `cannot be read: ${(cause as Error).message}`
    : 'is not a complete backup: it is truncated, damaged, or another kind of file'
  return new Fault('BAD_REQUEST', `${file} ${reason}. Nothing was restored.`, { cause })
}
