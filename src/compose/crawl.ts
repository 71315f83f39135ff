import { createMapSite, createReadPrompt, createWatch, firstPages, startCrawlRunner } from '../crawl/crawl.ts'
import { PRODUCT } from '../product.ts'
import { creditsOfFailure } from '../scrape/admit/admit.ts'
import { createCrawls, createFrontier } from '../store/store.ts'
import type { CoreServices } from './core.ts'
import type { Scraping } from './scrape.ts'

/** Crawls, batches and maps. A process that runs work also visits the pages of crawls. */
export async function openCrawling(
  core: CoreServices,
  scraping: Scraping,
  { pathTo }: { pathTo(blobId: string): string },
) {
  const { config, log, open, store, processId, ciphers } = core
  const { jobKeys, credentials } = ciphers
  const crawls = createCrawls(store.database, {
    firstPages,
    processId,
    targetCipher: ciphers.webhookTargets,
    jobKeys,
    credentials,
  })
  if (config.WINNOW_ROLE !== 'api') {
    const frontier = createFrontier(store.database, {
      processId,
      hostConcurrency: config.WINNOW_HOST_CONCURRENCY,
      jobKeys,
      credentials,
    })
    open.use(
      await startCrawlRunner({
        ...scraping,
        frontier,
        ledger: core.ledger,
        lease: core.lease,
        pathTo,
        openScreen: core.openScreen,
        maxPages: config.WINNOW_CRAWL_PAGES,
        isPaused: store.disk.isFull,
        log,
        userAgent: PRODUCT,
        creditsOfFailure,
      }),
    )
  }
  return {
    crawls,
    readPrompt: createReadPrompt({ askModel: core.model?.completeJson }),
    watch: open.use(createWatch(crawls)),
    mapSite: createMapSite({ ...scraping, userAgent: PRODUCT, seenIndex: scraping.seenPages }),
  }
}
