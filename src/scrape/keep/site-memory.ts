import type { PageTrace } from '../../extract/extract.ts'

/** What pages leave behind for others of their site, so that what they share is not taken for what is their own. */
export interface SiteMemory {
  /** What other pages of the same host left behind, the newest first. */
  recall(place: SitePlace): Promise<readonly PageTrace[]>
  /** Is not waited for and never fails: what cannot be kept is forgotten. */
  remember(place: SitePlace, trace: PageTrace): void
}

interface SitePlace {
  /** The team, or one word for all when the operator shares the cache. */
  scope: string
  url: string
}
