import { isUtf8 } from 'node:buffer'
import { encodingDetector } from '../../../language/encoding.ts'

/** The text of a file that hardly ever says in which encoding it is: by its mark, its label, or else by its look. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked.label).decode(bytes)
  const wide = wideWithoutMark(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  if (isUtf8(bytes) && !bytes.subarray(0, SAMPLE_BYTES).includes(ESCAPE))
    return new TextDecoder().decode(bytes)
  return labelled(bytes, contentType) ?? new TextDecoder(detected(bytes)).decode(bytes)
}

const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
]
const SAMPLE_BYTES = 64 * 1024
/** What switches character sets in the seven-bit encodings of East Asia. */
const ESCAPE = 0x1b
const SWITCHES = ['$@', '$B', '(I', '(J'].map((letters) => `\u001b${letters}`)

/** Delimiters, line ends and digits are ASCII in any language, so one half of the bytes has many zeros. */
function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 4096)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [even = 0, odd = 0] = zeros
  const many = Math.max(length / 20, 2)
  if (odd > many && even <= odd / 10) return 'utf-16le'
  return even > many && odd <= even / 10 ? 'utf-16be' : undefined
}

/** A label is a claim; one that makes noise of the text is passed over. */
function labelled(bytes: Uint8Array, contentType: string): string | undefined {
  const label = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
  if (label === undefined) return undefined
  try {
    const text = new TextDecoder(label).decode(bytes)
    return text.includes('\ufffd') ? undefined : text
  } catch {
    return undefined
  }
}

function detected(bytes: Uint8Array): string {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE_BYTES))
  if (SWITCHES.some((sequence) => sample.includes(sequence))) return 'iso-2022-jp'
  const found = encodingDetector().detectAll(sample, { detectEncodings: ENCODINGS, minimumThreshold: 0 })
  const [best] = found
  const western = found.find(({ encoding }) => encoding?.toLowerCase() === WESTERN)
  if ((western?.confidence ?? 0) >= (best?.confidence ?? 0) * NEAR) return WESTERN
  const name = best?.encoding?.toLowerCase() ?? WESTERN
  return NAMES[name] ?? name
}

/** By far the most frequent one, so that a few names which look a little more like another language do not outweigh it. */
const WESTERN = 'windows-1252'
const NEAR = 0.65

/** Those that can be decoded, in the words of the detector. */
const ENCODINGS = (
  'utf-8 gb18030 big5hkscs cp932 euc-jis-2004 cp949 euc-kr koi8-r koi8-u cp866 cp874 ' +
  'windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258'
).split(' ')

const NAMES: Record<string, string | undefined> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp874: 'windows-874',
  cp1258: 'windows-1258',
  big5hkscs: 'big5',
  'euc-jis-2004': 'euc-jp',
}
