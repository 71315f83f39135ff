import type { PdfPage, Word } from '../page.ts'
import { turned, turnedBack, turnOf } from '../turn.ts'
import type { Turn } from '../turn.ts'
import type { FoundTable } from './found-table.ts'

/** A page as it is seen with the head turned to the side, so that text that is turned on it is upright. */
export interface TurnedPage {
  page: PdfPage
  /** What a table is on the page as it is. The words in its cells stay upright, as that is how they are read. */
  turnBack(table: FoundTable): FoundTable
}

/** Fewer turned words are names of axes or of columns. */
const MIN_WORDS = 16
const SIDEWAYS: readonly Turn[] = [90, 270]

/** The page without words that are turned by a quarter, and for each of the two ways to turn them, one with only those. */
export function untangle(page: PdfPage): { upright: PdfPage; sides: TurnedPage[] } {
  const sides = SIDEWAYS.map((turn) => ({
    turn,
    words: page.words.filter((word) => turnOf(word) === turn),
  })).filter(({ words }) => words.length >= MIN_WORDS)
  if (sides.length === 0) return { upright: page, sides: [] }
  const taken = new Set(sides.flatMap(({ words }) => words))
  return {
    upright: { ...page, words: page.words.filter((word) => !taken.has(word)) },
    sides: sides.map(({ turn, words }) => turnedPage(page, turn, words)),
  }
}

function turnedPage(page: PdfPage, turn: Turn, words: readonly Word[]): TurnedPage {
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
    turnBack: (table) => ({
      ...table,
      box: turnedBack(table.box, turn, page),
      words: new Set([...table.words].map((word) => originals.get(word)!)),
      isTurned: true,
    }),
  }
}
