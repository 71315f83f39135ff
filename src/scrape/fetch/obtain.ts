import type { Browser, Capture } from '../../browser/browser.ts'
import type { Egress } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'
import type { Enter } from '../../concurrency/shared-work.ts'
import { isSignIn } from '../admit/google-export.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { PageRequest, Run } from '../line.ts'
import { fetchByBrowser } from './browser.ts'
import type { Fetched } from './fetched.ts'
import type { TakeHostTurn } from './host-turns.ts'
import { fetchOverHttp } from './http.ts'
import { browserNeed, firstAttempt, nextAttempt } from './plan.ts'
import type { Attempt, Means, Outcome } from './plan.ts'
import type { Profiles } from './profiles.ts'

export interface ObtainNeeds {
  egress: Pick<Egress, 'request' | 'hasProxy'>
  browser: Pick<Browser, 'visit' | 'unavailable'>
  profiles: Profiles
  look: Look
  takeHostTurn: TakeHostTurn
  /** What the service calls itself over plain HTTP. */
  userAgent: string
}

/** A first look at a page tells whether another way would show more of it. */
export type Look = (run: Run, fetched: Fetched, signal: AbortSignal) => Promise<Looked>

/** A document is read later, because that may take long. */
type Looked = Derived | { state: 'document' }

interface Occasion {
  /** Keeps a picture or document that the browser makes on the way. */
  keepCapture: (capture: Capture) => Promise<string>
  enter: Enter
}

interface Obtained {
  fetched: Fetched
  looked: Looked
}

/** Gets a page by whichever way leads to it, and what was asked for from it. */
export type Obtain = (run: Run, occasion: Occasion, signal: AbortSignal) => Promise<Obtained>

export function createObtain(needs: ObtainNeeds): Obtain {
  return async (run, occasion, signal) => {
    const { request } = run
    if (request.isExport && request.actions.length > 0) throw actionsOnFile()
    const means = meansFor(request, needs)
    const tried: Attempt[] = []
    let held: Obtained | undefined
    let attempt: Attempt | undefined = firstAttempt(request, means)
    while (attempt) {
      tried.push(attempt)
      const tryOut = await attempted(attempt, run, occasion, signal, needs)
      attempt = nextAttempt(request, tried, tryOut.outcome, means)
      if (tryOut.state === 'obtained') held = tryOut.obtained
      else if (!attempt) held = explained(held, tryOut.failure)
    }
    return settled(held!, request, needs)
  }
}

function meansFor(request: PageRequest, { browser, egress }: ObtainNeeds): Means {
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

type TryOut =
  | { state: 'obtained'; outcome: Outcome; obtained: Obtained }
  | { state: 'failed'; outcome: Outcome; failure: Fault }

/** Failures that another way may not meet; any other, and time that ran out, ends the search. */
const UNREACHABLE = new Set([
  'SCRAPE_SITE_ERROR',
  'SCRAPE_PROXY_SELECTION_ERROR',
  'SCRAPE_ALL_ENGINES_FAILED',
])

async function attempted(
  attempt: Attempt,
  run: Run,
  occasion: Occasion,
  signal: AbortSignal,
  needs: ObtainNeeds,
): Promise<TryOut> {
  try {
    occasion.enter('fetching')
    const fetched = await fetchBy(attempt, run, occasion, signal, needs)
    if (fetched === 'file') {
      if (run.request.actions.length > 0) throw actionsOnFile()
      const failure = new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The target is a file and not a page.')
      return { state: 'failed', outcome: 'file', failure }
    }
    occasion.enter('understanding')
    const looked = await run.stage('fetch:look', () => needs.look(run, fetched, signal))
    return { state: 'obtained', outcome: outcomeOf(fetched, looked), obtained: { fetched, looked } }
  } catch (failure) {
    if (signal.aborted || !(failure instanceof Fault) || !UNREACHABLE.has(failure.code)) throw failure
    return { state: 'failed', outcome: 'unreachable', failure }
  }
}

async function fetchBy(
  { by, way: kind }: Attempt,
  { request, caller, stage }: Run,
  { keepCapture }: Occasion,
  signal: AbortSignal,
  { egress, browser, profiles, takeHostTurn, userAgent }: ObtainNeeds,
): Promise<Fetched | 'file'> {
  const way = { kind, country: request.location.country }
  using _turn = await stage('fetch:host', () => takeHostTurn(new URL(request.url).hostname, signal))
  const proxyUsed = kind === 'enhanced' && egress.hasProxy('enhanced') ? 'stealth' : 'basic'
  const verified = (end: string) =>
    !request.skipTlsVerification || [request.url, end].every((url) => url.startsWith('http:'))
  const { teamId, screen } = caller
  if (by === 'http') {
    const wish = { ...request, userAgent, languages: request.location.languages, way, screen }
    const fetched = await stage('fetch:http', () => fetchOverHttp(wish, egress.request, signal))
    if (request.isExport && isSignIn(fetched.url)) throw notPublic()
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
  const reach = { visit: browser.visit, profiles, keepCapture }
  const visited = await stage('fetch:browser', () =>
    fetchByBrowser(request, { teamId, screen, way }, reach, signal),
  )
  if (visited.state === 'file') return 'file'
  const { state: _, isWithheld, ...fetched } = visited
  return { ...fetched, by, proxyUsed, isProvisional: isWithheld, isVerified: verified(fetched.url) }
}

const REFUSALS = new Set([403, 406])
const TOO_MANY_REQUESTS = 429

function outcomeOf({ status, by }: Fetched, looked: Looked): Outcome {
  if (looked.state === 'understood' && looked.signs.challenge !== undefined) return 'challenge'
  if (REFUSALS.has(status)) return 'refused'
  if (status === TOO_MANY_REQUESTS) return 'throttled'
  return looked.state === 'understood' && looked.signs.shell && by === 'http' ? 'shell' : 'page'
}

/** What an earlier way brought is better than nothing, and says that a better way failed. */
function explained(held: Obtained | undefined, failure: Fault): Obtained {
  if (!held) throw failure
  return provisional(warned(held, `A browser might show more, but it failed: ${failure.message}`))
}

/** The end of the search: a challenge is no page, and what is missing is said. */
function settled(held: Obtained, request: PageRequest, { browser, egress }: ObtainNeeds): Obtained {
  const { fetched, looked } = held
  if (looked.state === 'understood' && looked.signs.challenge !== undefined) {
    throw challenged(looked.signs.challenge, fetched.status)
  }
  if (outcomeOf(fetched, looked) === 'shell' && browser.unavailable() !== undefined) {
    const warning = 'The page needs a browser to show its content, and this service has none at the moment.'
    return provisional(warned(held, warning))
  }
  if (browserNeed(request) !== undefined && fetched.by === 'http') {
    return warned(held, `The target is a file and not a page, so ${browserNeed(request)} had no effect.`)
  }
  if (request.proxy === 'enhanced' && !egress.hasProxy('enhanced')) {
    return warned(held, 'No enhanced proxy is configured here, so the page was fetched without one.')
  }
  return held
}

function warned({ fetched, looked }: Obtained, warning: string): Obtained {
  return { fetched: { ...fetched, warnings: [...fetched.warnings, warning] }, looked }
}

function provisional({ fetched, looked }: Obtained): Obtained {
  return { fetched: { ...fetched, isProvisional: true }, looked }
}

function challenged(vendor: string, statusCode: number): Fault {
  return new Fault(
    'SCRAPE_ALL_ENGINES_FAILED',
    `The target answered with a bot challenge (${vendor}) instead of the page.`,
    { details: { reason: 'challenge', vendor, statusCode } },
  )
}

function notPublic(): Fault {
  return new Fault(
    'FORBIDDEN',
    'The document is not public: Google asks to sign in. It can be read once it is shared with "Anyone with the link".',
  )
}

function actionsOnFile(): Fault {
  return new Fault('SCRAPE_ACTIONS_NOT_SUPPORTED', 'The target is a file, and actions need a page.')
}
