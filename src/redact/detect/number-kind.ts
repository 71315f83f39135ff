import type { Entity } from '../span.ts'

export interface NumberCandidate {
  raw: string
  digits: string
  /** In lower case. */
  before: string
  after: () => string
  isAggressive: boolean
}

export interface NumberKind {
  kind: string
  entity: Entity
  lengths: readonly number[]
  /** How it may be written, whatever its digits are; only in one piece when absent. */
  shape?: RegExp
  first?: RegExp
  /** Words that must stand before it; when `unless` matches how it is written, they need not. */
  words?: RegExp
  unless?: RegExp
  isValid?: (digits: string, candidate: NumberCandidate) => boolean
}

export const textBefore = (text: string, at: number, length = 60): string =>
  text.slice(Math.max(0, at - length), at).toLowerCase()

export const textAfter = (text: string, at: number, length = 30): string =>
  text.slice(at, at + length).toLowerCase()
