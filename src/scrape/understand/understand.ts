import type { ReportProgress } from '../../documents/documents.ts'
import type { Source } from '../../content/parse/page.ts'
import { Fault } from '../../fault.ts'
import type { EnterStage, SharedWork } from '../../concurrency/shared-work.ts'
import { isExtraction } from '../admit/format-prices.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { Fetched } from '../fetch/fetched.ts'
import type { InspectPage } from '../fetch/fetch-with-fallback.ts'
import type { SiteMemory } from '../keep/keep.ts'
import type { Page, PageRequest, Run } from '../run.ts'
import { withoutDocumentType, isDocument } from './documents.ts'
import type { UnderstandSource, Understood } from './understand-source.ts'

export { createUnderstandDocument, isConverted, withDocuments } from './documents.ts'
export { openUnderstandThreads } from './threads.ts'
export type { ThreadSettings } from './threads.ts'

/** The fields of a document from a page; undefined when its cache entry was removed meanwhile. */
export type UnderstandPage = (
  run: Run,
  page: Page,
  signal: AbortSignal,
  enter?: EnterStage,
) => Promise<Derived | undefined>

interface UnderstandNeeds {
  understand: UnderstandSource
  usesModel: (request: Pick<PageRequest, 'formats'>) => boolean
  siteMemory: Pick<SiteMemory, 'recall'>
  /** Documents that are being read, and pages that a model is asked about. */
  pendingReads: SharedWork<Derived>
}

export function createUnderstandPage(needs: UnderstandNeeds): UnderstandPage {
  const { understand, usesModel, siteMemory, pendingReads } = needs
  const read = async (run: Run, source: Source, signal: AbortSignal, report: ReportProgress) =>
    requireUnderstood(await understand(source, await wantedOf(run, siteMemory), signal, report))
  return async (run, page, signal, enter) => {
    if (page.derived) {
      enter?.('reading')
      return page.derived
    }
    const fetched = await page.fetched()
    if (!fetched) return undefined
    const source = sourceOf(fetched)
    const isLong = isDocument(source)
    if (enter) {
      enter(isLong ? 'reading' : 'understanding')
      return await read(run, source, signal, (pages) => enter('reading', pages))
    }
    if (page.entryId === undefined || !(isLong || usesModel(run.request)))
      return await read(run, source, signal, () => {})
    // Reading may take longer than the request has time. Whoever comes back finds it further on.
    return await pendingReads.join(
      `${page.entryId} ${run.cache.deriveKey}`,
      signal,
      Infinity,
      async (time, enterShared) => {
        enterShared('reading')
        return await read(run, source, time, (pages) => enterShared('reading', pages))
      },
    )
  }
}

export function createInspectPage(
  understand: UnderstandSource,
  siteMemory: Pick<SiteMemory, 'recall'>,
): InspectPage {
  return async (run, fetched, signal) => {
    const source = sourceOf(fetched)
    if (isDocument(source)) return { state: 'document' }
    return requireUnderstood(
      await understand(withoutDocumentType(source), await wantedOf(run, siteMemory), signal),
    )
  }
}

/** Other pages of the site tell which content is the page's own. */
async function wantedOf({ request, caller, cache }: Run, siteMemory: Pick<SiteMemory, 'recall'>) {
  const wanted = { ...request, teamId: caller.teamId }
  if (!request.formats.some(isExtraction)) return wanted
  return { ...wanted, siblings: await siteMemory.recall({ scope: cache.scope, url: request.url }) }
}

function requireUnderstood(understood: Understood): Derived {
  if (understood.state === 'understood') return understood
  throw new Fault(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `The target is a file of a kind that is not read: ${understood.name}.`,
  )
}

function sourceOf({ url, status, headers, bytes, by, captures }: Fetched): Source {
  const contentType = headers['content-type'] ?? ''
  const { scrapes, javascriptReturns } = captures.actions ?? {}
  return {
    url,
    bytes,
    contentType,
    response: { status, headers },
    isRendered: by === 'browser',
    ...(scrapes && { captured: { actions: { scrapes, javascriptReturns } } }),
  }
}
