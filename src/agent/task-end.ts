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

/** The end of a task, from its findings. It is completed only if its data fits the schema. */
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
    "The task reached its limit of 'maxCredits' before all data was found. It is not charged.",
  insufficient_credits: 'The team ran out of credits before all data was found.',
}

const PARTIAL_KEPT = "The data found so far is under 'partial'."

const LIMIT_NOTES: Partial<Record<StopReason, string[]>> = {
  page_limit_reached: ["The task ended because it visited as many pages as its 'limit' allows."],
  step_limit_reached: ['The task ended because it reached the maximum number of steps.'],
  timeout: ["The task ended because it reached its 'timeout'."],
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
  const isValid = !isEmpty && (pruned?.leftOut ?? 0) === 0 && (pruned?.issues.length ?? 0) === 0
  const partialResult: TaskResult = {
    ...summary,
    ...(!isEmpty && {
      partial: data,
      ...(schema && { partialSchemaValid: isValid }),
      sources: sourcesOf(evidence),
    }),
    ...(missing.length > 0 && { missing }),
  }
  // A chat without a schema needs only an answer in words.
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
      error: 'No requested data was found.',
      warnings: [],
      asPartial: partialResult,
      fullResult: {},
    }
  if (pruned && (pruned.issues.length > 0 || countValues(pruned.value) === 0)) {
    return { error: schemaError(pruned.issues), warnings: [], asPartial: partialResult, fullResult: {} }
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
    ? "One record lacks a value that the schema requires. It was moved to 'partial'."
    : `${records} records lack values that the schema requires. They were moved to 'partial'.`
}

const MAX_NAMED_ISSUES = 5

function schemaError(issues: readonly { path: string; message: string }[]): string {
  if (issues.length === 0) return 'No record has all values that the schema requires.'
  const named = issues
    .slice(0, MAX_NAMED_ISSUES)
    .map(({ path, message }) => `${path || 'root'}: ${message.slice(0, 200)}`)
  const rest = issues.length - named.length
  return `The data does not fit the schema (${named.join(' ')}${rest > 0 ? ` and ${rest} more` : ''}).`
}

function describeVisits(counters: TaskCounters): string[] {
  const { visits, failedVisits, lastError, searchWarning } = counters
  const count = visits === 1 ? 'One page was visited' : `${visits} pages were visited`
  const failures = failedVisits === visits ? 'without success' : `${failedVisits} of them failed`
  const errors = failedVisits > 0 ? `, ${failures}; the last error: ${lastError}` : '.'
  const lines = [`${count}${errors}`, ...(searchWarning === undefined ? [] : [searchWarning])]
  return [...lines, ...describeBlockedVisits(counters)]
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
