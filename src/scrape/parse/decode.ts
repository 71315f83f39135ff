/** The text of some bytes. The strongest sign of the encoding wins: byte order mark, header, then what the text says. */
export function decode(bytes: Uint8Array, contentType: string): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  const label = marked?.label ?? charsetOfHeader(contentType) ?? charsetOfText(bytes)
  const text = (label && decodeAs(bytes, label)) ?? guess(bytes)
  // NUL means nothing in text, and a database would refuse it.
  return text.replaceAll('\0', '')
}

const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
]

function charsetOfHeader(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
}

/** How far a text may be read before it says its encoding; the HTML standard asks for 1024 bytes, pages need more. */
const PRESCAN_BYTES = 4096

function charsetOfText(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES)).toString(
    'latin1',
  )
  const label =
    /<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1]
  // It could be read as ASCII, so it is not what it says it is.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function decodeAs(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // The label is unknown; what it says is as good as nothing.
    return undefined
  }
}

/** Text of an unnamed encoding is UTF-8 unless that makes noise of it. */
function guess(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.match(/\ufffd/g)?.length ?? 0
  if (broken === 0) return text
  const sound = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return broken * 10 < sound ? text : new TextDecoder('windows-1252').decode(bytes)
}
