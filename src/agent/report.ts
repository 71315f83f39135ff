import type { Move, Observation, Step } from './step.ts'
import type { TaskCounters } from './task-counters.ts'
import type { ClaimedTask, StepSummary, TaskEnd } from './task.ts'
import { countValues } from './task-end.ts'

export function reportOfStep(
  { kind }: Pick<ClaimedTask, 'kind'>,
  { move, seen }: Step,
  creditsUsed: number,
): unknown[] | undefined {
  if (move.kind === 'think') return undefined
  if (kind === 'agent') return [{ creditsUsed, action: toolOf(move), input: inputOf(move) }]
  return move.kind === 'visit'
    ? [{ url: move.url, success: seen.kind !== 'failure', creditsUsed }]
    : undefined
}

export function reportOfEnd(
  { id, kind }: Pick<ClaimedTask, 'id' | 'kind'>,
  { state, isBilled, result, warning }: TaskEnd,
  { credits, pages }: Pick<TaskCounters, 'credits' | 'pages'>,
): unknown[] {
  const creditsUsed = isBilled ? credits : 0
  const { data, message, sources } = result
  if (kind === 'agent') return [{ creditsUsed, ...(state === 'completed' && { data, message }) }]
  if (state !== 'completed') return []
  return [{ success: true, data, extractId: id, totalUrlsScraped: pages, sources, creditsUsed, warning }]
}

function toolOf({ kind }: Move): StepSummary['tool'] {
  return kind === 'visit' ? 'scrape' : kind
}

function inputOf(move: Move): Record<string, unknown> {
  switch (move.kind) {
    case 'search':
      return { query: move.query }
    case 'map':
      return { url: move.url, query: move.query }
    case 'visit':
      return { url: move.url, ...(move.actions && { actions: move.actions }) }
    case 'think':
      return {}
  }
}

export function createStepSummarizer(): (step: Step) => StepSummary {
  const known = new Set<string>()
  return ({ move, seen }) => {
    const values = seen.kind === 'visit' ? valuesIn(seen.value) : []
    const before = known.size
    for (const value of values) known.add(value)
    const newValues = known.size - before
    const found = seen.kind === 'visit' ? { fields: values.length, newValues } : {}
    return {
      tool: toolOf(move),
      input: inputOf(move),
      why: move.why,
      result: { ...describeObservation(seen), ...found },
      newValues,
      known: known.size,
    }
  }
}

const MOST_SHOWN = 20

function describeObservation(seen: Observation): Record<string, unknown> {
  switch (seen.kind) {
    case 'failure':
      return { success: false, code: seen.code, error: seen.message }
    case 'search': {
      const urls = seen.hits.slice(0, MOST_SHOWN).map(({ url }) => url)
      return { success: true, count: seen.hits.length, urls, warning: seen.warning }
    }
    case 'map':
      return {
        success: true,
        count: seen.links.length,
        urls: seen.links.slice(0, MOST_SHOWN).map(({ url }) => url),
      }
    case 'visit':
      return { success: true, url: seen.url, statusCode: seen.status, title: seen.title, engine: seen.engine }
    case 'think':
      return { success: true }
  }
}

/** What was said under which name: the same in another record counts once. */
function valuesIn(value: unknown, name = ''): string[] {
  if (countValues(value) === 0) return []
  if (typeof value !== 'object') return [`${name}=${String(value)}`]
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, name))
  return Object.entries(value!).flatMap(([key, part]) => valuesIn(part, `${name}/${key}`))
}
