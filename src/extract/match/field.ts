import type { Candidate } from '../candidates/value-candidate.ts'

/** One value that is wanted from a page. */
export interface Field {
  name: string
  /** Whatever else is said about it: its title, its description, what the request asks for in words. */
  words?: string
  type: 'string' | 'number' | 'integer' | 'boolean' | 'any'
  format?: string
  enum?: readonly unknown[]
  /** Whether all values are wanted that the page has for it. */
  many: boolean
  /** The names of the properties it stands in, outermost first. */
  parents?: readonly string[]
}

/** What a page has for a field. */
export interface FieldMatch {
  /** One, or several where many are wanted. */
  candidates: readonly Candidate[]
  /** How probably it is right, from 0 to 1. */
  confidence: number
}
