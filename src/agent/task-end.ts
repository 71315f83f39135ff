import type { Outcome } from './agent-strategy.ts'
import { prune, relocateEvidence } from './prune.ts'
import type { FieldEvidence } from './step.ts'
import type { TaskCounters } from './task-counters.ts'
import type { TaskEnd, TaskPlan, TaskResult } from './task.ts'

export type StopReason =
  | 'finished'
  | 'step_limit_reached'
  | 'page_limit_reached'
  | 'timeout'
  | 'credit_limit_reached'
  | 'insufficient_credits'
  | 'cancelled'
  | 'internal_error'

/** What becomes of a task, given what was found. Completed is only what is as the schema wants it. */
export function taskEndOf(
  stop: StopReason,
  outcome: Outcome,
  { plan, counters, engine }: { plan: TaskPlan; counters: TaskCounters; engine: string },
): TaskEnd {
  const found = evaluate(outcome, plan)
  const common = { stopReason: stop, engine, isBilled: stop !== 'credit_limit_reached' }
  if (stop === 'cancelled') return { ...common, state: 'cancelled', result: found.asPartial }
  const limitNotes = LIMIT_NOTES[stop] ?? []
  const why = STOP_ERRORS[stop] ?? found.error
  if (why !== undefined) {
    const rest = stop === 'credit_limit_reached' && 'partial' in found.asPartial ? [PARTIAL_KEPT] : []
    const error = [why, ...rest, ...limitNotes, ...describeVisits(counters)].join(' ')
    return { ...common, state: 'failed', result: found.asPartial, error, ...warningOf(outcome.warnings) }
  }
  const warnings = [...outcome.warnings, ...found.warnings, ...limitNotes, ...describeBlockedVisits(counters)]
  return { ...common, state: 'completed', result: found.fullResult, ...warningOf(warnings) }
}

const STOP_ERRORS: Partial<Record<StopReason, string>> = {
  credit_limit_reached:
    "The task reached its limit of 'maxCredits' before everything was found. It is not charged.",
  insufficient_credits: 'The credits of the team ran out before everything was found.',
}

const PARTIAL_KEPT = "What was found is under 'partial'."

const LIMIT_NOTES: Partial<Record<StopReason, string[]>> = {
  page_limit_reached: ["The task ended because it had visited as many pages as its 'limit' allows."],
  step_limit_reached: ['The task ended because it had taken as many steps as a task may take.'],
  timeout: ["The task ended because its 'timeout' was over."],
}

function warningOf(warnings: readonly string[]): Pick<TaskEnd, 'warning'> {
  return warnings.length > 0 ? { warning: warnings.join(' ') } : {}
}

function evaluate(outcome: Outcome, { schema, mode }: TaskPlan) {
  const { data, evidence, missing, message, tokens, cost } = outcome
  const summary = {
    ...(message !== undefined && { message }),
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost }),
  }
  const isEmpty = countValues(data) === 0
  const pruned = schema === undefined || isEmpty ? undefined : prune(data, schema)
  const isValid = !isEmpty && (pruned?.leftOut ?? 0) === 0 && (pruned?.complaints.length ?? 0) === 0
  const partialResult: TaskResult = {
    ...summary,
    ...(!isEmpty && {
      partial: data,
      ...(schema && { partialSchemaValid: isValid }),
      sources: sourcesOf(evidence),
    }),
    ...(missing.length > 0 && { missing }),
  }
  // An answer in words is all that a chat asks for.
  if (mode === 'chat' && message && schema === undefined) {
    return {
      error: undefined,
      warnings: [],
      asPartial: partialResult,
      fullResult: resultWithData(outcome, isEmpty, summary),
    }
  }
  if (isEmpty)
    return {
      error: 'Nothing that was asked for was found.',
      warnings: [],
      asPartial: partialResult,
      fullResult: {},
    }
  if (pruned && (pruned.complaints.length > 0 || countValues(pruned.value) === 0)) {
    return { error: schemaError(pruned.complaints), warnings: [], asPartial: partialResult, fullResult: {} }
  }
  if (!pruned || pruned.leftOut === 0) {
    return {
      error: undefined,
      warnings: [],
      asPartial: partialResult,
      fullResult: resultWithData(outcome, false, summary),
    }
  }
  const remaining = { data: pruned.value, ...relocateEvidence({ evidence, missing }, pruned.relocate) }
  return {
    error: undefined,
    warnings: [removedRecordsWarning(pruned.leftOut)],
    asPartial: partialResult,
    fullResult: { ...resultWithData(remaining, false, summary), partial: data, partialSchemaValid: false },
  }
}

function resultWithData(
  { data, evidence, missing }: Pick<Outcome, 'data' | 'evidence' | 'missing'>,
  isEmpty: boolean,
  summary: Pick<TaskResult, 'message' | 'tokens' | 'cost'>,
): TaskResult {
  return {
    ...summary,
    ...(!isEmpty && { data, sources: sourcesOf(evidence) }),
    ...(missing.length > 0 && { missing }),
  }
}

function removedRecordsWarning(records: number): string {
  return records === 1
    ? "One record lacked what the schema requires and was left out; it is under 'partial'."
    : `${records} records lacked what the schema requires and were left out; they are under 'partial'.`
}

const MAX_NAMED_ISSUES = 5

function schemaError(complaints: readonly { path: string; message: string }[]): string {
  if (complaints.length === 0) return 'No record that was found had everything that the schema requires.'
  const named = complaints
    .slice(0, MAX_NAMED_ISSUES)
    .map(({ path, message }) => `${path || 'the whole'}: ${message.slice(0, 200)}`)
  const rest = complaints.length - named.length
  return `What was found is not what the schema requires (${named.join(' ')}${rest > 0 ? ` and ${rest} more` : ''}).`
}

function describeVisits(counters: TaskCounters): string[] {
  const { visits, failedVisits, lastError, searchWarning } = counters
  const count = visits === 1 ? 'One page was visited' : `${visits} pages were visited`
  const inVain = failedVisits === visits ? 'in vain' : `${failedVisits} of them in vain`
  const trouble = failedVisits > 0 ? `, ${inVain}; the last failure: ${lastError}` : '.'
  const told = [`${count}${trouble}`, ...(searchWarning === undefined ? [] : [searchWarning])]
  return [...told, ...describeBlockedVisits(counters)]
}

function describeBlockedVisits({ blockedVisits, lastBlockMessage }: TaskCounters): string[] {
  if (lastBlockMessage === undefined) return []
  return [
    blockedVisits === 1
      ? lastBlockMessage
      : `${blockedVisits} pages were not visited; the last: ${lastBlockMessage}`,
  ]
}

function sourcesOf(evidence: readonly FieldEvidence[]): Record<string, string[]> {
  const urlsOf = (some: readonly FieldEvidence[]) => [...new Set(some.flatMap(({ url }) => url ?? []))]
  const byField = Map.groupBy(
    evidence.filter(({ url }) => url !== undefined),
    ({ field }) => field,
  )
  return Object.fromEntries([...byField].map(([field, some]) => [field, urlsOf(some)]))
}

export function countValues(value: unknown): number {
  if (value === undefined || value === null || value === '') return 0
  if (typeof value !== 'object') return 1
  return Object.values(value).reduce<number>((sum, part) => sum + countValues(part), 0)
}
