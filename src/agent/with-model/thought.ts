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
