import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ScrapeOptions } from '../contract/scrape-options.ts'
import type { ThreatPolicy } from '../contract/threat-protection.ts'
import type { Confinement, Screen } from '../egress/egress.ts'
import { Fault, isFullDisk, isOutage } from '../fault.ts'
import type { Log } from '../log.ts'
import { firstOf } from '../concurrency/abort.ts'
import type { Bounds } from './bounds.ts'
import { priceOf } from './price.ts'
import type {
  MapMove,
  Move,
  SearchMove,
  Seen,
  SeenFailure,
  SeenMap,
  SeenPage,
  SeenSearch,
  Step,
  VisitMove,
} from './step.ts'
import { OUTSIDE_BOUNDS } from './tally.ts'
import type { ClaimedTask } from './task.ts'

export interface MoveNeeds {
  hands: Hands
  creditsOfFailure: (failure: unknown) => number
  openScreen: (policy: ThreatPolicy) => Screen
  log: Log
}

/** When the claim is aborted the task is left as it is, when it is cancelled nothing new is begun. */
export interface Signals {
  claim: AbortSignal
  cancelled: AbortSignal
}

/** When something of ours is missing at the moment, a move is made again after these pauses; then it has failed. */
const OUTAGE_PAUSES_MS = [1_000, 5_000, 20_000]

/**
 * Makes a move and says what came of it and what it costs. A move that fails is a step like any other, unless it was given up
 * because the task was cancelled: then it is none. When the process may not go on, this rejects with the reason of the signal.
 */
export async function makeMove(
  move: Move,
  { task, bounds }: { task: ClaimedTask; bounds: Bounds },
  needs: MoveNeeds,
  { claim, cancelled }: Signals,
): Promise<Step | undefined> {
  const refusal = bounds.refusal(move)
  if (refusal !== undefined) return { move, seen: failure(OUTSIDE_BOUNDS, refusal), credits: 0 }
  const { teamId, plan } = task
  const { confinement } = bounds
  const screen = plan.screening && needs.openScreen(plan.screening)
  const blocked = 'url' in move ? screen?.refusal(move.url) : undefined
  if (blocked) return { move, seen: failure(blocked.code, blocked.message), credits: 0 }
  const usesPro = plan.model === 'spark-1-pro'
  using waiting = firstOf(claim, cancelled)
  const { scrapeOptions } = plan
  const errand = { teamId, confinement, screen, scrapeOptions, usesPro, signal: claim, waiting }
  // Checks of addresses are paid for, whatever comes of the move.
  const checkCredits = () => screen?.credits() ?? 0
  for (let tries = 0; ; tries++) {
    try {
      const { seen, surplusCredits = 0 } = await act(move, errand, bounds, needs.hands)
      return { move, seen, credits: priceOf(move, plan) + surplusCredits + checkCredits() }
    } catch (trouble) {
      const usualMs = OUTAGE_PAUSES_MS[tries] ?? (isFullDisk(trouble) ? OUTAGE_PAUSES_MS.at(-1) : undefined)
      const pauseMs = isOutage(trouble) ? usualMs : undefined
      if (pauseMs !== undefined) await delay(pauseMs, undefined, { signal: waiting }).catch(() => undefined)
      claim.throwIfAborted()
      if (cancelled.aborted) return undefined
      if (pauseMs === undefined) return failed(move, trouble, checkCredits(), needs)
    }
  }
}

async function act(
  move: Move,
  errand: Errand,
  bounds: Bounds,
  hands: Hands,
): Promise<{ seen: Seen; surplusCredits?: number }> {
  // What the organization's own lists forbid is nothing to think about.
  const isOpen = (url: string) => !URL.canParse(url) || errand.screen?.refusal(url) === undefined
  const isFor = ({ url }: { url: string }) => bounds.includes(url) && isOpen(url)
  switch (move.kind) {
    case 'think':
      return { seen: { kind: 'think' } }
    case 'visit': {
      const visited = await hands.visit(move, { ...errand, isGiven: bounds.isGiven(move.url) })
      const { leads, records } = visited.seen
      const open = {
        leads: leads.filter(({ url }) => isOpen(url)),
        records: records.filter(({ url }) => isOpen(url)),
      }
      return { ...visited, seen: { ...visited.seen, ...open } }
    }
    case 'search': {
      const seen = await hands.search(move, errand)
      return { seen: { ...seen, hits: seen.hits.filter(isFor) } }
    }
    case 'map': {
      const seen = await hands.map(move, errand)
      return { seen: { ...seen, links: seen.links.filter(isFor) } }
    }
  }
}

function failed(
  move: Move,
  trouble: unknown,
  checkCredits: number,
  { creditsOfFailure, log }: MoveNeeds,
): Step {
  if (trouble instanceof Fault) {
    const credits = creditsOfFailure(trouble) + checkCredits
    return { move, seen: failure(trouble.code, trouble.message), credits }
  }
  const id = randomUUID()
  log.error({ err: trouble, id }, 'defect')
  const message = `Something went wrong on our side; the log has it under ${id}.`
  return { move, seen: failure('UNKNOWN_ERROR', message), credits: checkCredits }
}

function failure(code: string, message: string): SeenFailure {
  return { kind: 'failure', code, message }
}

export interface Errand {
  teamId: string
  confinement: Confinement | undefined
  /** Which addresses may be visited; undefined: any. What asking has cost is counted by who opened it. */
  screen: Screen | undefined
  scrapeOptions: ScrapeOptions | undefined
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
