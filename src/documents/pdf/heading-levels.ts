import type { DraftBlock } from './draft-block.ts'
import type { Line } from './line.ts'

type Heading = Extract<DraftBlock, { level: number }>

/** Looks that differ by less are one. */
const SAME_SIZE = 0.06

/**
 * Gives headings their levels: the larger, the higher; bold before plain; numbers such as `2.3.1` say how deep they are.
 * The largest on the first page is the title.
 */
export function levelHeadings(blocks: DraftBlock[]): DraftBlock[] {
  const headings = blocks.filter((block): block is Heading => block.type === 'section_header')
  if (headings.length === 0) return blocks
  const looks = looksOf(headings)
  const title = titleOf(headings, blocks[0])
  const leveled = blocks.map((block): DraftBlock => {
    if (block.type !== 'section_header') return block
    if (block === title) return { ...block, type: 'title', level: 1 }
    const byLook = looks.findIndex((look) => hasLook(block, look)) + 1 || MAX_LOOKS
    const depth = depthOf(block)
    const top = title ? 2 : 1
    if (depth === undefined) return { ...block, level: Math.max(top, byLook) }
    return { ...block, level: top + depth - 1 }
  })
  return withoutGaps(leveled)
}

/** Levels that no heading has are left out. */
function withoutGaps(blocks: readonly DraftBlock[]): DraftBlock[] {
  const used = [...new Set(blocks.flatMap((block) => ('level' in block ? block.level : [])))].sort(
    (one, other) => one - other,
  )
  return blocks.map((block) =>
    'level' in block ? { ...block, level: Math.min(used.indexOf(block.level) + 1, 6) } : block,
  )
}

/** There are no more levels than six, and hardly more looks in a document that has a design. */
const MAX_LOOKS = 12

interface Look {
  size: number
  isBold: boolean
}

function looksOf(headings: readonly Heading[]): Look[] {
  const looks: Look[] = []
  const sorted = headings
    .map(({ lines }) => lines[0]!)
    .sort((one, other) => other.size - one.size || Number(other.isBold) - Number(one.isBold))
  for (const line of sorted) {
    if (looks.length === MAX_LOOKS) break
    if (!looks.some((look) => isLook(line, look))) looks.push({ size: line.size, isBold: line.isBold })
  }
  return looks
}

function isLook({ size, isBold }: Line, look: Look): boolean {
  return Math.abs(size - look.size) < SAME_SIZE * look.size && isBold === look.isBold
}

function hasLook({ lines }: Heading, look: Look): boolean {
  return isLook(lines[0]!, look)
}

/** How many numbers stand before a heading: two for `2.3 Results`. */
function depthOf({ lines }: Heading): number | undefined {
  const number = /^(?:(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5})(?=[.)]?\s)/.exec(lines[0]!.text)?.[0]
  return number === undefined || /^[A-Z]$/.test(number) ? undefined : number.split('.').length
}

/** The only heading of the largest size, on the first page, or else what the document begins with, if nothing is like it. */
function titleOf(headings: readonly Heading[], firstBlock: DraftBlock | undefined): Heading | undefined {
  const largest = headings.reduce((size, { lines }) => Math.max(size, lines[0]!.size), 0)
  const large = headings.filter(({ lines }) => lines[0]!.size > (1 - SAME_SIZE) * largest)
  const [first] = headings as [Heading]
  const title = large.length === 1 && large[0]!.page === firstBlock?.page ? large[0]! : first
  if (depthOf(title) !== undefined) return undefined
  if (title === large[0] && large.length === 1) return title
  const isAlone = headings.every((other) => other === first || !hasLook(other, first.lines[0]!))
  return first === firstBlock && headings.length > 1 && isAlone ? first : undefined
}
