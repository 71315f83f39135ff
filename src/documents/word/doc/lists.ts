import type { Marker } from '../block.ts'
import { ListCounter } from '../list-counter.ts'
import type { CountedLevel, CountedList } from '../list-counter.ts'
import type { Bytes } from '../../compound-file/bytes.ts'

/** The lists of a document, by the numbers that paragraphs use. It counts: ask once for each paragraph, in order. */
export class Lists {
  private readonly uses: (CountedList | undefined)[]
  private readonly counter = new ListCounter()

  constructor(lists: Bytes, uses: Bytes) {
    const kinds = kindsIn(lists)
    const count = Math.min(uses.u32(0), MAX_USES)
    this.uses = Array.from({ length: count }, (_, index) => {
      const kind = uses.i32(4 + 16 * index)
      const levels = kinds.get(kind)
      return levels && { id: String(index), kind: String(kind), levels, starts: new Map() }
    })
  }

  next(use: number, level: number): Marker | undefined {
    const list = this.uses[use - 1]
    return list && this.counter.next(list, level)
  }
}

const MAX_USES = 4096
const LIST_SIZE = 28
const LEVEL_SIZE = 28

/** The levels of all lists stand after the lists. */
function kindsIn(bytes: Bytes): Map<number, ReadonlyMap<number, CountedLevel>> {
  const count = Math.min(bytes.u16(0), MAX_USES)
  const kinds = new Map<number, ReadonlyMap<number, CountedLevel>>()
  let at = 2 + LIST_SIZE * count
  for (let index = 0; index < count && at < bytes.length; index++) {
    const start = 2 + LIST_SIZE * index
    const isSimple = (bytes.u8(start + 26) & 1) !== 0
    const levels = new Map<number, CountedLevel>()
    for (let level = 0; level < (isSimple ? 1 : 9); level++) {
      const { read, end } = levelAt(bytes, at)
      levels.set(level, read)
      at = end
    }
    kinds.set(bytes.i32(start), levels)
  }
  return kinds
}

function levelAt(bytes: Bytes, at: number): { read: CountedLevel; end: number } {
  const text = at + LEVEL_SIZE + bytes.u8(at + 24) + bytes.u8(at + 25)
  const length = Math.min(bytes.u16(text), 255)
  const format = FORMATS.get(bytes.u8(at + 4)) ?? 'decimal'
  const flags = bytes.u8(at + 5)
  // The numbers of levels stand as characters of that number.
  const label = bytes.text(text + 2, length).replace(/\p{Cc}/gu, (sign) => `%${sign.charCodeAt(0) + 1}`)
  return {
    read: {
      format,
      text: label,
      isLegal: (flags & 0x04) !== 0,
      start: bytes.i32(at),
      restartAfter: (flags & 0x08) !== 0 ? bytes.u8(at + 26) : undefined,
    },
    end: text + 2 + 2 * length,
  }
}

const FORMATS: ReadonlyMap<number, string> = new Map([
  [0, 'decimal'],
  [1, 'upperRoman'],
  [2, 'lowerRoman'],
  [3, 'upperLetter'],
  [4, 'lowerLetter'],
  [22, 'decimalZero'],
  [23, 'bullet'],
  [33, 'taiwaneseCounting'],
  [37, 'chineseCounting'],
  [39, 'chineseCountingThousand'],
  [255, 'none'],
])
