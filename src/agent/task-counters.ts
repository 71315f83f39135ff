import type { Step } from './step.ts'

/** What a task remembers of its steps. What they saw is kept in the database; of a long task it is too large to be held besides. */
export class TaskCounters {
  steps = 0
  credits: number
  /** Pages that were asked for, and those of them that came. */
  visits = 0
  pages = 0
  failedVisits = 0
  lastError: string | undefined
  blockedVisits = 0
  lastBlockMessage: string | undefined
  searchWarning: string | undefined

  constructor(spentCredits = 0) {
    this.credits = spentCredits
  }

  add(step: Step): void {
    const { move, seen, credits } = step
    this.steps++
    this.credits += credits
    if (seen.kind === 'visit') this.pages++
    this.searchWarning = warningOf(step) ?? this.searchWarning
    const code = seen.kind === 'failure' ? seen.code : undefined
    if (move.kind !== 'visit' || code === OUTSIDE_BOUNDS) return
    if (code === 'unsafe_domain_blocked') {
      this.blockedVisits++
      this.lastBlockMessage = errorOf(step)
      return
    }
    this.visits++
    const error = errorOf(step)
    if (error === undefined) return
    this.failedVisits++
    this.lastError = error
  }
}

export const OUTSIDE_BOUNDS = 'OUTSIDE_BOUNDS'

function warningOf({ move, seen }: Step): string | undefined {
  if (seen.kind === 'search') return seen.warning
  return move.kind === 'search' && seen.kind === 'failure' ? `The search failed: ${seen.message}` : undefined
}

const FIRST_ERROR_STATUS = 400

function errorOf({ seen }: Step): string | undefined {
  if (seen.kind === 'failure') return seen.message
  if (seen.kind !== 'visit' || seen.status < FIRST_ERROR_STATUS) return undefined
  return `${seen.url} answered with status ${seen.status}.`
}
