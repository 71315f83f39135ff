import type { ScrapeRequest } from '../contract/scrape.ts'
import type { PageTrace } from '../extract/extract.ts'

/** A scrape as the line takes it: what the caller asked for, and what the service itself wants or knows. */
export interface PageWish extends ScrapeRequest {
  /** Where the page leads is wanted too. */
  discovers?: boolean
  /** What other pages of the same site left behind. */
  siblings?: readonly PageTrace[]
}
