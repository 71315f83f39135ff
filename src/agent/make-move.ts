import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { firstOf } from '../abort.ts'
import { Fault } from '../fault.ts'
import type { Log } from '../log.ts'
import type { Bounds } from './bounds.ts'
import type { Errand, Hands } from './hands.ts'
import { priceOf } from './price.ts'
import type { Move, Seen, SeenFailure, Step } from './step.ts'
import { OUTSIDE_BOUNDS } from './tally.ts'
import type { ClaimedTask } from './task.ts'

export interface MoveNeeds {
  hands: Hands
  creditsOfFailure: (failure: unknown) => number
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
  const usesPro = plan.model === 'spark-1-pro'
  using waiting = firstOf(claim, cancelled)
  const errand = { teamId, confinement, scrapeOptions: plan.scrapeOptions, usesPro, signal: claim, waiting }
  for (let tries = 0; ; tries++) {
    try {
      const { seen, surplusCredits = 0 } = await act(move, errand, bounds, needs.hands)
      return { move, seen, credits: priceOf(move, plan) + surplusCredits }
    } catch (trouble) {
      const pauseMs = isOutage(trouble) ? OUTAGE_PAUSES_MS[tries] : undefined
      if (pauseMs !== undefined) await delay(pauseMs, undefined, { signal: waiting }).catch(() => undefined)
      claim.throwIfAborted()
      if (cancelled.aborted) return undefined
      if (pauseMs === undefined) return failed(move, trouble, needs)
    }
  }
}

async function act(
  move: Move,
  errand: Errand,
  bounds: Bounds,
  hands: Hands,
): Promise<{ seen: Seen; surplusCredits?: number }> {
  switch (move.kind) {
    case 'think':
      return { seen: { kind: 'think' } }
    case 'visit':
      return await hands.visit(move, { ...errand, isGiven: bounds.isGiven(move.url) })
    case 'search': {
      const seen = await hands.search(move, errand)
      return { seen: { ...seen, hits: seen.hits.filter(({ url }) => bounds.includes(url)) } }
    }
    case 'map': {
      const seen = await hands.map(move, errand)
      return { seen: { ...seen, links: seen.links.filter(({ url }) => bounds.includes(url)) } }
    }
  }
}

/** Something of ours is missing at the moment. */
export function isOutage(trouble: unknown): boolean {
  return trouble instanceof Fault && trouble.code === 'UNAVAILABLE'
}

function failed(move: Move, trouble: unknown, { creditsOfFailure, log }: MoveNeeds): Step {
  if (trouble instanceof Fault) {
    return { move, seen: failure(trouble.code, trouble.message), credits: creditsOfFailure(trouble) }
  }
  const id = randomUUID()
  log.error({ err: trouble, id }, 'defect')
  const message = `Something went wrong on our side; the log has it under ${id}.`
  return { move, seen: failure('UNKNOWN_ERROR', message), credits: 0 }
}

function failure(code: string, message: string): SeenFailure {
  return { kind: 'failure', code, message }
}
