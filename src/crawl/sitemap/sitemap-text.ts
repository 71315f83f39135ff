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

const MARKS: { mark: number[]; label: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
  { mark: [0x00, 0x3c], label: 'utf-16be' },
  { mark: [0x3c, 0x00], label: 'utf-16le' },
]

/** What a file says of itself counts more than what the server says of all its files. */
function encodingOf(head: Uint8Array, contentType: string): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => head[index] === byte))
  if (marked) return marked.label
  const prolog = Buffer.from(head).toString('latin1')
  const label =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(prolog)?.[1] ??
    /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ??
    'utf-8'
  // It could be read as ASCII up to here, so it is not what it says it is.
  return /^(utf-?16|ucs-?2|unicode)/i.test(label) ? 'utf-8' : label
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    // A name that nobody knows is as good as none.
    return new TextDecoder()
  }
}

export async function* sitemapBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, whole } = await peek(body, 2)
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  let leftBytes = MAX_BYTES
  for await (const chunk of isGzip ? unzipped(whole) : whole) {
    const portion = chunk.subarray(0, leftBytes)
    for (let at = 0; at < portion.length; at += PORTION_BYTES) yield portion.subarray(at, at + PORTION_BYTES)
    leftBytes -= portion.length
    if (portion.length < chunk.length)
      throw new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The sitemap has more than 100 MB.')
  }
}

const MAX_BYTES = 100 * 1024 * 1024
/** What is read in one go without keeping others waiting. */
const PORTION_BYTES = 32 * 1024

/** A truncated file yields the part that is there. */
function unzipped(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const engine = createGunzip({ chunkSize: PORTION_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  return pipeThrough(
    source,
    engine,
    (cause) => new Fault('SCRAPE_SITE_ERROR', 'The compressed sitemap is broken.', { cause }),
  )
}
