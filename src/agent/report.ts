import type { Move, Step } from './step.ts'
import type { Tally } from './tally.ts'
import type { ClaimedTask, StepSummary, TaskEnd } from './task.ts'

/** What a webhook is told of a step; nothing of a thought. */
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

/** What a webhook is told at the end. */
export function reportOfEnd(
  { id, kind }: Pick<ClaimedTask, 'id' | 'kind'>,
  { state, isBilled, result, warning }: TaskEnd,
  { credits, pages }: Pick<Tally, 'credits' | 'pages'>,
): unknown[] {
  const creditsUsed = isBilled ? credits : 0
  const { data, message, sources } = result
  if (kind === 'agent') return [{ creditsUsed, ...(state === 'completed' && { data, message }) }]
  if (state !== 'completed') return []
  return [{ success: true, data, extractId: id, totalUrlsScraped: pages, sources, creditsUsed, warning }]
}

/** The names under which moves are told. */
export function toolOf({ kind }: Move): StepSummary['tool'] {
  return kind === 'visit' ? 'scrape' : kind
}

export function inputOf(move: Move): Record<string, unknown> {
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
