import type { Outcome } from './mind.ts'
import { prune, relocated } from './prune.ts'
import type { FieldEvidence } from './step.ts'
import type { Tally } from './tally.ts'
import type { TaskEnd, TaskPlan, TaskResult } from './task.ts'

export type Stop =
  | 'finished'
  | 'step_limit_reached'
  | 'page_limit_reached'
  | 'timeout'
  | 'credit_limit_reached'
  | 'insufficient_credits'
  | 'cancelled'
  | 'internal_error'

/** What becomes of a task, given what was found. Completed is only what is as the schema wants it. */
export function verdict(
  stop: Stop,
  outcome: Outcome,
  { plan, tally, engine }: { plan: TaskPlan; tally: Tally; engine: string },
): TaskEnd {
  const found = judge(outcome, plan)
  const common = { stopReason: stop, engine, isBilled: stop !== 'credit_limit_reached' }
  if (stop === 'cancelled') return { ...common, state: 'cancelled', result: found.asPartial }
  const cutShort = CUT_SHORT[stop] ?? []
  const why = STOPPED[stop] ?? found.error
  if (why !== undefined) {
    const rest = stop === 'credit_limit_reached' && 'partial' in found.asPartial ? [KEPT] : []
    const error = [why, ...rest, ...cutShort, ...visitsOf(tally)].join(' ')
    return { ...common, state: 'failed', result: found.asPartial, error, ...warningOf(outcome.warnings) }
  }
  const warnings = [...outcome.warnings, ...found.warnings, ...cutShort, ...blocksOf(tally)]
  return { ...common, state: 'completed', result: found.asData, ...warningOf(warnings) }
}

const STOPPED: Partial<Record<Stop, string>> = {
  credit_limit_reached:
    "The task reached its limit of 'maxCredits' before everything was found. It is not charged.",
  insufficient_credits: 'The credits of the team ran out before everything was found.',
}

const KEPT = "What was found is under 'partial'."

const CUT_SHORT: Partial<Record<Stop, string[]>> = {
  page_limit_reached: ["The task ended because it had visited as many pages as its 'limit' allows."],
  step_limit_reached: ['The task ended because it had taken as many steps as a task may take.'],
  timeout: ["The task ended because its 'timeout' was over."],
}

function warningOf(warnings: readonly string[]): Pick<TaskEnd, 'warning'> {
  return warnings.length > 0 ? { warning: warnings.join(' ') } : {}
}

function judge(outcome: Outcome, { schema, mode }: TaskPlan) {
  const { data, evidence, missing, message, tokens, cost } = outcome
  const told = {
    ...(message !== undefined && { message }),
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost }),
  }
  const isEmpty = countValues(data) === 0
  const pruned = schema === undefined || isEmpty ? undefined : prune(data, schema)
  const isValid = !isEmpty && (pruned?.leftOut ?? 0) === 0 && (pruned?.complaints.length ?? 0) === 0
  const asPartial: TaskResult = {
    ...told,
    ...(!isEmpty && {
      partial: data,
      ...(schema && { partialSchemaValid: isValid }),
      sources: sourcesOf(evidence),
    }),
    ...(missing.length > 0 && { missing }),
  }
  // An answer in words is all that a chat asks for.
  if (mode === 'chat' && message && schema === undefined) {
    return { error: undefined, warnings: [], asPartial, asData: withData(outcome, isEmpty, told) }
  }
  if (isEmpty) return { error: 'Nothing that was asked for was found.', warnings: [], asPartial, asData: {} }
  if (pruned && (pruned.complaints.length > 0 || countValues(pruned.value) === 0)) {
    return { error: whyNot(pruned.complaints), warnings: [], asPartial, asData: {} }
  }
  if (!pruned || pruned.leftOut === 0) {
    return { error: undefined, warnings: [], asPartial, asData: withData(outcome, false, told) }
  }
  const kept = { data: pruned.value, ...relocated({ evidence, missing }, pruned.moved) }
  return {
    error: undefined,
    warnings: [leftOut(pruned.leftOut)],
    asPartial,
    asData: { ...withData(kept, false, told), partial: data, partialSchemaValid: false },
  }
}

function withData(
  { data, evidence, missing }: Pick<Outcome, 'data' | 'evidence' | 'missing'>,
  isEmpty: boolean,
  told: Pick<TaskResult, 'message' | 'tokens' | 'cost'>,
): TaskResult {
  return {
    ...told,
    ...(!isEmpty && { data, sources: sourcesOf(evidence) }),
    ...(missing.length > 0 && { missing }),
  }
}

function leftOut(records: number): string {
  return records === 1
    ? "One record lacked what the schema requires and was left out; it is under 'partial'."
    : `${records} records lacked what the schema requires and were left out; they are under 'partial'.`
}

const MOST_NAMED = 5

function whyNot(complaints: readonly { path: string; message: string }[]): string {
  if (complaints.length === 0) return 'No record that was found had everything that the schema requires.'
  const named = complaints
    .slice(0, MOST_NAMED)
    .map(({ path, message }) => `${path || 'the whole'}: ${message.slice(0, 200)}`)
  const rest = complaints.length - named.length
  return `What was found is not what the schema requires (${named.join(' ')}${rest > 0 ? ` and ${rest} more` : ''}).`
}

function visitsOf(tally: Tally): string[] {
  const { visits, vain, lastTrouble, searchWarning } = tally
  const count = visits === 1 ? 'One page was visited' : `${visits} pages were visited`
  const inVain = vain === visits ? 'in vain' : `${vain} of them in vain`
  const trouble = vain > 0 ? `, ${inVain}; the last failure: ${lastTrouble}` : '.'
  const told = [`${count}${trouble}`, ...(searchWarning === undefined ? [] : [searchWarning])]
  return [...told, ...blocksOf(tally)]
}

function blocksOf({ blocked, lastBlock }: Tally): string[] {
  if (lastBlock === undefined) return []
  return [blocked === 1 ? lastBlock : `${blocked} pages were not visited; the last: ${lastBlock}`]
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
