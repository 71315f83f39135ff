import type { Fact } from '../gathered/facts.ts'
import type { SeenPage } from '../step.ts'
import type { VisitedPage } from './frontier.ts'

export interface Proposal {
  url: string
  key: string
  worth: number
  /** Whether it is needed whatever others bring, so that it may be visited together with them. */
  isNeeded: boolean
  isRecord: boolean
  why: string
}

export interface Read {
  page: VisitedPage
  seen: SeenPage
  facts: readonly Fact[]
  isRecord: boolean
  isGiven: boolean
}

export interface Row {
  facts: readonly Fact[]
  link: string | undefined
  name: string
}
