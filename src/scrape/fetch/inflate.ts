import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate as zlibInflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { codingsOf, unreadable } from './codings.ts'
import type { Method } from './codings.ts'

/** Undoes the content codings of a body, last one first; stops as soon as more than `maxBytes` come out. */
export async function inflate(
  body: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<Uint8Array | 'too large'> {
  let bytes = body
  for (const coding of codingsOf(contentEncoding)) {
    // An answer to nothing (204, HEAD-like, empty page) is often labelled all the same, and so is plain text.
    const method = bytes.length === 0 ? 'nothing' : coding.undoneBy(bytes)
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
