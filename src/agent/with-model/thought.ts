import type { FieldEvidence, Move, Step } from '../step.ts'

/** What a mind with a model writes down, to be read again after a restart. Plain data. */
export type Thought = Choice | HandOver | Composition

/** What the model chose to do next. */
export interface Choice {
  kind: 'choice'
  moves: Move[]
  /** What it wanted and does not get, and why. */
  refused: string[]
  /** Why nothing more is to be done. */
  finish?: string
}

/** From here on the embedded mind decides. */
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

/** The thought of a step that is one. */
export function thoughtOf({ move }: Step): Thought | undefined {
  return move.kind === 'think' ? (move.thought as Thought) : undefined
}
