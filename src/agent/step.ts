import type { Action } from '../contract/actions.ts'
import type { JsonSchema } from '../contract/json-schema.ts'
import type { LinkCandidate, RecordLink } from '../extract/extract.ts'

/** What an agent may do next, and why. Plain data: it is kept, and read again after a restart. */
export type Move = SearchMove | MapMove | VisitMove | ThinkMove

export interface SearchMove {
  kind: 'search'
  query: string
  why: string
}

export interface MapMove {
  kind: 'map'
  url: string
  query: string
  why: string
}

export interface VisitMove {
  kind: 'visit'
  url: string
  wish: { schema?: JsonSchema; prompt?: string }
  actions?: Action[]
  wantsText?: boolean
  why: string
}

/**
 * Something that a mind has thought already, with a model. Nothing is to be done for it: it becomes a step at once, before the
 * moves that stand behind it, so that after a restart it need not be thought again. It costs no credits.
 */
export interface ThinkMove {
  kind: 'think'
  thought: unknown
  tokens: number
  cost?: number
  why: string
}

export type Observation =
  | SearchObservation
  | MapObservation
  | PageObservation
  | FailureObservation
  | { kind: 'think' }

export interface FoundUrl {
  url: string
  title?: string
  description?: string
}

export interface SearchObservation {
  kind: 'search'
  hits: FoundUrl[]
  warning?: string
}

export interface MapObservation {
  kind: 'map'
  links: FoundUrl[]
}

export interface PageObservation {
  kind: 'visit'
  /** Where redirects ended. */
  url: string
  status: number
  title?: string
  description?: string
  language?: string
  headings: string[]
  leads: LinkCandidate[]
  value?: unknown
  evidence: FieldEvidence[]
  missing: string[]
  /** JSON pointers of values that a model gave although the page does not have them; absent when no model read it. */
  unsupported?: string[]
  records: RecordLink[]
  engine: string
  tokens?: number
  cost?: number
  text?: string
}

export interface FailureObservation {
  kind: 'failure'
  code: string
  message: string
}

export interface FieldEvidence {
  field: string
  url?: string
  selector?: string
  section?: string
  text: string
  source: string
  confidence: number
}

export interface Step {
  move: Move
  seen: Observation
  credits: number
}
