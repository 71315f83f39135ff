import { randomUUID } from 'node:crypto'
import type { Document } from '../contract/document.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { Fetched } from './fetch/fetched.ts'
import { fetchOverHttp } from './fetch/http.ts'
import { priceOfScrape } from './price.ts'
import { refuseUnbuilt } from './refuse-unbuilt.ts'
import { understand } from './understand.ts'

export { priceOfParse, priceOfScrape } from './price.ts'
export { parseUpload } from './upload.ts'
export type { Upload } from './upload.ts'

/** Gets one page and derives what is asked for. Every scrape of the service is this one call. */
export type ScrapePage = (request: ScrapeRequest, signal: AbortSignal) => Promise<Document>

export function createScrapePage({ request: send }: { request: EgressRequest }): ScrapePage {
  return async (request, signal) => {
    refuseUnbuilt(request)
    const fetched = await fetchOverHttp(request, send, signal)
    const { url, bytes, headers } = fetched
    const understood = understand({ url, bytes, contentType: headers['content-type'] ?? '' }, request)
    if (understood.state === 'unsupported') throw unsupported(understood.name)
    return { ...understood.fields, metadata: { ...understood.metadata, ...aboutFetch(request, fetched) } }
  }
}

/** A target's own error page is a result; `error` says what its status means. */
function aboutFetch(request: ScrapeRequest, { url, status, headers }: Fetched): Document['metadata'] {
  return {
    url,
    sourceURL: request.url,
    statusCode: status,
    contentType: headers['content-type'] ?? '',
    scrapeId: randomUUID(),
    creditsUsed: priceOfScrape(request).credits,
    proxyUsed: 'basic',
    cacheState: 'miss',
    ...(status >= 400 && { error: `The target answered with status ${status}.` }),
  }
}

function unsupported(name: string): Fault {
  return new Fault(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `The target is not a page but a file of a kind that is not read yet: ${name}.`,
  )
}
