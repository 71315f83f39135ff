import { checkThreatOverride } from '../access/access.ts'
import { IdParams } from '../contract/ids.ts'
import { ScrapeAnswer, ScrapeRequest } from '../contract/scrape.ts'
import { priceOfScrape } from '../scrape/scrape.ts'
import type { ScrapePage } from '../scrape/scrape.ts'
import { chargedPage } from './charged-page.ts'
import type { PageNeeds } from './charged-page.ts'
import { noSuch, notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

export interface ScrapeNeeds extends PageNeeds {
  scrapePage: ScrapePage
}

/** One page in the formats asked for. */
export function scrapeRoutes(needs: ScrapeNeeds): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/scrape',
      access: 'team',
      bucket: 'scrape',
      tag: 'Scrape',
      summary: 'Scrape one page',
      description:
        'Fetches a page and gives it back in the formats asked for. A page with an error status is a result too: see `metadata.statusCode`.',
      body: ScrapeRequest,
      answer: ScrapeAnswer,
      async handle({ who, body, signal }) {
        checkThreatOverride(who, body.threatProtection)
        if (who.threatProtection.enabled) notBuilt('Threat protection, which the organization has enabled,')()
        const job = { price: priceOfScrape(body), timeoutMs: body.timeout }
        return chargedPage(needs, { who, signal }, job, (time) => needs.scrapePage(body, time))
      },
    }),
    route({
      method: 'GET',
      path: '/v2/scrape/:id',
      access: 'team',
      bucket: 'status',
      tag: 'Scrape',
      summary: 'A scrape done earlier',
      params: IdParams,
      answer: ScrapeAnswer,
      handle: noSuch('stored scrape'),
    }),
  ]
}
