import { promisify } from 'node:util'
import {
  brotliDecompress,
  gunzip,
  inflate as zlibInflate,
  inflateRaw,
  zstdDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { Transform } from 'node:stream'
import { peek, pipeThrough } from '../../concurrency/byte-streams.ts'
import { Fault } from '../../fault.ts'

/** Undoes the content codings of a body, last one first; stops as soon as more than `maxBytes` come out. */
export async function inflate(
  body: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<Uint8Array | 'too large'> {
  let bytes = body
  for (const coding of codingsOf(contentEncoding)) {
    const method = bytes.length === 0 ? 'nothing' : coding(bytes)
    if (method === 'nothing') continue
    const outcome = await run(method, bytes, maxBytes)
    if (outcome === 'too large') return outcome
    bytes = outcome
  }
  return bytes
}

interface InflateOptions {
  maxOutputLength: number
  chunkSize: number
}

type Run = (bytes: Uint8Array, options: InflateOptions) => Promise<Uint8Array>

const METHODS: Record<Method, Run> = {
  gunzip: promisify<Uint8Array, InflateOptions, Uint8Array>(gunzip),
  inflate: promisify<Uint8Array, InflateOptions, Uint8Array>(zlibInflate),
  inflateRaw: promisify<Uint8Array, InflateOptions, Uint8Array>(inflateRaw),
  brotli: promisify<Uint8Array, InflateOptions, Uint8Array>(brotliDecompress),
  zstd: promisify<Uint8Array, InflateOptions, Uint8Array>(zstdDecompress),
}

async function run(method: Method, bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | 'too large'> {
  try {
    return await METHODS[method](bytes, { maxOutputLength: maxBytes, chunkSize: 64 * 1024 })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') return 'too large'
    throw unreadable('its compressed body is broken or cut off', cause)
  }
}

/** The output is not bounded: a small body can become an endless one. What came before a failure is given first. */
export async function* inflateStream(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string,
): AsyncGenerator<Uint8Array> {
  yield* codingsOf(contentEncoding).reduce(decodeStream, body)
}

async function* decodeStream(source: AsyncIterable<Uint8Array>, coding: Coding): AsyncGenerator<Uint8Array> {
  const { head, whole } = await peek(source, CODING_HEAD_BYTES)
  // An answer to nothing is often labelled all the same.
  const method = head.length === 0 ? 'nothing' : coding(head)
  const isBroken = (cause: unknown) => unreadable('its compressed body is broken', cause)
  yield* method === 'nothing' ? whole : pipeThrough(whole, ENGINES[method](), isBroken)
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

function codingsOf(contentEncoding: string): Coding[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > MAX_CODINGS) throw unreadable(`it is compressed ${names.length} times`)
  return names.toReversed().map((name) => {
    const coding = CODINGS[name]
    if (!coding) throw unreadable(`its content encoding "${name.slice(0, 40)}" is unknown`)
    return coding
  })
}

const MAX_CODINGS = 3

/** How many bytes a `Coding` wants to see, if there are as many. */
const CODING_HEAD_BYTES = 4

type Method = 'gunzip' | 'inflate' | 'inflateRaw' | 'brotli' | 'zstd'

/** By what the first bytes say; bytes that cannot be what the header says are taken as they are. */
type Coding = (head: Uint8Array) => Method | 'nothing'

const gzip: Coding = (head) => (begins(head, [0x1f, 0x8b]) ? 'gunzip' : 'nothing')

const CODINGS: Record<string, Coding | undefined> = {
  gzip,
  'x-gzip': gzip,
  // It means the zlib wrapper, but servers send bare deflate under the same name.
  deflate: (head) => (isWrapped(head) ? 'inflate' : 'inflateRaw'),
  br: () => 'brotli',
  zstd: (head) => (begins(head, [0x28, 0xb5, 0x2f, 0xfd]) ? 'zstd' : 'nothing'),
}

function begins(bytes: Uint8Array, mark: number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}

function isWrapped([first = 0, second = 0]: Uint8Array): boolean {
  return ((first << 8) | second) % 31 === 0 && (first & 0x0f) === 8
}

function unreadable(reason: string, cause?: unknown): Fault {
  return new Fault('SCRAPE_SITE_ERROR', `The answer of the target cannot be read: ${reason}.`, { cause })
}
