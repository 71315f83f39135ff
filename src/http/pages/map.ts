import { deadline } from '../../concurrency/abort.ts'
import type { Caller } from '../../access/access.ts'
import { MapAnswer, MapRequest } from '../../contract/map.ts'
import type { MapSite } from '../../crawl/crawl.ts'
import { creditsOfFailure } from '../../scrape/admit/admit.ts'
import type { VisitPage } from '../../scrape/scrape.ts'
import type { BlobLinks } from './blobs.ts'
import { inTurn } from './charged-page.ts'
import type { PageNeeds } from './charged-page.ts'
import { route } from '../server/route.ts'
import { screenFor, withChecks, asUnkept } from '../server/request-rules.ts'
import type { RequestScreen, ScreenNeeds } from '../server/request-rules.ts'

export interface MapRouteNeeds extends PageNeeds, ScreenNeeds {
  mapSite: MapSite
  visitPage: VisitPage
  blobLinks: BlobLinks
}

/** However much it finds; what asking about addresses costs comes on top. */
const PRICE = { credits: 1, reason: 'map', ofFailure: creditsOfFailure }
/** How many pages of a site are looked at at once, where the team may have as many. */
const AT_ONCE = 8

export function mapRoutes(needs: MapRouteNeeds) {
  return [
    route('POST /v2/map', 'List the addresses of a site', {
      access: 'team',
      scope: 'map',
      bucket: 'map',
      tag: 'Map',
      description:
        'Finds addresses in sitemaps, by looking at pages, and among what the team has scraped before. A list that may not be complete carries a `warning` that says why.',
      body: MapRequest,
      answer: MapAnswer,
      async handle({ who, body, signal, publicUrl }) {
        const screen = screenFor(needs, who, body.threatProtection)
        const linkTo = (blobId: string) => publicUrl() + needs.blobLinks.pathTo(blobId)
        const caller = {
          teamId: who.teamId,
          look: lookFor(who, needs, { linkTo, screen }),
          atOnce: Math.max(1, Math.min(AT_ONCE, who.limits.concurrency ?? AT_ONCE)),
          screen,
          signal,
        }
        // The id of the charge, by which feedback finds the team that a map is of.
        const found = await needs.charge(who, withChecks(PRICE, screen, body.url), async (id) => ({
          value: { id, ...(await needs.mapSite(body, caller)) },
          usedCredits: PRICE.credits + (screen?.credits() ?? 0),
        }))
        return { success: true, ...found }
      },
    }),
  ]
}

/** Each look waits for the team's turn like a scrape, so that a map takes no more than its share. */
function lookFor(
  { teamId, zeroDataRetention }: Caller,
  { takeSlot, visitPage }: MapRouteNeeds,
  context: { linkTo: (blobId: string) => string; screen: RequestScreen | undefined },
): Parameters<MapSite>[1]['look'] {
  return async (page, signal) => {
    using time = deadline(signal, page.timeout)
    return await inTurn(takeSlot, { teamId, time, timeoutMs: page.timeout }, (takeTurn) =>
      visitPage(asUnkept({ zeroDataRetention }, page), { ...context, teamId, takeTurn, signal: time }),
    )
  }
}
