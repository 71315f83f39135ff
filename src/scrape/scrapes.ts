import type { Document } from '../contract/document.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'

/** Scrapes done, by their id: for looking the result up again within a day, and for going on with the page. */
export interface Scrapes {
  keep(scrape: { id: string; teamId: string; request: ScrapeRequest; document: Document }): Promise<void>
  find(
    id: string,
    teamId: string,
  ): Promise<{ request: ScrapeRequest; document: Document; createdAt: Date } | undefined>
}

/** Profiles of browsers, by team and name; sealed, and written by one visit at a time. */
export interface Profiles {
  /** Refuses with CONFLICT while another visit that saves holds the profile. */
  open(wish: { teamId: string; name: string; saveChanges: boolean }): Promise<OpenProfile>
}

export interface OpenProfile extends AsyncDisposable {
  /** What was saved last; undefined for a new profile. */
  state: string | undefined
  /** Changes nothing when the profile was opened without `saveChanges`. */
  save(state: string): Promise<void>
}
