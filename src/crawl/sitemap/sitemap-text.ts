import { TextDecoder } from 'node:util'
import { peek } from './peek.ts'

/** The text of a sitemap, as it comes. */
export async function* sitemapText(
  bytes: AsyncIterable<Uint8Array>,
  contentType: string,
): AsyncGenerator<string> {
  const { head, whole } = await peek(bytes, PROLOG_BYTES)
  const decoder = decoderFor(encodingOf(head, contentType))
  for await (const chunk of whole) yield decoder.decode(chunk, { stream: true })
}

const PROLOG_BYTES = 512

/** Marks, and markup in sixteen bits without one. */
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
