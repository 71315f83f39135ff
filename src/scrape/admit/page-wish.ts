import type { ScrapeRequest } from '../../contract/scrape.ts'
import type { Confinement } from '../../egress/egress.ts'
import type { PageTrace } from '../../extract/extract.ts'

/** A scrape as the line takes it: what the caller asked for, and what the service itself wants or knows. */
export interface PageWish extends ScrapeRequest {
  /** Where the page leads is wanted too. */
  discovers?: boolean
  /** What the page can be found by is wanted too. */
  indexes?: boolean
  /** What other pages of the same site left behind. */
  siblings?: readonly PageTrace[]
  /** The links of the page with what stands around them, its headings, and where records lead are wanted too. */
  leads?: boolean
  /** Whether `url` is the export of a document, so that no browser has anything to show. */
  isExport?: boolean
  /** Whatever leads elsewhere is refused before it is asked for. */
  confinement?: Confinement | undefined
  /** Whether the larger of two models answers. */
  usesPro?: boolean | undefined
}
