import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate as zlibInflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { Fault } from '../../fault.ts'

/** Undoes the content codings of a body, last one first; stops as soon as more than `maxBytes` come out. */
export async function inflate(
  body: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<Uint8Array | 'too large'> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > MAX_CODINGS) throw unreadable(`it is compressed ${codings.length} times`)

  let bytes = body
  for (const name of codings.toReversed()) {
    const coding = CODINGS[name]
    if (!coding) throw unreadable(`its content encoding "${name.slice(0, 40)}" is unknown`)
    // An answer to nothing (204, HEAD-like, empty page) is often labelled all the same, and so is plain text.
    if (bytes.length === 0 || !coding.starts(bytes)) continue
    const outcome = await run(coding, bytes, maxBytes)
    if (outcome === 'too large') return outcome
    bytes = outcome
  }
  return bytes
}

const MAX_CODINGS = 3

interface InflateOptions {
  maxOutputLength: number
  chunkSize: number
}

interface Coding {
  inflate: (bytes: Uint8Array, options: InflateOptions) => Promise<Uint8Array>
  /** False when the bytes cannot be what the header says: they are then taken as they are. */
  starts: (bytes: Uint8Array) => boolean
}

const gzip: Coding = {
  inflate: promisify<Uint8Array, InflateOptions, Uint8Array>(gunzip),
  starts: (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b,
}

const CODINGS: Record<string, Coding | undefined> = {
  gzip,
  'x-gzip': gzip,
  deflate: { inflate: inflateEither, starts: () => true },
  br: { inflate: promisify<Uint8Array, InflateOptions, Uint8Array>(brotliDecompress), starts: () => true },
  zstd: {
    inflate: promisify<Uint8Array, InflateOptions, Uint8Array>(zstdDecompress),
    starts: (bytes) => bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd,
  },
}

/** `deflate` means the zlib wrapper, but servers send bare deflate under the same name. */
function inflateEither(bytes: Uint8Array, options: InflateOptions): Promise<Uint8Array> {
  const wrapped = ((bytes[0]! << 8) | (bytes[1] ?? 0)) % 31 === 0 && (bytes[0]! & 0x0f) === 8
  return promisify<Uint8Array, InflateOptions, Uint8Array>(wrapped ? zlibInflate : inflateRaw)(bytes, options)
}

async function run(coding: Coding, bytes: Uint8Array, maxBytes: number): Promise<Uint8Array | 'too large'> {
  try {
    return await coding.inflate(bytes, { maxOutputLength: maxBytes, chunkSize: 64 * 1024 })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') return 'too large'
    throw unreadable('its compressed body is broken or cut off', cause)
  }
}

function unreadable(reason: string, cause?: unknown): Fault {
  return new Fault('SCRAPE_SITE_ERROR', `The answer of the target cannot be read: ${reason}.`, { cause })
}
