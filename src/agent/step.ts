import type { Action } from '../contract/actions.ts'
import type { JsonSchema } from '../contract/json-schema.ts'
import type { Lead, RecordLink } from '../extract/extract.ts'

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
  /** What the addresses are ranked by. */
  query: string
  why: string
}

export interface VisitMove {
  kind: 'visit'
  url: string
  /** What is read from the page. */
  wish: { schema?: JsonSchema; prompt?: string }
  /** What is done on the page before it is read. */
  actions?: Action[]
  /** Whether the content is wanted too, as `SeenPage.text`. */
  wantsText?: boolean
  why: string
}

/**
 * Something that a mind has thought already, with a model. Nothing is to be done for it: it becomes a step at once, before the
 * moves that stand behind it, so that after a restart it need not be thought again. It costs no credits.
 */
export interface ThinkMove {
  kind: 'think'
  /** Plain data that only the mind understands. */
  thought: unknown
  /** What the model took for it, and what that costs where there are prices. */
  tokens: number
  cost?: number
  why: string
}

/** What a step gave. Plain data. */
export type Seen = SeenSearch | SeenMap | SeenPage | SeenThought | SeenFailure

export interface FoundAddress {
  url: string
  title?: string
  description?: string
}

export interface SeenSearch {
  kind: 'search'
  hits: FoundAddress[]
  warning?: string
}

export interface SeenMap {
  kind: 'map'
  links: FoundAddress[]
}

export interface SeenPage {
  kind: 'visit'
  /** Where redirects ended. */
  url: string
  status: number
  title?: string
  description?: string
  language?: string
  /** The h1 and h2 headings of the page, in its order. */
  headings: string[]
  leads: Lead[]
  /** What was read from it in the shape of the wish; undefined when nothing was. */
  value?: unknown
  evidence: FieldEvidence[]
  /** JSON pointers of what the page does not have. */
  missing: string[]
  /** JSON pointers of values that a model gave although the page does not have them; absent when no model read it. */
  unsupported?: string[]
  /** Where records of lists lead, by their JSON pointer. */
  records: RecordLink[]
  /** Which engine read it. */
  engine: string
  /** What a model took to read it. */
  tokens?: number
  cost?: number
  /** The content as Markdown, cut; only where the move wants it. */
  text?: string
}

/** What comes of a thought: it is written down. */
interface SeenThought {
  kind: 'think'
}

/** The step could not be done; the task goes on without it. */
export interface SeenFailure {
  kind: 'failure'
  code: string
  message: string
}

/** Where a value was read. */
export interface FieldEvidence {
  /** A JSON pointer into the value. */
  field: string
  url?: string
  selector?: string
  /** The headings above it. */
  section?: string
  text: string
  source: string
  confidence: number
}

/** A move that was made, and what came of it. */
export interface Step {
  move: Move
  seen: Seen
  credits: number
}
