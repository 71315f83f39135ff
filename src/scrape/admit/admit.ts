import { compile } from 'css-select'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import { Fault, badRequest } from '../../fault.ts'
import { orAborted } from '../../concurrency/abort.ts'
import { cacheRules } from '../cache/cache-rules.ts'
import type { PageCaller, PageRequest, Run } from '../run.ts'
import { ENGINE_VERSION } from '../understand/engine-version.ts'
import type { Wanted } from '../understand/understand-source.ts'
import { toExportRequest } from './google-export.ts'

export { creditsOfFailure, priceOfParse, priceOfScrape } from './price.ts'

export interface AdmitNeeds {
  /** Whether all teams share one cache. */
  isShared: boolean
  /** The name of the engine that answers a request: the embedded one or a model. */
  engineFor: (request: PageRequest) => string
}

/** Rejects an impossible request before anything is fetched; otherwise starts its run. */
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

/** An unsupported option is an error, so that no option is silently ignored. */
export function rejectUnsupported(request: ContentRequest): void {
  if (request.onlyCleanContent)
    throw new Fault('NOT_IMPLEMENTED', '`onlyCleanContent` is not supported yet. Remove it from the request.')
  if (request.redactPII && request.formats.some(({ type }) => type === 'rawBase64')) {
    throw badRequest(
      'redactPII cannot be used with the rawBase64 format, which returns the file unchanged. Leave out one of them.',
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
      throw new Fault('BAD_REQUEST', `\`${option}\`: "${selector}" is not a valid CSS selector.`, { cause })
    }
  }
}
