import type { Usage } from '../../llm/llm.ts'

/** What a model is given of a page. */
export interface Material {
  url: string | undefined
  title: string | undefined
  language: string | undefined
  /** Already redacted, if that was asked for. */
  markdown: string
}

/** What the embedded engine found for the same wish. */
export interface Embedded {
  value: unknown
  evidence: readonly ValueEvidence[]
  missing: readonly string[]
}

/** Where a value stands. */
export interface ValueEvidence {
  /** A path of names, joined by dots or slashes. */
  field: string
  url?: string
  selector?: string
  /** The headings above it. */
  section?: string
  /** As the page shows it. */
  text: string
  source?: string
  confidence?: number
}

export interface ModelAnswer<Value> {
  value: Value
  warnings: string[]
  usage: Usage
  /** JSON pointers, into the model's own answer, of values that do not occur on the page. */
  unsupported: string[]
}
