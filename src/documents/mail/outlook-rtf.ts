import { decodeCodePage } from '../compound-file/code-page.ts'
import { UnreadableDocument } from '../converted.ts'
import RTF_SIGNS from './rtf-signs.json' with { type: 'json' }

/** What every text is told to begin with, so that it can be referred to (MS-OXRTFCP 2.1.2.1). */
const BEGINNING =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const WINDOW = 4096
const HEADER_BYTES = 16
const COMPRESSED = 0x75_46_5a_4c
const UNCOMPRESSED = 0x41_4c_45_4d
const MAX_BYTES = 64 * 1024 * 1024

/** Unpacks the RTF that Outlook keeps the text of a message in. */
export function decompressRtf(packed: Uint8Array): Uint8Array {
  if (packed.length < HEADER_BYTES) throw damaged()
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  const sizeBytes = view.getUint32(4, true)
  const kind = view.getUint32(8, true)
  const content = packed.subarray(HEADER_BYTES)
  if (kind === UNCOMPRESSED) return content.subarray(0, sizeBytes)
  if (kind !== COMPRESSED || sizeBytes > MAX_BYTES) throw damaged()
  return unpack(content, sizeBytes)
}

function unpack(content: Uint8Array, sizeBytes: number): Uint8Array {
  const written = new Written(sizeBytes)
  let at = 0
  while (at < content.length && !written.isFull) {
    // Each bit says of what follows whether it is a byte or refers to bytes before.
    const flags = content[at++]!
    for (let bit = 0; bit < 8 && at < content.length && !written.isFull; bit++) {
      if ((flags & (1 << bit)) === 0) {
        written.add(content[at++]!)
        continue
      }
      const reference = (content[at]! << 8) | (content[at + 1] ?? 0)
      at += 2
      const isEnd = !written.repeat(reference >> 4, (reference & 15) + 2)
      if (isEnd) return written.bytes()
    }
  }
  return written.bytes()
}

/** What was unpacked, with the last of it in a ring that references lead into. */
class Written {
  private readonly ring = new Uint8Array(WINDOW)
  private place = BEGINNING.length
  private readonly result: Uint8Array
  private length = 0

  constructor(sizeBytes: number) {
    this.ring.set(Buffer.from(BEGINNING, 'latin1'))
    this.result = new Uint8Array(sizeBytes)
  }

  get isFull(): boolean {
    return this.length >= this.result.length
  }

  add(byte: number): void {
    this.result[this.length++] = byte
    this.ring[this.place] = byte
    this.place = (this.place + 1) % WINDOW
  }

  /** Repeats bytes of before; false when the reference is to nothing, which marks the end. */
  repeat(from: number, count: number): boolean {
    if (from === this.place) return false
    for (let step = 0; step < count && !this.isFull; step++) this.add(this.ring[(from + step) % WINDOW]!)
    return true
  }

  bytes(): Uint8Array {
    return this.result.subarray(0, this.length)
  }
}

function damaged(): UnreadableDocument {
  return new UnreadableDocument('damaged', 'The text of the message is damaged.')
}

/**
 * The HTML that a message was written in, when its RTF carries it along (MS-OXRTFEX): tags stand in groups of their own,
 * and what is only there for readers of RTF is switched off. Undefined when the RTF was not made from HTML.
 */
export function htmlInRtf(rtf: Uint8Array): string | undefined {
  const source = Buffer.from(rtf.buffer, rtf.byteOffset, rtf.length).toString('latin1')
  if (!/\\fromhtml1\b/.test(source.slice(0, 1024))) return undefined
  const codePage = Number(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 1024))?.[1] ?? 1252)
  const written: string[] = []
  let bytes: number[] = []
  const flush = () => {
    if (bytes.length > 0) written.push(decodeCodePage(Uint8Array.from(bytes), codePage))
    bytes = []
  }
  let group: Group = { isShown: true, isTag: false, isRtfOnly: false, skipAfterUnicode: 1 }
  const groups: Group[] = []
  let toSkip = 0
  for (const [token, word, value = '', hex, sign] of source.matchAll(TOKEN)) {
    if (token === '{') groups.push({ ...group })
    else if (token === '}') group = groups.pop() ?? group
    else if (sign === '*') group = { ...group, isShown: false }
    else if (word !== undefined) {
      if (word === 'u') {
        flush()
        if (isHeard(group)) written.push(String.fromCharCode(Number(value) & 0xffff))
        toSkip = group.skipAfterUnicode
      } else group = afterWord(group, word, value, (text) => (flush(), written.push(text)))
    } else if (toSkip > 0) toSkip--
    else if (!isHeard(group)) continue
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16))
    else if (sign !== undefined) bytes.push(...Buffer.from(ESCAPED.get(sign) ?? ''))
    else if (token !== '\r' && token !== '\n') bytes.push(token.charCodeAt(0))
  }
  flush()
  return written.join('')
}

const TOKEN = /\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|[^\\]/g

const ESCAPED: ReadonlyMap<string, string> = new Map(Object.entries(RTF_SIGNS.escaped))

interface Group {
  /** Whether its text belongs to the document at all. */
  isShown: boolean
  /** Whether it holds markup, which is shown wherever it stands. */
  isTag: boolean
  /** Whether what is read now is only for readers of RTF. */
  isRtfOnly: boolean
  /** How many signs after one of Unicode repeat it for old readers. */
  skipAfterUnicode: number
}

function isHeard({ isShown, isTag, isRtfOnly }: Group): boolean {
  return isShown && (isTag || !isRtfOnly)
}

const HIDDEN = new Set(['fonttbl', 'colortbl', 'stylesheet', 'info', 'pntext'])
const SIGNS: ReadonlyMap<string, string> = new Map(Object.entries(RTF_SIGNS.signs))

function afterWord(group: Group, word: string, value: string, write: (text: string) => void): Group {
  // All other groups that begin with a star are for programs that know them.
  if (word === 'htmltag') return { ...group, isTag: true, isShown: true }
  if (word === 'htmlrtf') return { ...group, isRtfOnly: value !== '0' }
  if (word === 'uc') return { ...group, skipAfterUnicode: Number(value) }
  if (HIDDEN.has(word)) return { ...group, isShown: false }
  const sign = SIGNS.get(word)
  if (sign !== undefined && isHeard(group)) write(sign)
  return group
}
