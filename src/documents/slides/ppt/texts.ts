import { lineMarkup } from '../../line-markup.ts'
import type { SlideParagraph } from '../paragraphs-html.ts'
import { PPT, readRecords } from './records.ts'

/** A text of a slide, with what it is for. */
export interface PptText {
  type: number
  text: string
  styles: DataView | undefined
}

const TITLES = new Set([0, 6])
/** What a speaker has written for himself. */
export const NOTES_TEXT = 2
/** Bodies of slides, whose paragraphs have bullets unless they say otherwise. */
const BODIES = new Set([1, 7, 8])

/** The texts in a row of records: a header that says what it is for, the text, and how it looks. */
export function readTexts(data: DataView): PptText[] {
  const texts: PptText[] = []
  let type = OTHER
  for (const record of readRecords(data)) {
    if (record.type === PPT.textHeader && record.data.byteLength >= 4) {
      type = record.data.getUint32(0, true)
      texts.push({ type, text: '', styles: undefined })
    } else if (record.type === PPT.textChars || record.type === PPT.textBytes) {
      if (texts.length === 0) texts.push({ type, text: '', styles: undefined })
      texts.at(-1)!.text += decode(record.data, record.type === PPT.textChars)
    } else if (record.type === PPT.textStyles && texts.length > 0) texts.at(-1)!.styles ??= record.data
  }
  return texts
}

const OTHER = 4

/** One byte for each character where all of them are below 256, else two. */
function decode(data: DataView, isWide: boolean): string {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return bytes.toString(isWide ? 'utf16le' : 'latin1')
}

export function isTitle({ type }: PptText): boolean {
  return TITLES.has(type)
}

/** The paragraphs of a text, each with its level and whether it has a bullet. */
export function paragraphsOf({ type, text, styles }: PptText): SlideParagraph[] {
  const looks = styles ? readLooks(styles, text.length + 1) : []
  let at = 0
  let run = 0
  let runEnd = looks[0]?.length ?? Infinity
  return text.split('\r').map((line) => {
    while (at >= runEnd && run < looks.length - 1) runEnd += looks[++run]!.length
    at += line.length + 1
    const look = looks[run]
    const hasBullet = look?.hasBullet ?? BODIES.has(type)
    return {
      html: lineHtml(line),
      level: look?.level ?? 0,
      marker: hasBullet ? { type: 'bullet' as const } : { type: 'none' as const },
    }
  })
}

/** Places for numbers and dates are stars, and breaks of a line vertical tabs. */
function lineHtml(line: string): string {
  return line.trim() === '*' ? '' : lineMarkup(line)
}

interface Look {
  /** How many characters it holds for. */
  length: number
  level: number
  hasBullet: boolean | undefined
}

const MAX_LEVEL = 4

/** How paragraphs look, in runs that together cover the text. */
function readLooks(data: DataView, length: number): Look[] {
  const looks: Look[] = []
  let covered = 0
  let at = 0
  while (covered < length && at + 10 <= data.byteLength) {
    const count = data.getUint32(at, true)
    const mask = data.getUint32(at + 6, true)
    const hasFlags = (mask & 0xf) !== 0 && at + 12 <= data.byteLength
    const flags = hasFlags ? data.getUint16(at + 10, true) : 0
    looks.push({
      length: count,
      level: Math.min(data.getUint16(at + 4, true), MAX_LEVEL),
      hasBullet: (mask & 1) !== 0 && hasFlags ? (flags & 1) !== 0 : undefined,
    })
    covered += count
    at = skipProperties(data, at + 10, mask)
  }
  return looks
}

/** The properties of a paragraph stand one after the other, as far as the mask has their bits. */
function skipProperties(data: DataView, start: number, mask: number): number {
  let at = start
  for (const [bits, size] of BEFORE_TABS) if ((mask & bits) !== 0) at += size
  if ((mask & TABS) !== 0 && at + 2 <= data.byteLength) at += 2 + data.getUint16(at, true) * 4
  for (const [bits, size] of AFTER_TABS) if ((mask & bits) !== 0) at += size
  return at
}

const BEFORE_TABS = [
  [0xf, 2],
  [0x80, 2],
  [0x10, 2],
  [0x40, 2],
  [0x20, 4],
  [0x800, 2],
  [0x1000, 2],
  [0x2000, 2],
  [0x4000, 2],
  [0x100, 2],
  [0x400, 2],
  [0x8000, 2],
] as const
const TABS = 0x100000
const AFTER_TABS = [
  [0x10000, 2],
  [0xe0000, 2],
  [0x200000, 2],
] as const
