import { compile } from 'css-select'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import { Fault } from '../../fault.ts'
import { orAborted } from '../../concurrency/abort.ts'
import { cacheRules } from '../cache/cache-rules.ts'
import type { PageCaller, PageRequest, Run } from '../run.ts'
import { ENGINE_VERSION } from '../understand/engine-version.ts'
import type { Wanted } from '../understand/understand-source.ts'
import { toExportRequest } from './google-export.ts'

export { creditsOfFailure, priceOfParse, priceOfScrape } from './price.ts'

export interface AdmitNeeds {
  /** Whether all teams see one cache. */
  isShared: boolean
  /** Who answers a request: the embedded engine or a model. */
  engineFor: (request: PageRequest) => string
}

/** Refuses what cannot be done before anything is fetched; else begins the run of a request. */
export async function admit(
  requested: PageRequest,
  caller: PageCaller,
  signal: AbortSignal,
  { isShared, engineFor }: AdmitNeeds,
): Promise<Omit<Run, 'stage'>> {
  rejectUnsupported(requested)
  if (caller.screen) await orAborted(caller.screen.admit(requested.url, signal), signal)
  const request = toExportRequest(requested)
  const scope = isShared ? SHARED_SCOPE : caller.teamId
  const cache = cacheRules(request, { scope, engine: `${ENGINE_VERSION} ${engineFor(request)}` })
  return {
    request: { ...request, indexes: cache.write },
    sourceUrl: requested.url,
    caller,
    cache,
    since: performance.now(),
  }
}

const SHARED_SCOPE = 'all teams'

/** The options that scrapes and uploads share. */
type ContentRequest = Wanted & Pick<ScrapeRequest, 'onlyCleanContent'>

/** Names the option that this version does not have, so that none is ignored. */
export function rejectUnsupported(request: ContentRequest): void {
  if (request.onlyCleanContent) throw new Fault('NOT_IMPLEMENTED', 'onlyCleanContent is not built yet.')
  if (request.redactPII && request.formats.some(({ type }) => type === 'rawBase64')) {
    throw new Fault(
      'BAD_REQUEST',
      'rawBase64 gives the file as it is: personal data cannot be taken out of it.',
    )
  }
  rejectInvalidSelectors('includeTags', request.includeTags)
  rejectInvalidSelectors('excludeTags', request.excludeTags)
  const attributes = request.formats.flatMap((format) =>
    format.type === 'attributes' ? format.selectors : [],
  )
  const selectors = attributes.map(({ selector }) => selector)
  rejectInvalidSelectors('formats.selectors.selector', selectors)
}

function rejectInvalidSelectors(option: string, selectors: readonly string[]): void {
  for (const selector of selectors) {
    try {
      compile(selector)
    } catch (cause) {
      throw new Fault('BAD_REQUEST', `${option}: "${selector}" is not a CSS selector.`, { cause })
    }
  }
}
