import { optionsFor } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import { IdParams } from '../../contract/fields.ts'
import { ScrapeAnswer, ScrapeRequest } from '../../contract/scrape.ts'
import { Fault } from '../../fault.ts'
import { priceOfScrape } from '../../scrape/admit/admit.ts'
import type { ScrapePage, Scrapes } from '../../scrape/scrape.ts'
import { chargedPage } from './charged-page.ts'
import type { PageNeeds } from './charged-page.ts'
import type { BlobLinks } from './blobs.ts'
import { route } from '../server/route.ts'
import { screenFor, withChecks, inTime, asUnkept } from '../server/request-rules.ts'
import type { ScreenNeeds } from '../server/request-rules.ts'

export interface ScrapeNeeds extends PageNeeds, ScreenNeeds {
  scrapePage: ScrapePage
  scrapes: Scrapes
  blobLinks: BlobLinks
}

export function scrapeRoutes(needs: ScrapeNeeds) {
  return [
    route('POST /v2/scrape', 'Scrape one page', {
      access: 'team',
      scope: 'scrape',
      keyless: true,
      bucket: 'scrape',
      tag: 'Scrape',
      description:
        'Fetches a page and gives it back in the formats asked for. A page with an error status is a result too: see `metadata.statusCode`.',
      body: ScrapeRequest,
      answer: ScrapeAnswer,
      async handle({ who, body: asked, signal, publicUrl }) {
        const body = inTime(needs, asUnkept(who, optionsFor(who, asked)))
        const screen = screenFor(needs, who, body.threatProtection)
        const job = { price: withChecks(priceOfScrape(body), screen, body.url), timeoutMs: body.timeout }
        const linkTo = (blobId: string) => publicUrl() + needs.blobLinks.pathTo(blobId)
        return chargedPage(needs, { who, signal }, job, async ({ take, time, tell }) => {
          const { teamId, keyless } = who
          const context = {
            teamId,
            resumedBy: keyless?.address,
            linkTo,
            takeTurn: take,
            signal: time,
            screen,
          }
          const document = tell(await needs.scrapePage(body, context))
          await keepScrape(needs.scrapes, who.teamId, body, document)
          return document
        })
      },
    }),
    route('GET /v2/scrape/:id', 'A scrape done earlier', {
      access: 'team',
      scope: 'scrape',
      bucket: 'status',
      tag: 'Scrape',
      params: IdParams,
      answer: ScrapeAnswer,
      async handle({ who, params }) {
        const found = await needs.scrapes.find(params.id, who.teamId)
        if (!found) {
          throw new Fault('NOT_FOUND', 'There is no scrape with this id, or it has expired.')
        }
        return { success: true, data: found.document }
      },
    }),
  ]
}

/** Under zero data retention there is nothing to look up later but that there was something. */
export async function keepScrape(
  scrapes: Scrapes,
  teamId: string,
  request: ScrapeRequest,
  document: Document,
): Promise<void> {
  const id = document.metadata!.scrapeId!
  if (request.zeroDataRetention) await scrapes.markUnstored(id, teamId)
  else await scrapes.keep({ id, teamId, request, document })
}
