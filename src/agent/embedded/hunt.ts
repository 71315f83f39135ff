import type { Fact } from '../gathered/facts.ts'
import type { SeenPage } from '../step.ts'
import type { VisitedPage } from './frontier.ts'

/** A page that somebody who looks for something would visit next. */
export interface Proposal {
  url: string
  key: string
  /** What is expected of it, from 0 to 1. */
  worth: number
  /** Whether it is needed whatever others bring, so that it may be visited together with them. */
  isNeeded: boolean
  /** Whether it is the page of a single record. */
  isRecord: boolean
  why: string
}

/** A page that was read, in every form in which it is looked at. */
export interface Read {
  page: VisitedPage
  seen: SeenPage
  facts: readonly Fact[]
  /** Whether it was read as the page of a single record. */
  isRecord: boolean
  /** Whether the caller named it. */
  isGiven: boolean
}

/** A record as a page lists it. */
export interface Row {
  facts: readonly Fact[]
  link: string | undefined
  name: string
}
