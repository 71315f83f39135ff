import { keylessOptions } from '../../access/access.ts'
import type { Document } from '../../contract/document.ts'
import { IdParams } from '../../contract/fields.ts'
import { ScrapeResponse, ScrapeRequest } from '../../contract/scrape.ts'
import { Fault } from '../../fault.ts'
import { priceOfScrape } from '../../scrape/admit/admit.ts'
import type { ScrapePage, Scrapes } from '../../scrape/scrape.ts'
import { chargePage } from './charge-page.ts'
import type { ChargedPageNeeds } from './charge-page.ts'
import type { BlobLinks } from './blobs.ts'
import { route } from '../server/route.ts'
import { screenFor, priceWithChecks, limitTimeout, applyZeroRetention } from '../server/request-rules.ts'
import type { ScreenNeeds } from '../server/request-rules.ts'

export interface ScrapeNeeds extends ChargedPageNeeds, ScreenNeeds {
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
        'Fetches a page and returns it in the requested formats. A page with an error status is a result too: see `metadata.statusCode`.',
      body: ScrapeRequest,
      response: ScrapeResponse,
      async handle({ caller, body: asked, signal, publicUrl }) {
        const body = limitTimeout(needs, applyZeroRetention(caller, keylessOptions(caller, asked)))
        const screen = screenFor(needs, caller, body.threatProtection)
        const job = { price: priceWithChecks(priceOfScrape(body), screen, body.url), timeoutMs: body.timeout }
        const linkTo = (blobId: string) => publicUrl() + needs.blobLinks.pathTo(blobId)
        return chargePage(needs, { caller, signal }, job, async ({ acquireSlot, time, addSlotMetadata }) => {
          const { teamId, keyless } = caller
          const context = {
            teamId,
            resumedBy: keyless?.address,
            linkTo,
            takeTurn: acquireSlot,
            signal: time,
            screen,
          }
          const document = addSlotMetadata(await needs.scrapePage(body, context))
          await keepScrape(needs.scrapes, caller.teamId, body, document)
          return document
        })
      },
    }),
    route('GET /v2/scrape/:id', 'Get an earlier scrape', {
      access: 'team',
      scope: 'scrape',
      bucket: 'status',
      tag: 'Scrape',
      params: IdParams,
      response: ScrapeResponse,
      async handle({ caller, params }) {
        const found = await needs.scrapes.find(params.id, caller.teamId)
        if (!found) {
          throw new Fault('NOT_FOUND', 'There is no scrape with this id, or it has expired.')
        }
        return { success: true, data: found.document }
      },
    }),
  ]
}

/** Under zero data retention only the fact that a scrape existed is stored. */
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
