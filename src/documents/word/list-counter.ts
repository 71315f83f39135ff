import type { Marker } from './block.ts'

export interface CountedLevel extends LevelFormat {
  start: number
  /** The level above, counted from 1, that makes it start anew; 0 is none. */
  restartAfter: number | undefined
}

/** A list of a Word document. */
export interface CountedList {
  id: string
  /** Lists of the same kind count on. */
  kind: string
  levels: ReadonlyMap<number, CountedLevel>
  /** Where this very list starts, at its first item of the level. */
  starts: ReadonlyMap<number, number>
}

/** Counts the items of lists. Ask it once for each paragraph, in their order. */
export class ListCounter {
  private readonly counts = new Map<string, number[]>()
  private readonly begun = new Set<string>()

  /** What stands before the next item; undefined when the list says that nothing does. */
  next({ id, kind, levels, starts }: CountedList, levelIndex: number): Marker | undefined {
    if (!(levelIndex >= 0 && levelIndex < LEVELS)) return undefined
    const at = (index: number) => levels.get(index) ?? DEFAULT_LEVEL
    const counts = this.counts.get(kind) ?? []
    this.counts.set(kind, counts)
    const own = starts.get(levelIndex)
    const key = `${id} ${levelIndex}`
    if (own !== undefined && !this.begun.has(key)) counts[levelIndex] = own
    else counts[levelIndex] = (counts[levelIndex] ?? at(levelIndex).start - 1) + 1
    this.begun.add(key)
    for (let below = levelIndex + 1; below < LEVELS; below++) {
      const after = levels.get(below)?.restartAfter
      if (after === undefined || (after > 0 && levelIndex < after)) delete counts[below]
    }
    return markerOf(levelIndex, at, (index) => counts[index] ?? at(index).start)
  }
}

const LEVELS = 9
const DEFAULT_LEVEL: CountedLevel = {
  format: 'decimal',
  text: '%1.',
  isLegal: false,
  start: 1,
  restartAfter: undefined,
}

/** How the items of one level of a list are numbered. */
export interface LevelFormat {
  /** As Word files name it; 'bullet' and 'none' have no number. */
  format: string
  /** What stands before the item, with %1 for the number of the first level and so on. */
  text: string
  /** Whether the numbers of the levels above are written in digits, whatever their own format. */
  isLegal: boolean
}

/** What stands before an item, from the formats of the levels and where each has counted to. */
export function markerOf(
  levelIndex: number,
  levelAt: (index: number) => LevelFormat,
  countAt: (index: number) => number,
): Marker | undefined {
  const { format, text, isLegal } = levelAt(levelIndex)
  if (format === 'bullet') return { type: 'bullet' }
  const label = text
    .slice(0, MAX_LABEL)
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1
      return formatNumber(countAt(index), isLegal ? 'decimal' : levelAt(index).format)
    })
    .trim()
  if (label === '') return format === 'none' ? undefined : { type: 'bullet' }
  const plain = /^(\d{1,9})[.)]?$/.exec(label)
  return plain ? { type: 'number', value: Number(plain[1]), label } : { type: 'label', text: label }
}

/** A list can have any number of items, and each would repeat it. */
const MAX_LABEL = 100

/** A number as a list of this format writes it. Formats are named as in Word files. */
export function formatNumber(value: number, format: string): string {
  if (format === 'decimalZero') return String(value).padStart(2, '0')
  if (format === 'none') return ''
  if (format === 'lowerLetter') return letters(value)
  if (format === 'upperLetter') return letters(value).toUpperCase()
  if (format === 'lowerRoman') return roman(value)
  if (format === 'upperRoman') return roman(value).toUpperCase()
  if (/^(?:(?:chinese|taiwanese)Counting(?:Thousand)?|japaneseCounting|ideographDigital)$/.test(format))
    return chinese(value)
  const isCircled = /^decimalEnclosedCircle(?:Chinese)?$/.test(format) && value >= 1 && value <= 20
  return isCircled ? String.fromCodePoint(0x245f + value) : String(value)
}

/** After z come aa, bb and so on. */
function letters(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value)
  return String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value)
  let rest = value
  let text = ''
  for (const [sign, worth] of ROMAN) {
    while (rest >= worth) {
      text += sign
      rest -= worth
    }
  }
  return text
}

const ROMAN = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
}).concat(Object.entries({ ix: 9, v: 5, iv: 4, i: 1 }))

function chinese(value: number): string {
  if (value < 1 || value > 99) return String(value)
  const tens = Math.floor(value / 10)
  const ones = value % 10 === 0 ? '' : CHINESE[value % 10]!
  if (tens === 0) return ones
  return `${tens === 1 ? '' : CHINESE[tens]!}十${ones}`
}

const CHINESE = '〇一二三四五六七八九'
