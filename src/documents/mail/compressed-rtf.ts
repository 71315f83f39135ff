import { UnreadableDocument } from '../unreadable.ts'

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
