import { TextDecoder } from 'node:util'
import { constants, createGunzip } from 'node:zlib'
import { peek, pipeThrough } from '../../concurrency/byte-streams.ts'
import { Fault } from '../../fault.ts'

export async function* sitemapText(
  bytes: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<string> {
  const { head, whole } = await peek(bytes, PROLOG_BYTES)
  const decoder = decoderFor(encodingOf(head, contentType))
  for await (const chunk of whole) yield decoder.decode(chunk, { stream: true })
}

const PROLOG_BYTES = 512

const ENCODING_MARKS: { mark: number[]; label: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
  { mark: [0x00, 0x3c], label: 'utf-16be' },
  { mark: [0x3c, 0x00], label: 'utf-16le' },
]

/** The encoding that the file declares wins over the server's header. */
function encodingOf(head: Uint8Array, contentType: string): string {
  const marked = ENCODING_MARKS.find(({ mark }) => mark.every((byte, index) => head[index] === byte))
  if (marked) return marked.label
  const prolog = Buffer.from(head).toString('latin1')
  const label =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(prolog)?.[1] ??
    /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ??
    'utf-8'
  // It was readable as ASCII so far, so this declaration is wrong.
  return /^(utf-?16|ucs-?2|unicode)/i.test(label) ? 'utf-8' : label
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    // Unknown encodings count as missing.
    return new TextDecoder()
  }
}

export async function* sitemapBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, whole } = await peek(body, 2)
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  let leftBytes = MAX_BYTES
  for await (const chunk of isGzip ? gunzip(whole) : whole) {
    const part = chunk.subarray(0, leftBytes)
    for (let at = 0; at < part.length; at += CHUNK_BYTES) yield part.subarray(at, at + CHUNK_BYTES)
    leftBytes -= part.length
    if (part.length < chunk.length)
      throw new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The sitemap is larger than 100 MB.')
  }
}

const MAX_BYTES = 100 * 1024 * 1024
/** The number of bytes read without yielding to other tasks. */
const CHUNK_BYTES = 32 * 1024

/** A truncated file yields its readable part. */
function gunzip(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const engine = createGunzip({ chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  return pipeThrough(
    source,
    engine,
    (cause) =>
      new Fault('SCRAPE_SITE_ERROR', 'The compressed sitemap is damaged: it could not be decompressed.', {
        cause,
      }),
  )
}
