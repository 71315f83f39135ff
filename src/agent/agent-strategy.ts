import type { FieldEvidence, Move, Step } from './step.ts'

/** Decides a task's moves. It learns every step in order, also after a restart, and has no other state. */
export interface AgentStrategy {
  learn(step: Step): void
  /**
   * The next moves, in one batch; none when no move is likely to add anything. Called only when all earlier
   * steps are learned.
   */
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
  /**
   * Why a move must not be made; the runner refuses it for the same reason. If absent, `urls` and `isStrict`
   * decide.
   */
  refusal?: (move: Move) => string | undefined
  mode: 'extract' | 'chat'
  effort: 'low' | 'medium' | 'high'
  isPro?: boolean
}
