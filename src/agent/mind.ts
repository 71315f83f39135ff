import type { FieldEvidence, Move, Step } from './step.ts'

/** Who decides what a task does. It learns every step in order, after a restart too, and holds nothing else. */
export interface Mind {
  learn(step: Step): void
  /** What to do next, all at once; nothing when nothing better is expected. Asked only when every step before is learnt. */
  decide(signal: AbortSignal): Promise<Move[]>
  /** What there is to give so far. */
  outcome(): Outcome
}

/** What a task has found. */
export interface Outcome {
  /** In the shape of the schema; undefined when nothing was found. */
  data: unknown
  evidence: FieldEvidence[]
  /** JSON pointers into `data` of what was found nowhere. */
  missing: string[]
  /** Everything that was asked for is there. */
  isComplete: boolean
  /** The answer in words, where that was asked for. */
  message?: string
  warnings: string[]
  /** What models took to decide, to read and to compose; nothing without one. */
  tokens?: number
  /** What these tokens cost, where there are prices. */
  cost?: number
}

/** What a mind is made for. */
export interface Assignment {
  prompt: string
  /** How a model is to go about it. */
  instructions?: string
  schema?: Record<string, unknown>
  /** Where to begin; the caller's own first. */
  urls: readonly string[]
  /** Whether nothing but `urls` may be visited. */
  isStrict: boolean
  /** Why a move must not be made; the runner refuses it for the same reason. Absent: as `urls` and `isStrict` say. */
  refusal?: (move: Move) => string | undefined
  mode: 'extract' | 'chat'
  effort: 'low' | 'medium' | 'high'
  /** Whether the larger model was asked for, which gets twice as many turns. */
  isPro?: boolean
}
