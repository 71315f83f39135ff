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
  /** Why it believes its values; `field` is a path of names, joined by dots or slashes. */
  evidence: readonly { field: string; text: string; selector?: string }[]
  missing: readonly string[]
}

export interface ModelAnswer<Value> {
  value: Value
  warnings: string[]
  usage: Usage
  /** JSON pointers of values that do not occur on the page. */
  unsupported: string[]
}
