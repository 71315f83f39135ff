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

/** Decodes the content codings of a body, last one first. Stops as soon as the output exceeds `maxBytes`. */
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
    throw unreadable('its compressed body is corrupt or truncated', cause)
  }
}

/**
 * The output is unbounded: a small body can expand without limit. Output before a failure is delivered first.
 */
export async function* inflateStream(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string,
): AsyncGenerator<Uint8Array> {
  yield* codingsOf(contentEncoding).reduce(decodeStream, body)
}

async function* decodeStream(source: AsyncIterable<Uint8Array>, coding: Coding): AsyncGenerator<Uint8Array> {
  const { head, whole } = await peek(source, CODING_HEAD_BYTES)
  // Empty bodies are often labelled with a coding.
  const method = head.length === 0 ? 'nothing' : coding(head)
  const isBroken = (cause: unknown) => unreadable('its compressed body is corrupt', cause)
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

/** The number of bytes that a `Coding` inspects, if available. */
const CODING_HEAD_BYTES = 4

type Method = 'gunzip' | 'inflate' | 'inflateRaw' | 'brotli' | 'zstd'

/** Chooses by the first bytes; bytes that do not match the declared coding stay unchanged. */
type Coding = (head: Uint8Array) => Method | 'nothing'

const gzip: Coding = (head) => (begins(head, [0x1f, 0x8b]) ? 'gunzip' : 'nothing')

const CODINGS: Record<string, Coding | undefined> = {
  gzip,
  'x-gzip': gzip,
  // It means the zlib wrapper, but some servers send raw deflate under the same name.
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
  return new Fault('SCRAPE_SITE_ERROR', `The response of the target cannot be read: ${reason}.`, { cause })
}
