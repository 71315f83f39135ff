import type { Browser, Capture } from '../../browser/browser.ts'
import type { Egress } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'
import type { EnterStage } from '../../concurrency/shared-work.ts'
import { isSignIn } from '../admit/google-export.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { PageRequest, Run } from '../run.ts'
import { fetchByBrowser } from './browser.ts'
import type { Fetched } from './fetched.ts'
import type { AcquireHostSlot } from './host-slots.ts'
import { fetchOverHttp } from './http.ts'
import { browserNeed, firstAttempt, nextAttempt } from './plan.ts'
import type { Attempt, Capabilities, Outcome } from './plan.ts'
import type { Profiles } from './profiles.ts'

export interface FallbackNeeds {
  egress: Pick<Egress, 'request' | 'hasProxy'>
  browser: Pick<Browser, 'visit' | 'unavailable'>
  profiles: Profiles
  inspect: InspectPage
  acquireHostSlot: AcquireHostSlot
  /** What the service calls itself over plain HTTP. */
  userAgent: string
}

/** A first look at a page tells whether another way would show more of it. */
export type InspectPage = (run: Run, fetched: Fetched, signal: AbortSignal) => Promise<Inspected>

/** A document is read later, because that may take long. */
type Inspected = Derived | { state: 'document' }

interface FetchContext {
  /** Keeps a picture or document that the browser makes on the way. */
  keepCapture: (capture: Capture) => Promise<string>
  enter: EnterStage
}

interface FetchedPage {
  fetched: Fetched
  inspected: Inspected
}

/** Gets a page by whichever way leads to it, and what was asked for from it. */
export type FetchWithFallback = (run: Run, context: FetchContext, signal: AbortSignal) => Promise<FetchedPage>

export function createFetchWithFallback(needs: FallbackNeeds): FetchWithFallback {
  return async (run, context, signal) => {
    const { request } = run
    if (request.isExport && request.actions.length > 0) throw actionsOnFileFault()
    const means = capabilitiesFor(request, needs)
    const tried: Attempt[] = []
    let best: FetchedPage | undefined
    let attempt: Attempt | undefined = firstAttempt(request, means)
    while (attempt) {
      tried.push(attempt)
      const result = await tryAttempt(attempt, run, context, signal, needs)
      attempt = nextAttempt(request, tried, result.outcome, means)
      if (result.state === 'obtained') best = result.page
      else if (!attempt) best = withBrowserFailure(best, result.failure)
    }
    return finalPage(best!, request, needs)
  }
}

function capabilitiesFor(request: PageRequest, { browser, egress }: FallbackNeeds): Capabilities {
  const enhanced = egress.hasProxy('enhanced')
  if (request.isExport) return { browser: false, enhanced }
  const missing = browser.unavailable()
  const need = browserNeed(request)
  if (missing !== undefined && need !== undefined) {
    const message = `Asking for ${need} takes a browser, and this service has none at the moment.`
    throw new Fault(WITHOUT_BROWSER[need] ?? 'UNAVAILABLE', message, { cause: new Error(missing) })
  }
  return { browser: missing === undefined, enhanced }
}

/** What has a code of its own when there is no browser for it. */
const WITHOUT_BROWSER: Partial<Record<string, FaultCode>> = {
  actions: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
  branding: 'SCRAPE_BRANDING_NOT_SUPPORTED',
}

type AttemptResult =
  | { state: 'obtained'; outcome: Outcome; page: FetchedPage }
  | { state: 'failed'; outcome: Outcome; failure: Fault }

/** Failures that another way may not meet; any other, and time that ran out, ends the search. */
const UNREACHABLE = new Set([
  'SCRAPE_SITE_ERROR',
  'SCRAPE_PROXY_SELECTION_ERROR',
  'SCRAPE_ALL_ENGINES_FAILED',
])

async function tryAttempt(
  attempt: Attempt,
  run: Run,
  context: FetchContext,
  signal: AbortSignal,
  needs: FallbackNeeds,
): Promise<AttemptResult> {
  try {
    context.enter('fetching')
    const fetched = await fetchBy(attempt, run, context, signal, needs)
    if (fetched === 'file') {
      if (run.request.actions.length > 0) throw actionsOnFileFault()
      const failure = new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The target is a file and not a page.')
      return { state: 'failed', outcome: 'file', failure }
    }
    context.enter('understanding')
    const inspected = await run.stage('fetch:look', () => needs.inspect(run, fetched, signal))
    return { state: 'obtained', outcome: outcomeOf(fetched, inspected), page: { fetched, inspected } }
  } catch (failure) {
    if (signal.aborted || !(failure instanceof Fault) || !UNREACHABLE.has(failure.code)) throw failure
    return { state: 'failed', outcome: 'unreachable', failure }
  }
}

async function fetchBy(
  { by, way: kind }: Attempt,
  { request, caller, stage }: Run,
  { keepCapture }: FetchContext,
  signal: AbortSignal,
  { egress, browser, profiles, acquireHostSlot, userAgent }: FallbackNeeds,
): Promise<Fetched | 'file'> {
  const way = { kind, country: request.location.country }
  using _turn = await stage('fetch:host', () => acquireHostSlot(new URL(request.url).hostname, signal))
  const proxyUsed = kind === 'enhanced' && egress.hasProxy('enhanced') ? 'stealth' : 'basic'
  const verified = (end: string) =>
    !request.skipTlsVerification || [request.url, end].every((url) => url.startsWith('http:'))
  const { teamId, screen } = caller
  if (by === 'http') {
    const options = { ...request, userAgent, languages: request.location.languages, way, screen }
    const fetched = await stage('fetch:http', () => fetchOverHttp(options, egress.request, signal))
    if (request.isExport && isSignIn(fetched.url)) throw notPublicFault()
    return {
      ...fetched,
      // Where an export is served from is known for minutes only.
      url: request.isExport ? request.url : fetched.url,
      by,
      proxyUsed,
      captures: {},
      isProvisional: false,
      isVerified: verified(fetched.url),
    }
  }
  const browserNeeds = { visit: browser.visit, profiles, keepCapture }
  const visited = await stage('fetch:browser', () =>
    fetchByBrowser(request, { teamId, screen, way }, browserNeeds, signal),
  )
  if (visited.state === 'file') return 'file'
  const { state: _, isWithheld, ...fetched } = visited
  return { ...fetched, by, proxyUsed, isProvisional: isWithheld, isVerified: verified(fetched.url) }
}

const REFUSALS = new Set([403, 406])
const TOO_MANY_REQUESTS = 429

function outcomeOf({ status, by }: Fetched, inspected: Inspected): Outcome {
  if (inspected.state === 'understood' && inspected.signs.challenge !== undefined) return 'challenge'
  if (REFUSALS.has(status)) return 'refused'
  if (status === TOO_MANY_REQUESTS) return 'throttled'
  return inspected.state === 'understood' && inspected.signs.shell && by === 'http' ? 'shell' : 'page'
}

/** What an earlier way brought is better than nothing, and says that a better way failed. */
function withBrowserFailure(best: FetchedPage | undefined, failure: Fault): FetchedPage {
  if (!best) throw failure
  return asProvisional(withWarning(best, `A browser might show more, but it failed: ${failure.message}`))
}

/** The end of the search: a challenge is no page, and what is missing is said. */
function finalPage(best: FetchedPage, request: PageRequest, { browser, egress }: FallbackNeeds): FetchedPage {
  const { fetched, inspected } = best
  if (inspected.state === 'understood' && inspected.signs.challenge !== undefined) {
    throw challengeFault(inspected.signs.challenge, fetched.status)
  }
  if (outcomeOf(fetched, inspected) === 'shell' && browser.unavailable() !== undefined) {
    const warning = 'The page needs a browser to show its content, and this service has none at the moment.'
    return asProvisional(withWarning(best, warning))
  }
  if (browserNeed(request) !== undefined && fetched.by === 'http') {
    return withWarning(best, `The target is a file and not a page, so ${browserNeed(request)} had no effect.`)
  }
  if (request.proxy === 'enhanced' && !egress.hasProxy('enhanced')) {
    return withWarning(best, 'No enhanced proxy is configured here, so the page was fetched without one.')
  }
  return best
}

function withWarning({ fetched, inspected }: FetchedPage, warning: string): FetchedPage {
  return { fetched: { ...fetched, warnings: [...fetched.warnings, warning] }, inspected }
}

function asProvisional({ fetched, inspected }: FetchedPage): FetchedPage {
  return { fetched: { ...fetched, isProvisional: true }, inspected }
}

function challengeFault(vendor: string, statusCode: number): Fault {
  return new Fault(
    'SCRAPE_ALL_ENGINES_FAILED',
    `The target answered with a bot challenge (${vendor}) instead of the page.`,
    { details: { reason: 'challenge', vendor, statusCode } },
  )
}

function notPublicFault(): Fault {
  return new Fault(
    'FORBIDDEN',
    'The document is not public: Google asks to sign in. It can be read once it is shared with "Anyone with the link".',
  )
}

function actionsOnFileFault(): Fault {
  return new Fault('SCRAPE_ACTIONS_NOT_SUPPORTED', 'The target is a file, and actions need a page.')
}
