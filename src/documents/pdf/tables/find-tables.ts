import type { Box } from '../../converted.ts'
import { boxOf, isMiddleIn, turned, turnedBack, turnOf } from '../page.ts'
import type { Fill, PdfPage, Turn, Word } from '../page.ts'
import { alignedBlocksOf, paragraphGridsOf } from './aligned-blocks.ts'
import type { FoundTable } from './build-table.ts'
import { isAmong, latticesOf, readLattice } from './lattice.ts'
import type { Lattice } from './lattice.ts'
import { isPlausibleAlignment, isPlausibleGrid, isPlausibleLattice, isPlausibleStrip } from './build-table.ts'
import { isTypedRule, rulingOf } from './ruling.ts'
import type { PageRuling, Segment } from './ruling.ts'
import { ruledStripsOf, shadedStripsOf } from './strips.ts'
import { readTextTable } from './text-table.ts'
import { grouped } from '../../groups.ts'

/** What is known of a page so far; each way of finding tables takes words out of it. */
interface Search {
  words: Word[]
  taken: Set<Word>
  tables: FoundTable[]
  charts: Box[]
}

/** The names of the marks of a chart stand no farther from it. */
const CHART_MARGIN = 25
const MIN_CHART_SHARE = 0.25
const MAX_LATTICES = 300
/** As many words are read in frames at most; those of frames in each other are read once for each. */
const MAX_LATTICE_WORK = 200_000

/** Finds the tables of a page, from top to bottom, also those whose text is turned by a quarter. */
export function findTables(page: PdfPage): FoundTable[] {
  const { upright, sides } = separateTurned(page)
  const tables = sides.flatMap(({ page: side, turnBack }) => findUprightTables(side).map(turnBack))
  return inOrder([...findUprightTables(upright), ...tables])
}

/** What says more about where cells end is tried first. */
function findUprightTables(page: PdfPage): FoundTable[] {
  const ruling = rulingOf(page)
  const words = page.words.filter((word) => !isTypedRule(word))
  const search: Search = { words, taken: new Set(), tables: [], charts: [] }
  const lattices = latticesOf(ruling)
    .toSorted((a, b) => areaOf(a.box) - areaOf(b.box))
    .slice(-MAX_LATTICES)
  takeLattices(
    search,
    lattices.filter(({ isDrawn }) => isDrawn),
  )
  const free = freeRules(ruling, lattices)
  takeStrips(search, free, ruling, true)
  takeShaded(search, page.fills)
  takeLattices(
    search,
    lattices.filter(({ isDrawn }) => !isDrawn),
  )
  takeAligned(search, ruling, paragraphGridsOf(wordsOutsideCharts(search)), isPlausibleGrid)
  takeAligned(search, ruling, alignedBlocksOf(wordsOutsideCharts(search)), isPlausibleAlignment)
  takeStrips(search, free, ruling, false)
  const dashes = page.words.filter(isTypedRule)
  return dashes.length === 0 ? search.tables : search.tables.map((table) => withTypedRules(table, dashes))
}

/** Dashes between the rows of a table, and right above and below it, are not text. */
function withTypedRules(table: FoundTable, dashes: readonly Word[]): FoundTable {
  const inside = dashes.filter((word) => isMiddleIn(word.box, table.box, word.size * 1.5))
  return inside.length === 0 ? table : { ...table, words: new Set([...table.words, ...inside]) }
}

function inOrder(tables: readonly FoundTable[]): FoundTable[] {
  const rows = grouped(
    tables.toSorted((a, b) => a.box[1] - b.box[1]),
    ([{ box }], table) => table.box[1] < (box[1] + box[3]) / 2,
  )
  return rows.flatMap((row) => row.toSorted((a, b) => a.box[0] - b.box[0]))
}

function freeRules({ drawn }: PageRuling, lattices: readonly Lattice[]): Segment[] {
  const framed = lattices
    .filter(({ isDrawn, verticals }) => isDrawn && verticals.length > 1)
    .flatMap(({ horizontals }) => horizontals)
    .toSorted((a, b) => a.at - b.at)
  return drawn.horizontals.filter((rule) => !isAmong(framed, rule))
}

/** Smaller ones come first, so that a table in a frame is found before the frame. */
function takeLattices(search: Search, lattices: readonly Lattice[]): void {
  let work = 0
  for (const lattice of lattices) {
    const words = search.words.filter((word) => isMiddleIn(word.box, lattice.box))
    work += words.length
    if (work > MAX_LATTICE_WORK) return
    const read = isChartFrame(search, lattice.box) ? { state: 'chart' as const } : readLattice(lattice, words)
    if (read.state === 'chart') search.charts.push(lattice.box)
    else if (read.state === 'table' && isPlausibleLattice(read.table)) take(search, read.table)
  }
}

function isChartFrame({ charts }: Search, frame: Box): boolean {
  const inside = charts.filter(
    (box) => box[0] >= frame[0] && box[1] >= frame[1] && box[2] <= frame[2] && box[3] <= frame[3],
  )
  return inside.reduce((sum, box) => sum + areaOf(box), 0) > areaOf(frame) * MIN_CHART_SHARE
}

/** Larger ones come first, so that lines over some columns of a table take no words out of it. */
function takeStrips(
  search: Search,
  rules: readonly Segment[],
  { all }: PageRuling,
  hasInnerRule: boolean,
): void {
  const free = rules.filter(
    ({ at, from, to }) =>
      !search.tables.some(({ box }) => at > box[1] - 3 && at < box[3] + 3 && from < box[2] && to > box[0]),
  )
  const strips = ruledStripsOf(wordsOutsideCharts(search), free, all.horizontals)
    .filter((strip) => strip.hasInnerRule === hasInnerRule)
    .toSorted((a, b) => b.words.length - a.words.length)
  for (const { words, rules: inner } of strips) {
    const table = readTextTable(withoutTaken(search, words), inner)
    if (table && isPlausibleStrip(table, hasInnerRule)) take(search, table)
  }
}

function takeShaded(search: Search, fills: readonly Fill[]): void {
  for (const { words, horizontals, verticals } of shadedStripsOf(wordsOutsideCharts(search), fills)) {
    const table = readTextTable(withoutTaken(search, words), horizontals, verticals)
    if (table && isPlausibleStrip(table, true)) take(search, table)
  }
}

function takeAligned(
  search: Search,
  { all }: PageRuling,
  blocks: readonly Word[][],
  isPlausible: (table: FoundTable) => boolean,
): void {
  for (const block of blocks) {
    const [left, top, right, bottom] = boxOf(block)
    const rules = all.horizontals.filter(
      ({ at, from, to }) => at > top && at < bottom && from > left - 10 && to < right + 10,
    )
    const table = readTextTable(withoutTaken(search, block), rules)
    if (table && isPlausible(table)) take(search, table)
  }
}

function wordsOutsideCharts({ words, charts }: Search): Word[] {
  return words.filter((word) => !charts.some((box) => isMiddleIn(word.box, box, CHART_MARGIN)))
}

/** Areas that are found at once may overlap; a word is in the first of them that is a table. */
function withoutTaken({ taken }: Search, words: readonly Word[]): Word[] {
  return words.filter((word) => !taken.has(word))
}

function take(search: Search, table: FoundTable): void {
  search.tables.push(table)
  for (const word of table.words) search.taken.add(word)
  search.words = search.words.filter((word) => !table.words.has(word))
}

function areaOf([left, top, right, bottom]: Box): number {
  return (right - left) * (bottom - top)
}

/** Fewer turned words are names of axes or of columns. */
const MIN_WORDS = 16
const SIDEWAYS: readonly Turn[] = [90, 270]

function separateTurned(page: PdfPage) {
  const sides = SIDEWAYS.map((turn) => ({
    turn,
    words: page.words.filter((word) => turnOf(word) === turn),
  })).filter(({ words }) => words.length >= MIN_WORDS)
  const taken = new Set(sides.flatMap(({ words }) => words))
  return {
    upright: { ...page, words: page.words.filter((word) => !taken.has(word)) },
    sides: sides.map(({ turn, words }) => turnedPage(page, turn, words)),
  }
}

function turnedPage(page: PdfPage, turn: Turn, words: readonly Word[]) {
  const originals = new Map(
    words.map((word) => [{ ...word, box: turned(word.box, turn, page), rotation: 0 }, word]),
  )
  return {
    page: {
      ...page,
      width: page.height,
      height: page.width,
      words: [...originals.keys()],
      rules: page.rules.map((rule) => {
        const [x1, y1, x2, y2] = turned([rule.x1, rule.y1, rule.x2, rule.y2], turn, page)
        return { ...rule, x1, y1, x2, y2 }
      }),
      fills: page.fills.map((fill) => ({ ...fill, box: turned(fill.box, turn, page) })),
    },
    // The words in its cells stay upright, as that is how they are read.
    turnBack: (table: FoundTable): FoundTable => ({
      ...table,
      box: turnedBack(table.box, turn, page),
      words: new Set([...table.words].map((word) => originals.get(word)!)),
      isTurned: true,
    }),
  }
}
