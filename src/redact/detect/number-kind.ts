import type { Entity } from '../span.ts'

/** Some groups of digits with what stands between and around them. */
export interface NumberCandidate {
  raw: string
  digits: string
  /** In lower case. */
  before: string
  after: () => string
  isAggressive: boolean
}

/** A kind of number that is known by its length and form, its check digits, or words before it. */
export interface NumberKind {
  kind: string
  entity: Entity
  lengths: readonly number[]
  /** How it may be written, whatever its digits are; only in one piece when absent. */
  shape?: RegExp
  /** The digits that it begins with. */
  first?: RegExp
  /** Words that must stand before it; when `unless` matches how it is written, they need not. */
  words?: RegExp
  unless?: RegExp
  isValid?: (digits: string, candidate: NumberCandidate) => boolean
}

/** The text before a place, in lower case, no longer than what words around it are looked for. */
export const textBefore = (text: string, at: number, length = 60): string =>
  text.slice(Math.max(0, at - length), at).toLowerCase()

export const textAfter = (text: string, at: number, length = 30): string =>
  text.slice(at, at + length).toLowerCase()
