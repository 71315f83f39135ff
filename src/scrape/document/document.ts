import { randomUUID } from 'node:crypto'
import type { Document } from '../../contract/document.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'
import { priceOfScrape } from '../admit/price.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { Captures } from '../fetch/fetched.ts'
import type { Page, Run } from '../run.ts'
import type { TrackChanges } from './change-tracking/change-tracking.ts'

export { createTrackChanges } from './change-tracking/change-tracking.ts'

export type ToDocument = (run: Run, page: Page, derived: Derived) => Promise<Document>

export function createToDocument(trackChanges: TrackChanges): ToDocument {
  return async (run, page, derived) => {
    const { request, caller } = run
    const { head, cachedAt } = page
    const fields = fieldsOf(derived, request.lockdown)
    const captures = capturesWithUrls(head.captures, fields.actions, caller.linkTo)
    const changes = await changesOf(run, page, derived, trackChanges)
    const warning = [
      ...head.warnings,
      ...(fields.warning ? [fields.warning] : []),
      ...(changes?.warning ? [changes.warning] : []),
      ...(request.redactPII && hasPictures(captures) ? [PICTURES_NOT_REDACTED] : []),
    ].join(' ')
    return {
      ...fields,
      ...captures,
      ...(changes && { changeTracking: changes.changeTracking }),
      ...(warning !== '' && { warning }),
      metadata: {
        ...derived.metadata,
        url: head.url,
        sourceURL: run.sourceUrl,
        statusCode: head.status,
        contentType: head.headers['content-type'] ?? '',
        scrapeId: randomUUID(),
        creditsUsed: priceOfScrape(request, derived.pricedPages).credits + (caller.screen?.credits() ?? 0),
        proxyUsed: head.proxyUsed,
        fetchedBy: head.by,
        cacheState: cachedAt ? 'hit' : 'miss',
        ...(cachedAt && { cachedAt: cachedAt.toISOString() }),
        ...(head.status >= 400 && { error: `The target answered with status ${head.status}.` }),
      },
    }
  }
}

/** A page may be read and kept although there can be no document of it in the formats asked for. */
function fieldsOf({ refusal, discovery, fields }: Derived, isLockdown: boolean): Derived['fields'] {
  if (!refusal) return fields
  // Under lockdown a cache entry is all there can be, so its fields are the answer.
  const isEnough = isLockdown && WITHOUT_MEDIA.has(refusal.code)
  if (!discovery && !isEnough) throw new Fault(refusal.code, refusal.message)
  // A crawl goes on from this page too, and gets the refusal as a warning.
  const warning = [...(fields.warning === undefined ? [] : [fields.warning]), refusal.message].join(' ')
  return { ...fields, warning }
}

const WITHOUT_MEDIA = new Set<FaultCode>(['SCRAPE_AUDIO_UNSUPPORTED_URL', 'SCRAPE_VIDEO_UNSUPPORTED_URL'])

async function changesOf(
  { request, sourceUrl, caller }: Run,
  { head }: Page,
  derived: Derived,
  trackChanges: TrackChanges,
) {
  const format = request.formats.find(({ type }) => type === 'changeTracking')
  if (format?.type !== 'changeTracking') return undefined
  return await trackChanges({
    teamId: caller.teamId,
    url: sourceUrl,
    format,
    markdown: derived.fields.markdown ?? '',
    variant: request.redactPII ? `redacted ${JSON.stringify(request.redactPII)}` : '',
    json: derived.tracked?.value,
    statusCode: head.status,
    // A crawl has no document of a page that is gone, so the next look tells that it is.
    keep: !request.zeroDataRetention && !request.lockdown && !(derived.discovery && head.status >= 400),
    discovered: 'visible',
  })
}

const PICTURES_NOT_REDACTED = 'Personal data was not taken out of pictures of the page.'

function hasPictures({ screenshot, actions }: Partial<Document>): boolean {
  return screenshot !== undefined || [...(actions?.screenshots ?? []), ...(actions?.pdfs ?? [])].length > 0
}

/** Pictures and documents become URLs; those that may not be kept are data URLs already. */
function capturesWithUrls(
  { screenshot, actions, branding }: Captures,
  texts: Document['actions'],
  linkTo: (blobId: string) => string,
): Partial<Document> {
  const urlOf = (reference: string) => (reference.startsWith('data:') ? reference : linkTo(reference))
  return {
    ...(screenshot !== undefined && { screenshot: urlOf(screenshot) }),
    ...(branding && { branding }),
    ...(actions && {
      actions: {
        ...actions,
        ...texts,
        screenshots: actions.screenshots.map(urlOf),
        pdfs: actions.pdfs.map(urlOf),
      },
    }),
  }
}
