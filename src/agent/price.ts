import type { Move } from './step.ts'
import type { TaskKind, TaskPlan } from './task.ts'

const FREE_CREDITS = 2500
/** What a team must have for a task to begin, unless the task itself may spend less. */
const MIN_CREDITS = 20

const SEARCH_CREDITS = 2
const MAP_CREDITS = 1
const VISIT_CREDITS: Record<TaskPlan['model'], number> = {
  'spark-1-mini': 2,
  'spark-2': 2,
  'spark-1-pro': 5,
}

/** The least that a move costs when it succeeds; the further pages of a PDF cost one credit each. */
export function priceOf({ kind }: Move, { model }: Pick<TaskPlan, 'model'>): number {
  return { visit: VISIT_CREDITS[model], search: SEARCH_CREDITS, map: MAP_CREDITS, think: 0 }[kind]
}

export function minimumBalance({ maxCredits }: Pick<TaskPlan, 'maxCredits'>): number {
  return Math.ceil(Math.min(MIN_CREDITS, maxCredits))
}

export function isPaid({ maxCredits }: Pick<TaskPlan, 'maxCredits'>): boolean {
  return maxCredits > FREE_CREDITS
}

export function billingReasonOf(kind: TaskKind, plan: Pick<TaskPlan, 'maxCredits'>): string {
  return isPaid(plan) ? `${kind} paid` : kind
}
