import { createSignedLinks } from '../access/access.ts'
import { openSpool } from '../documents/documents.ts'
import { createBlobLinks, createSessionLinks } from '../http/http.ts'
import { createUploadRefs } from '../scrape/upload/upload.ts'
import type { Scrapes } from '../scrape/scrape.ts'
import {
  createFeedbackBook,
  createScrapes,
  createSearches,
  createUploadPlaces,
  createUsage,
} from '../store/store.ts'
import type { CoreServices } from './core.ts'
import type { Scraping } from './scrape.ts'

const MEGABYTE = 1024 * 1024

export function openLinks({ store: { rootSecret } }: CoreServices) {
  const signedLinks = createSignedLinks(rootSecret, 'blob')
  return {
    signedLinks,
    blobLinks: createBlobLinks(signedLinks),
    sessionLinks: createSessionLinks(createSignedLinks(rootSecret, 'browser session')),
  }
}

/** Finished scrapes, which can be read until they expire. */
export function openScrapes({ config, store, ciphers: { credentials } }: CoreServices): Scrapes {
  return createScrapes(store.database, { maxBytes: config.WINNOW_SCRAPES_MB * MEGABYTE, credentials })
}

/** The parts that requests for pages and files need besides the scraping itself. */
export async function openPages(
  { config, log, open, store, takeSlot, openScreen, blobs }: CoreServices,
  { scrapePage, visitPage, parseUpload, profiles }: Scraping,
) {
  const { database } = store
  return {
    takeSlot,
    openScreen,
    maxTimeoutMs: config.WINNOW_MAX_TIMEOUT * 1000,
    scrapePage,
    visitPage,
    parseUpload,
    profiles,
    blobs,
    spool: open.use(await openSpool(config.WINNOW_DATA_DIR)),
    uploadRefs: createUploadRefs(createUploadPlaces(database)),
    searches: createSearches(database),
    feedbackBook: createFeedbackBook(database),
    usage: createUsage(database),
    log,
  }
}
