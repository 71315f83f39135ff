import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ScrapeOptions } from '../contract/scrape-options.ts'
import type { ThreatPolicy } from '../contract/threat-protection.ts'
import type { Confinement, Screen } from '../egress/egress.ts'
import { Fault, isFullDisk, isOutage } from '../fault.ts'
import type { Log } from '../log.ts'
import { anySignal } from '../concurrency/abort.ts'
import type { Bounds } from './bounds.ts'
import { priceOf } from './price.ts'
import type {
  MapMove,
  Move,
  SearchMove,
  Observation,
  FailureObservation,
  MapObservation,
  PageObservation,
  SearchObservation,
  Step,
  VisitMove,
} from './step.ts'
import { OUTSIDE_BOUNDS } from './task-counters.ts'
import type { ClaimedTask } from './task.ts'

export interface MoveNeeds {
  tools: AgentTools
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
const RETRY_PAUSES_MS = [1_000, 5_000, 20_000]

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
  if (refusal !== undefined) return { move, seen: toFailure(OUTSIDE_BOUNDS, refusal), credits: 0 }
  const { teamId, plan } = task
  const { confinement } = bounds
  const screen = plan.screening && needs.openScreen(plan.screening)
  const blocked = 'url' in move ? screen?.refusal(move.url) : undefined
  if (blocked) return { move, seen: toFailure(blocked.code, blocked.message), credits: 0 }
  const usesPro = plan.model === 'spark-1-pro'
  using waiting = anySignal(claim, cancelled)
  const { scrapeOptions } = plan
  const context = { teamId, confinement, screen, scrapeOptions, usesPro, signal: claim, waiting }
  // Checks of addresses are paid for, whatever comes of the move.
  const checkCredits = () => screen?.credits() ?? 0
  for (let attempt = 0; ; attempt++) {
    try {
      const { seen, surplusCredits = 0 } = await runTool(move, context, bounds, needs.tools)
      return { move, seen, credits: priceOf(move, plan) + surplusCredits + checkCredits() }
    } catch (error) {
      const usualMs = RETRY_PAUSES_MS[attempt] ?? (isFullDisk(error) ? RETRY_PAUSES_MS.at(-1) : undefined)
      const pauseMs = isOutage(error) ? usualMs : undefined
      if (pauseMs !== undefined) await delay(pauseMs, undefined, { signal: waiting }).catch(() => undefined)
      claim.throwIfAborted()
      if (cancelled.aborted) return undefined
      if (pauseMs === undefined) return failedStep(move, error, checkCredits(), needs)
    }
  }
}

async function runTool(
  move: Move,
  context: MoveContext,
  bounds: Bounds,
  tools: AgentTools,
): Promise<{ seen: Observation; surplusCredits?: number }> {
  // What the organization's own lists forbid is nothing to think about.
  const isAllowed = (url: string) => !URL.canParse(url) || context.screen?.refusal(url) === undefined
  const isInScope = ({ url }: { url: string }) => bounds.includes(url) && isAllowed(url)
  switch (move.kind) {
    case 'think':
      return { seen: { kind: 'think' } }
    case 'visit': {
      const visited = await tools.visit(move, { ...context, isGiven: bounds.isGiven(move.url) })
      const { leads, records } = visited.seen
      const allowed = {
        leads: leads.filter(({ url }) => isAllowed(url)),
        records: records.filter(({ url }) => isAllowed(url)),
      }
      return { ...visited, seen: { ...visited.seen, ...allowed } }
    }
    case 'search': {
      const seen = await tools.search(move, context)
      return { seen: { ...seen, hits: seen.hits.filter(isInScope) } }
    }
    case 'map': {
      const seen = await tools.map(move, context)
      return { seen: { ...seen, links: seen.links.filter(isInScope) } }
    }
  }
}

function failedStep(
  move: Move,
  error: unknown,
  checkCredits: number,
  { creditsOfFailure, log }: MoveNeeds,
): Step {
  if (error instanceof Fault) {
    const credits = creditsOfFailure(error) + checkCredits
    return { move, seen: toFailure(error.code, error.message), credits }
  }
  const id = randomUUID()
  log.error({ err: error, id }, 'defect')
  const message = `Something went wrong on our side; the log has it under ${id}.`
  return { move, seen: toFailure('UNKNOWN_ERROR', message), credits: checkCredits }
}

function toFailure(code: string, message: string): FailureObservation {
  return { kind: 'failure', code, message }
}

export interface MoveContext {
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
export interface AgentTools {
  search(move: SearchMove, errand: MoveContext): Promise<SearchObservation>
  map(move: MapMove, errand: MoveContext): Promise<MapObservation>
  /**
   * `isGiven`: the caller named the address, so no robots.txt is asked. `surplusCredits` are for what a page costs besides,
   * such as the further pages of a PDF.
   */
  visit(
    move: VisitMove,
    errand: MoveContext & { isGiven: boolean },
  ): Promise<{ seen: PageObservation; surplusCredits: number }>
}
