import { Readable, pipeline } from 'node:stream'
import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { CODING_HEAD_BYTES, codingsOf, unreadable } from './codings.ts'
import type { Coding, Method } from './codings.ts'

/**
 * Undoes the content codings of a body while it comes. What comes out is not bounded: a small body can become an endless
 * one, so whoever reads it stops when it is enough. What came before a source failed is given before that is thrown, and
 * what is cut off without a failure ends where it is cut.
 */
export async function* inflateStream(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string,
): AsyncGenerator<Uint8Array> {
  yield* codingsOf(contentEncoding).reduce(undo, body)
}

async function* undo(source: AsyncIterable<Uint8Array>, coding: Coding): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const head = await headOf(chunks)
  // An answer to nothing is often labelled all the same.
  if (head.length === 0) return
  const method = coding.undoneBy(head)
  const whole = resumed(head, chunks)
  yield* method === 'nothing' ? whole : through(ENGINES[method](), whole)
}

/** Reads until there is enough to tell what it is. */
async function headOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array()
  while (head.length < CODING_HEAD_BYTES) {
    const next = await chunks.next()
    if (next.done) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  return head
}

async function* resumed(head: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  } finally {
    await chunks.return?.()
  }
}

const CHUNK = { chunkSize: 64 * 1024 }
const ZLIB = { ...CHUNK, finishFlush: constants.Z_SYNC_FLUSH }

const ENGINES: Record<Method, () => Transform> = {
  gunzip: () => createGunzip(ZLIB),
  inflate: () => createInflate(ZLIB),
  inflateRaw: () => createInflateRaw(ZLIB),
  brotli: () => createBrotliDecompress({ ...CHUNK, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ ...CHUNK, finishFlush: constants.ZSTD_e_flush }),
}

async function* through(engine: Transform, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let broken: { failure: unknown } | undefined
  // To the engine a source that fails is one that ends: otherwise it would throw away what it has.
  async function* sound() {
    try {
      yield* source
    } catch (failure) {
      broken = { failure }
    }
  }
  // Its own failures are thrown where it is read.
  pipeline(Readable.from(sound()), engine, () => {})
  try {
    yield* engine as AsyncIterable<Uint8Array>
  } catch (failure) {
    throw unreadable('its compressed body is broken', failure)
  }
  if (broken) throw broken.failure
}
