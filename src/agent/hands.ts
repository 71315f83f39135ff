import type { ScrapeOptions } from '../contract/scrape-options.ts'
import type { Confinement, Screen } from '../egress/egress.ts'
import type { MapMove, SearchMove, SeenMap, SeenPage, SeenSearch, VisitMove } from './step.ts'

/** For whom a move is made, and within which limits. */
export interface Errand {
  teamId: string
  confinement: Confinement | undefined
  /** Which addresses may be visited; undefined: any. What asking has cost is counted by who opened it. */
  screen: Screen | undefined
  /** What pages are read with, beside what the move says. */
  scrapeOptions: ScrapeOptions | undefined
  /** Whether the larger of two models reads pages. */
  usesPro: boolean
  signal: AbortSignal
  /** Aborts as well when what has not begun yet is no longer wanted. */
  waiting: AbortSignal
}

/** What a task can do in the world. Each waits for the team's turn, and throws a `Fault` when it cannot be done. */
export interface Hands {
  search(move: SearchMove, errand: Errand): Promise<SeenSearch>
  map(move: MapMove, errand: Errand): Promise<SeenMap>
  /**
   * `isGiven`: the caller named the address, so no robots.txt is asked. `surplusCredits` are for what a page costs besides,
   * such as the further pages of a PDF.
   */
  visit(
    move: VisitMove,
    errand: Errand & { isGiven: boolean },
  ): Promise<{ seen: SeenPage; surplusCredits: number }>
}
