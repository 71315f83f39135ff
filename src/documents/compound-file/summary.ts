import type { DocumentMetadata } from '../converted.ts'
import { Bytes } from './bytes.ts'
import { decodeCodePage } from './code-page.ts'
import type { CompoundFile } from './compound-file.ts'

/** What an old Office file says about itself, in a stream that all of them share. */
export function readSummary(container: CompoundFile): DocumentMetadata {
  const stream = new Bytes(container.stream('\u0005SummaryInformation') ?? new Uint8Array())
  const section = stream.u32(44)
  const count = Math.min(stream.u32(section + 4), MAX_PROPERTIES)
  const places = new Map<number, number>()
  for (let index = 0; index < count; index++) {
    const entry = section + 8 + 8 * index
    places.set(stream.u32(entry), section + stream.u32(entry + 4))
  }
  const codePage = stream.u16((places.get(1) ?? stream.length) + 4)
  const metadata: DocumentMetadata = {}
  for (const [field, ids] of FIELDS) {
    const text = ids.map((id) => textAt(stream, places.get(id), codePage)).find((found) => found !== '')
    if (text !== undefined) metadata[field] = text
  }
  for (const [field, id] of TIMES) {
    const time = timeAt(stream, places.get(id))
    if (time !== undefined) metadata[field] = time
  }
  return metadata
}

const MAX_PROPERTIES = 100

const FIELDS: readonly (readonly [keyof DocumentMetadata, readonly number[]])[] = [
  ['title', [2]],
  ['author', [4]],
  ['description', [6, 3]],
  ['keywords', [5]],
]

const TIMES: readonly (readonly ['createdTime' | 'modifiedTime', number])[] = [
  ['createdTime', 12],
  ['modifiedTime', 13],
]

const NARROW = 30
const WIDE = 31
const TIME = 64
/** The number of UTF-16, with which text is wide although its type says otherwise. */
const UTF16 = 1200

function textAt(stream: Bytes, at: number | undefined, codePage: number): string {
  if (at === undefined) return ''
  const type = stream.u32(at)
  const length = Math.min(stream.u32(at + 4), 10_000)
  if (type !== WIDE && type !== NARROW) return ''
  const text =
    type === WIDE
      ? stream.text(at + 8, length)
      : codePage === UTF16
        ? stream.text(at + 8, length >> 1)
        : decodeCodePage(stream.slice(at + 8, at + 8 + length).all, codePage)
  return text.split('\0', 1)[0]!.trim()
}

/** Times are counted in tenths of microseconds from 1601. */
function timeAt(stream: Bytes, at: number | undefined): string | undefined {
  if (at === undefined || stream.u32(at) !== TIME) return undefined
  const milliseconds = (stream.u32(at + 8) * 2 ** 32 + stream.u32(at + 4)) / 10_000 - 11_644_473_600_000
  const time = new Date(milliseconds)
  return milliseconds > 0 && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined
}
