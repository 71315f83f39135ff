import type { FieldEvidence, Move, Step } from '../step.ts'

/** What a mind with a model writes down, to be read again after a restart. Plain data. */
export type Thought = Choice | HandOver | Composition

export interface Choice {
  kind: 'choice'
  moves: Move[]
  refused: string[]
  finish?: string
}

export interface HandOver {
  kind: 'hand-over'
  reason: string
}

/** What the model made of everything that was found; what is absent stays as the embedded mind has it. */
export interface Composition {
  kind: 'composition'
  data?: unknown
  evidence?: FieldEvidence[]
  missing?: string[]
  message?: string
  warnings: string[]
}

export function thoughtOf({ move }: Step): Thought | undefined {
  return move.kind === 'think' ? (move.thought as Thought) : undefined
}

const MOST_MESSAGE = 200
const MOST_HEADINGS = 5
const MOST_MISSING = 8

export function stepText(step: Step): string {
  const { move, seen } = step
  const thought = thoughtOf(step)
  if (thought?.kind === 'choice' && thought.refused.length > 0) return `refused: ${thought.refused.join(' ')}`
  return `${describeMove(move)}: ${describeObservation(seen)}`
}

function describeObservation(seen: Step['seen']): string {
  switch (seen.kind) {
    case 'failure':
      return `failed, ${seen.message.slice(0, MOST_MESSAGE)}`
    case 'search':
      return `${seen.hits.length} hits`
    case 'map':
      return `${seen.links.length} addresses`
    case 'think':
      return 'chosen'
    case 'visit': {
      const told = [seen.title ?? '', ...seen.headings.slice(0, MOST_HEADINGS)]
        .join('; ')
        .slice(0, MOST_MESSAGE)
      const missing = seen.missing.slice(0, MOST_MISSING).join(', ')
      return `${told}. ${seen.evidence.length} values read${missing === '' ? '' : `, not there: ${missing}`}`
    }
  }
}

export function moveKey(move: Move): string {
  if (move.kind === 'search') return `search ${move.query.toLowerCase()}`
  if (move.kind === 'map') return `map ${move.url}`
  if (move.kind === 'think') return 'think'
  return `visit ${move.url} ${JSON.stringify(move.actions ?? [])}`
}

export function describeMove(move: Move): string {
  if (move.kind === 'search') return `search for ${move.query}`
  if (move.kind === 'think') return move.why
  return `${move.kind} ${move.url}${move.kind === 'visit' && move.actions ? ' with actions' : ''}`
}
