import type { ScrapeRequest } from '../contract/scrape.ts'

/** A scrape as the line takes it: what the caller asked for, and whether where the page leads is wanted too. */
export interface PageWish extends ScrapeRequest {
  discovers?: boolean
}
