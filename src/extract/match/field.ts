import type { Candidate } from '../candidates/candidate.ts'

/** One value that is wanted from a page. */
export interface Field {
  name: string
  /** Whatever else is said about it: its title, its description, what the request asks for in words. */
  words?: string
  type: 'string' | 'number' | 'integer' | 'boolean' | 'any'
  format?: string
  enum?: readonly unknown[]
  /** The names of the properties it stands in, outermost first. */
  parents?: readonly string[]
}

/** What a page has for a field. */
export interface FieldMatch {
  candidate: Candidate
  /** How probably it is right, from 0 to 1. */
  confidence: number
}
