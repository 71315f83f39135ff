import type { Document } from '../../contract/document.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'

/** Scrapes done, by their id: for looking the result up again until it expires, and for going on with the page. */
export interface Scrapes {
  keep(scrape: { id: string; teamId: string; request: ScrapeRequest; document: Document }): Promise<void>
  /** Remembers that there was one of which nothing is kept. */
  noteUnkept(id: string, teamId: string): Promise<void>
  /** Whether the team had a scrape of this id of which nothing is kept. */
  isUnkept(id: string, teamId: string): Promise<boolean>
  find(id: string, teamId: string): Promise<KeptScrape | undefined>
}

interface KeptScrape {
  /** Fails with 409 when its credentials cannot be decrypted any more; the document can be read all the same. */
  request(): ScrapeRequest
  document: Document
  createdAt: Date
}
