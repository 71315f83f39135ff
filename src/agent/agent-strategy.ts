import type { FieldEvidence, Move, Step } from './step.ts'

/** Who decides what a task does. It learns every step in order, after a restart too, and holds nothing else. */
export interface AgentStrategy {
  learn(step: Step): void
  /** What to do next, all at once; nothing when nothing better is expected. Asked only when every step before is learnt. */
  decide(signal: AbortSignal): Promise<Move[]>
  outcome(): Outcome
}

export interface Outcome {
  data: unknown
  evidence: FieldEvidence[]
  missing: string[]
  isComplete: boolean
  message?: string
  warnings: string[]
  tokens?: number
  cost?: number
}

export interface Assignment {
  prompt: string
  instructions?: string
  schema?: Record<string, unknown>
  urls: readonly string[]
  isStrict: boolean
  /** Why a move must not be made; the runner refuses it for the same reason. Absent: as `urls` and `isStrict` say. */
  refusal?: (move: Move) => string | undefined
  mode: 'extract' | 'chat'
  effort: 'low' | 'medium' | 'high'
  isPro?: boolean
}
