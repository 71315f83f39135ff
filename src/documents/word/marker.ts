import type { Marker } from './block.ts'
import { formatNumber } from './number-format.ts'

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
