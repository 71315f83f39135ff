import { deadline } from '../../concurrency/abort.ts'
import type { Caller } from '../../access/access.ts'
import { MapResponse, MapRequest } from '../../contract/map.ts'
import type { MapSite } from '../../crawl/crawl.ts'
import { creditsOfFailure } from '../../scrape/admit/admit.ts'
import type { VisitPage } from '../../scrape/scrape.ts'
import type { BlobLinks } from './blobs.ts'
import { withSlot } from './charge-page.ts'
import type { ChargedPageNeeds } from './charge-page.ts'
import { route } from '../server/route.ts'
import { screenFor, priceWithChecks, applyZeroRetention } from '../server/request-rules.ts'
import type { RequestScreen, ScreenNeeds } from '../server/request-rules.ts'

export interface MapRouteNeeds extends ChargedPageNeeds, ScreenNeeds {
  mapSite: MapSite
  visitPage: VisitPage
  blobLinks: BlobLinks
}

/** The same for any number of links; URL checks cost extra. */
const PRICE = { credits: 1, reason: 'map', ofFailure: creditsOfFailure }
/** The number of pages of a site visited at once, if the team may have as many. */
const MAX_CONCURRENT = 8

export function mapRoutes(needs: MapRouteNeeds) {
  return [
    route('POST /v2/map', 'List the URLs of a site', {
      access: 'team',
      scope: 'map',
      bucket: 'map',
      tag: 'Map',
      description:
        "Finds URLs in sitemaps, by visiting pages, and among the team's earlier scrapes. A list that may be incomplete has a `warning` with the reason.",
      body: MapRequest,
      response: MapResponse,
      async handle({ caller, body, signal, publicUrl }) {
        const screen = screenFor(needs, caller, body.threatProtection)
        const linkTo = (blobId: string) => publicUrl() + needs.blobLinks.pathTo(blobId)
        const mapCaller = {
          teamId: caller.teamId,
          loadPage: pageLoaderFor(caller, needs, { linkTo, screen }),
          maxConcurrent: Math.max(1, Math.min(MAX_CONCURRENT, caller.limits.concurrency ?? MAX_CONCURRENT)),
          screen,
          signal,
        }
        // The id of the charge, by which feedback finds the team of a map.
        const found = await needs.charge(caller, priceWithChecks(PRICE, screen, body.url), async (id) => ({
          value: { id, ...(await needs.mapSite(body, mapCaller)) },
          usedCredits: PRICE.credits + (screen?.credits() ?? 0),
        }))
        return { success: true, ...found }
      },
    }),
  ]
}

/** Each visit waits for a slot of the team like a scrape, so that a map gets only its share. */
function pageLoaderFor(
  { teamId, zeroDataRetention }: Caller,
  { takeSlot, visitPage }: MapRouteNeeds,
  context: { linkTo: (blobId: string) => string; screen: RequestScreen | undefined },
): Parameters<MapSite>[1]['loadPage'] {
  return async (page, signal) => {
    using time = deadline(signal, page.timeout)
    return await withSlot(takeSlot, { teamId, time, timeoutMs: page.timeout }, (takeTurn) =>
      visitPage(applyZeroRetention({ zeroDataRetention }, page), {
        ...context,
        teamId,
        takeTurn,
        signal: time,
      }),
    )
  }
}
