import { namesIn } from '../prose/names-in.ts'
import { kindOf, piecesOf } from './line-pieces.ts'
import type { Piece, PieceKind } from './line-pieces.ts'
import type { Cell, Column, Label } from './sheet.ts'

const FEWEST = 2
/** The part of the records that must be written alike. */
const ALIKE = 0.75
const MOST_TEXTS = 4
const MOST_SPLIT = 2000

/** What a slot of a kind is called, for kinds that look like nothing else. */
const CALLED: Partial<Record<PieceKind, string>> = { time: 'time', year: 'year', version: 'version' }

/**
 * Columns whose texts are several values in one line, and the same ones in each record: `4 April: Regatta (Lake)`. What
 * the pieces are follows the column that they come from.
 */
export function withSlots(columns: readonly Column[]): Column[] {
  return columns.flatMap((column) => [column, ...slotsOf(column)])
}

const SLOT = /^(.+)\/(?:\d+|[tb]\d|(date|time|money|phone|email|year|version)\d?)$/

/** The key of the column that a column is a piece of. */
export function wholeOf({ key }: Column): string | undefined {
  return SLOT.exec(key)?.[1]
}

/** Whether a column is a piece that is no text, such as the time of day in each line. */
export function isTypedSlot({ key }: Column): boolean {
  return SLOT.exec(key)?.[2] !== undefined
}

function slotsOf(column: Column): Column[] {
  const { kind, cells, key } = column
  if (kind !== 'text' || key.includes('@') || /^(?:part|label):|\/\w+$/.test(key)) return []
  const filled = cells.slice(0, MOST_SPLIT).filter((cell) => cell !== undefined)
  if (filled.length < FEWEST) return []
  const lines = cells.map((cell, at) => (cell && at < MOST_SPLIT ? piecesOf(cell.text) : []))
  const told = lines.filter((pieces) => pieces.length > 1)
  if (told.length < filled.length * ALIKE || isLabelled(told)) return []
  const bracketed = told.filter((line) => line.some(({ mark }) => mark === 'bracket')).length
  const plain = bracketed * 2 < told.length ? lines.map(withBrackets) : lines
  const shaped = JOINS.map((join) => plain.map(join)).find((some) => isAlike(some, filled.length))
  if (!shaped || !isWorthIt(shaped)) return []
  return columnsFrom(column, shaped)
}

/** Whether all lines begin with the same words, which are the label of the rest. */
function isLabelled(lines: readonly (readonly Piece[])[]): boolean {
  const firsts = new Set(lines.map(([first]) => first!.text))
  return firsts.size === 1 && lines.every(([, second]) => second!.mark === 'colon')
}

/** Ways to take pieces together again where the records differ in how many texts they have. */
const JOINS: readonly ((pieces: readonly Piece[]) => readonly Piece[])[] = [
  (pieces) => pieces,
  (pieces) => rejoined(pieces, ({ mark }) => mark === 'comma'),
  (pieces) => {
    const colon = pieces.findIndex(({ mark }) => mark === 'colon')
    return rejoined(
      pieces,
      ({ mark }, at) => mark === 'comma' || (colon >= 0 && at > colon && mark !== 'bracket'),
    )
  },
  (pieces) => rejoined(pieces, ({ mark }) => mark !== 'bracket'),
]

/** What few lines say in brackets is a part of what stands before. */
function withBrackets(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = []
  for (const piece of pieces) {
    const last = found.at(-1)
    if (last && piece.mark === 'bracket')
      found[found.length - 1] = { ...last, text: `${last.text} (${piece.text})` }
    else found.push(piece)
  }
  return found
}

function rejoined(pieces: readonly Piece[], isJoined: (piece: Piece, at: number) => boolean): Piece[] {
  const found: Piece[] = []
  for (const [at, piece] of pieces.entries()) {
    const last = found.at(-1)
    if (last?.kind === 'text' && last.mark !== 'bracket' && piece.kind === 'text' && isJoined(piece, at))
      found[found.length - 1] = { ...last, text: `${last.text}${BETWEEN[piece.mark]}${piece.text}` }
    else found.push(piece)
  }
  return found
}

const BETWEEN: Record<Piece['mark'], string> = {
  none: ' ',
  comma: ', ',
  colon: ': ',
  dash: ' – ',
  bracket: ' ',
}

function textsOf(pieces: readonly Piece[]): number {
  return pieces.filter(({ kind, mark }) => kind === 'text' && mark !== 'bracket').length
}

/** Whether most lines have as many texts. */
function isAlike(lines: readonly (readonly Piece[])[], count: number): boolean {
  const usual = usualTexts(lines)
  return (
    usual <= MOST_TEXTS &&
    lines.filter((line) => line.length > 1 && textsOf(line) === usual).length >= count * ALIKE
  )
}

function usualTexts(lines: readonly (readonly Piece[])[]): number {
  const counts = new Map<number, number>()
  for (const line of lines)
    if (line.length > 1) counts.set(textsOf(line), (counts.get(textsOf(line)) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

/**
 * Words with nothing but commas between them are one thing as often as several, unless they begin with somebody. Words
 * before a colon are what one thing has, unless the same is said of each: a price, a day, somebody.
 */
function isWorthIt(lines: readonly (readonly Piece[])[]): boolean {
  const told = lines.filter((line) => line.length > 1)
  const most = (test: (line: readonly Piece[]) => boolean): boolean =>
    told.length > 0 && told.filter(test).length >= told.length * ALIKE
  if (most(([, value, ...others]) => value!.mark === 'colon' && others.length === 0))
    return areOfOneKind(told.map(([label, value]) => ({ label: label!.text, value: value!.text })))
  return most(
    (line) =>
      line.some(({ kind, mark }, at) => kind !== 'text' || (at > 0 && mark !== 'comma')) ||
      isName(line[0]!.text),
  )
}

/** Whether pairs say the same of many things, and not many things of one. */
export function areOfOneKind(pairs: readonly { label: string; value: string }[]): boolean {
  const isMost = (test: (pair: { label: string; value: string }) => boolean): boolean =>
    pairs.filter(test).length >= pairs.length * ALIKE
  const kinds = new Set(pairs.map(({ value }) => kindOf(value)))
  const isTyped = [...kinds].some((kind) => kind !== 'text' && isMost(({ value }) => kindOf(value) === kind))
  return (
    isTyped ||
    isMost(({ label }) => isName(label)) ||
    isMost(({ value }) => isName(value)) ||
    isMost(({ label }) => kindOf(label) === 'date')
  )
}

function isName(text: string): boolean {
  const [only] = namesIn(text)
  return only !== undefined && only.at === 0 && only.end === text.length
}

function columnsFrom(column: Column, lines: readonly (readonly Piece[])[]): Column[] {
  const usual = usualTexts(lines)
  const slots = new Map<string, { cells: (Cell | undefined)[]; labels: readonly Label[] }>()
  for (const [index, line] of lines.entries()) {
    if (line.length < 2) continue
    const counts = new Map<string, number>()
    for (const { text, kind, mark } of line) {
      const type = kind === 'text' ? (mark === 'bracket' ? 'b' : 't') : kind
      const nth = counts.get(type) ?? 0
      counts.set(type, nth + 1)
      if (type === 't' && nth >= usual) continue
      const key = kind === 'text' ? `${type}${nth}` : nth === 0 ? type : `${type}${nth + 1}`
      const called = CALLED[kind]
      const labels = called === undefined ? [] : [{ text: called, weight: 0.9 }]
      const slot = slots.get(key) ?? { cells: Array.from({ length: lines.length }), labels }
      slot.cells[index] = { text, element: column.cells[index]?.element }
      slots.set(key, slot)
    }
  }
  const filled = lines.filter((line) => line.length > 1).length
  const solid = [...slots].filter(
    ([, { cells }]) => cells.filter((cell) => cell !== undefined).length * 2 >= filled,
  )
  return solid.map(([key, { cells, labels }]) => ({
    ...column,
    key: `${column.key}/${key}`,
    isHeading: false,
    isLink: false,
    cells,
    repeats: 1,
    labels: [...labels, ...column.labels.map(({ text, weight }) => ({ text, weight: weight * 0.7 }))],
  }))
}
