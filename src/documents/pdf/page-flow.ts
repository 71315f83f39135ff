import type { Box } from '../converted.ts'
import {
  cleanWords,
  drawnBullets,
  withDropCaps,
  withLeaderDots,
  withReadBullets,
  withSteadySizes,
} from './clean-words.ts'
import { buildLines, readsFromRight } from './line.ts'
import type { Line } from './line.ts'
import { boxOf, turned, turnedWords, turnsOf } from './page.ts'
import type { Linked, PdfPage, Turn, Word } from './page.ts'
import { readingOrder } from './reading-order.ts'
import type { FoundTable } from './tables/build-table.ts'
import { findTables } from './tables/find-tables.ts'
import { grouped } from '../groups.ts'

export interface PageFlow {
  number: number
  width: number
  height: number
  columns: Column[]
  /** Shaded areas larger than a line: text on them is probably part of a picture. */
  panels: Box[]
}

/** Lines and tables below each other, with positions on the page turned back by `turn`. */
export interface Column {
  items: FlowItem[]
  turn: Turn
}

type FlowItem = { kind: 'line'; line: Line } | Inset

type Inset = { kind: 'table'; box: Box; table: FoundTable } | { kind: 'picture'; box: Box; url: string }

type Element = { box: Box } & ({ words: Word[]; inset?: never } | { inset: Inset; words?: never })

/** A page with more words is drawn of single letters, or worse, and is truncated. */
const MAX_WORDS = 30_000
const MAX_LINKS = 1000
const MAX_PANELS = 50

/** Orders the words of a page by lines. Tables are taken out first and keep their positions. */
export function pageFlow(page: PdfPage): PageFlow {
  const { number, width, height } = page
  const words = withLeaderDots(withReadBullets(withSteadySizes(cleanWords(page).slice(0, MAX_WORDS))))
  const tables = findTables({ ...page, words })
  const taken = new Set(tables.flatMap((table) => [...table.words]))
  const free = taken.size === 0 ? words : words.filter((word) => !taken.has(word))
  const columns = turnsOf(words).flatMap((turn, index) => {
    const upright = withDropCaps(turnedWords(free, turn, page))
    const isRightToLeft = readsFromRight(upright)
    if (turn === 0) upright.push(...drawnBullets(page.dots ?? [], upright, isRightToLeft))
    const elements: Element[] = phrasesOf(upright)
    if (index === 0) {
      const insets: Inset[] = [
        ...tables.map((table) => ({ kind: 'table' as const, box: table.box, table })),
        ...picturesOf(page, free).map(({ box, url }) => ({ kind: 'picture' as const, box, url })),
      ]
      for (const inset of insets) {
        const box = turned(inset.box, turn, page)
        elements.push({ box, inset: { ...inset, box } })
      }
    }
    const links = turn === 0 ? page.links.slice(0, MAX_LINKS) : []
    return readingOrder(elements, isRightToLeft).map((group): Column => ({
      items: itemsOf(group, links, isRightToLeft),
      turn,
    }))
  })
  return { number, width, height, columns, panels: panelsOf(page) }
}

/** Words without a wide gap between them: a gap between columns never crosses them. */
function phrasesOf(words: readonly Word[]): { box: Box; words: Word[] }[] {
  const phrases = grouped(words, (phrase, word) => {
    const before = phrase.at(-1)!
    const isNear = Math.abs(word.box[0] - before.box[2]) < MAX_BLANK * word.size
    return before.run === word.run && isNear && isLevel(before, word)
  })
  return phrases.map((inside) => ({ box: boxOf(inside), words: inside }))
}

/** In font heights. */
const MAX_BLANK = 0.6

function isLevel(one: Word, other: Word): boolean {
  return Math.abs(one.box[1] + one.box[3] - other.box[1] - other.box[3]) < one.size
}

function panelsOf({ fills, width, height }: PdfPage): Box[] {
  return fills
    .map(({ box }) => box)
    .filter(([left, top, right, bottom]) => {
      const share = ((right - left) * (bottom - top)) / (width * height)
      return bottom - top > 60 && right - left > 60 && share < 0.8
    })
    .slice(0, MAX_PANELS)
}

function itemsOf(group: readonly Element[], links: readonly Linked[], isRightToLeft: boolean): FlowItem[] {
  const words = group.flatMap((element) => element.words ?? [])
  const lines = buildLines(words, links, isRightToLeft).map((line): FlowItem => ({ kind: 'line', line }))
  const insets = group.flatMap(({ inset }) => inset ?? [])
  return insets.length === 0
    ? lines
    : [...lines, ...insets].sort((one, other) => middleOf(one) - middleOf(other))
}

function picturesOf({ pictures = [], width, height }: PdfPage, words: readonly Word[]): Linked[] {
  return pictures.slice(0, MAX_PICTURES).filter(({ box: [left, top, right, bottom] }) => {
    if (right - left < MIN_PICTURE || bottom - top < MIN_PICTURE) return false
    if ((right - left) * (bottom - top) > 0.8 * width * height) return false
    const inside = words.filter(
      ({ box }) => box[0] >= left && box[2] <= right && box[1] >= top && box[3] <= bottom,
    )
    return inside.length < MAX_LABELS
  })
}

const MAX_PICTURES = 30
/** In points. */
const MIN_PICTURE = 30
/** With more words on it, an image is the background of a text. */
const MAX_LABELS = 20

function middleOf(item: FlowItem): number {
  const { box } = item.kind === 'line' ? item.line : item
  return box[1] + box[3]
}
