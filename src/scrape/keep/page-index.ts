import type { PageForIndex } from '../understand/indexing/indexing.ts'

/** What a team can search: the pages that it was given. Costs the scrape nothing, and never fails it. */
export interface PageIndex {
  enter(page: PageToEnter): void
  /** The team was given a page again of which nothing new was derived. */
  note(page: { teamId: string; url: string }): void
}

export interface PageToEnter extends PageForIndex {
  teamId: string
  /** Where it was found in the end. */
  url: string
  contentType: string
}
