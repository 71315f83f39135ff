import type { Bytes } from '../../compound-file/compound-file.ts'
import type { Marker, ParagraphStyle } from '../block.ts'
import { headingLevelOf, roleOfName } from '../conventions.ts'
import { ListCounter } from '../list-counter.ts'
import type { CountedLevel, CountedList } from '../list-counter.ts'
import { readParagraphProperties } from './properties.ts'
import type { ParagraphProperties } from './properties.ts'

export interface Style {
  role: ParagraphStyle
  headingLevel: number | undefined
  /** What its paragraphs have, with what the styles say that it is based on. */
  paragraph: ParagraphProperties
}

interface WrittenStyle {
  /** The number that a style which Word knows has everywhere. */
  known: number
  base: number
  name: string
  properties: Bytes
}

const PLAIN: Style = { role: 'text', headingLevel: undefined, paragraph: {} }
const MAX_CHAIN = 30
const TITLE = 62
const NO_BASE = 0xfff

/** The styles of paragraphs by their numbers. */
export class Styles {
  private readonly written: (WrittenStyle | undefined)[]
  private readonly found = new Map<number, Style>()

  constructor(sheet: Bytes) {
    this.written = writtenIn(sheet)
  }

  find(number: number, leftSteps = MAX_CHAIN): Style {
    const known = this.found.get(number)
    if (known) return known
    const style = this.written[number]
    if (!style || leftSteps === 0) return PLAIN
    const base = style.base === NO_BASE ? PLAIN : this.find(style.base, leftSteps - 1)
    const made = styleOf(style, base)
    this.found.set(number, made)
    return made
  }
}

function styleOf({ known, name, properties }: WrittenStyle, base: Style): Style {
  const paragraph = { ...base.paragraph, ...readParagraphProperties(properties) }
  const named = known >= 1 && known <= 9 ? known : headingLevelOf(name)
  // A style may be based on a heading without being one. Any other level counts with each of its paragraphs.
  const isBody = paragraph.outlineLevel === 9
  return {
    role: (known === TITLE ? 'title' : roleOfName(name)) ?? base.role,
    headingLevel: named ?? (isBody ? undefined : base.headingLevel),
    paragraph,
  }
}

function writtenIn(sheet: Bytes): (WrittenStyle | undefined)[] {
  const headLength = sheet.u16(0)
  const count = Math.min(sheet.u16(2), MAX_STYLES)
  const baseLength = sheet.u16(4)
  const styles: (WrittenStyle | undefined)[] = []
  let at = 2 + headLength
  for (let index = 0; index < count && at + 2 <= sheet.length; index++) {
    const length = sheet.u16(at)
    styles.push(length === 0 ? undefined : styleIn(sheet.slice(at + 2, at + 2 + length), baseLength))
    at += 2 + length + (length % 2)
  }
  return styles
}

const MAX_STYLES = 4096
const PARAGRAPH_KIND = 1

/** Only styles of paragraphs count. */
function styleIn(bytes: Bytes, baseLength: number): WrittenStyle | undefined {
  const kindAndBase = bytes.u16(2)
  if ((kindAndBase & 0xf) !== PARAGRAPH_KIND) return undefined
  const nameLength = bytes.u16(baseLength)
  const name = bytes.text(baseLength + 2, Math.min(nameLength, 255))
  const at = baseLength + 2 + 2 * nameLength + 2
  // The first of the lists of properties is that of paragraphs; it begins with the number of the style.
  const length = bytes.u16(at)
  return {
    known: bytes.u16(0) & 0xfff,
    base: kindAndBase >> 4,
    name,
    properties: bytes.slice(at + 4, at + 2 + length),
  }
}

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
