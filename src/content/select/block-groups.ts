import { REGIONS } from './regions.ts'
import type { Block, Outline, Place } from './outline.ts'

/** Blocks that are only useful together, from `first` up to, not including, `end`. */
export interface BlockGroup {
  first: number
  end: number
}

/** The blocks of a page as they are decided on: a table of data or a piece of code as one, everything else by itself. */
export function blockGroupsOf({ body, blocks }: Outline): BlockGroup[] {
  const found: Place[] = []
  collect(body, blocks, found)
  const groups: BlockGroup[] = []
  let next = 0
  const addSingles = (end: number) => {
    for (; next < end; next++) groups.push({ first: next, end: next + 1 })
  }
  for (const { first, end } of found) {
    addSingles(first)
    if (end > next) groups.push({ first: next, end })
    next = Math.max(next, end)
  }
  addSingles(blocks.length)
  return groups
}

/** Tells whether there is a table; one that holds another lays out the page. */
function collect(place: Place, blocks: readonly Block[], found: Place[]): boolean {
  let hasTable = false
  for (const child of place.children) {
    const { name } = child.element
    if (child.chars === 0) continue
    if (name === 'pre') {
      found.push(child)
      continue
    }
    const before = found.length
    const holdsTable = collect(child, blocks, found)
    if (name === 'table' && !holdsTable && isData(child, blocks)) found.splice(before, Infinity, child)
    hasTable ||= holdsTable || name === 'table'
  }
  return hasTable
}

/** Cells of data are short and have no headings. */
function isData({ first, end, chars }: Place, blocks: readonly Block[]): boolean {
  if (chars > (end - first) * LONG_CELL) return false
  for (let at = first; at < end; at++) {
    const { inner, place } = blocks[at]!
    if (place.element.name !== 'th' && (inner.regions & REGIONS.heading) !== 0) return false
  }
  return true
}

const LONG_CELL = 100
