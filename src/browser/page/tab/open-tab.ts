import type { BrowserContext, Page, Request, Response } from 'playwright-core'
import { Fault } from '../../../fault.ts'
import type { AdFilter } from '../../ads/ad-filter.ts'
import type { Tab } from '../../engine.ts'
import type { Visit } from '../../visit.ts'
import { callerHeader } from './context-options.ts'
import { setUpTab, DISABLE_PREFETCH, isRestricted } from './intercept.ts'
import type { TabNeeds } from './intercept.ts'
import { orAborted } from '../../../concurrency/abort.ts'
import { createReader, sendWithin, createFrameFinder } from '../reading/reader.ts'

export interface OpenTab extends WatchedTab {
  visit: Visit
  ads: AdFilter
  response(): Response | undefined
  isCutOff(): boolean
  /** Where the tab was last sent, whether or not it arrived. */
  destination(): string
  /** Notes what could not be done as asked, in a sentence for the caller; the same sentence counts once. */
  warn(sentence: string): void
  warnings(): string[]
  withhold(kind: 'frame' | 'part', why: Fault): void
  isWithheld(): boolean
}

export async function openTab(
  { context, page }: Tab,
  visit: Visit,
  needs: TabNeeds,
  signal: AbortSignal,
): Promise<OpenTab> {
  const blocked = new AbortController()
  const onBlocked = (why: unknown) => blocked.abort(why)
  const tab = await watchVisit({ context, page }, visit, needs.ads, signal, blocked.signal)
  const currentUrl = () => page.mainFrame().url()
  const { session, signal: time, withhold: onWithheld } = tab
  const mayNavigate = limitNavigations(visit.actions.length, () => tab.warn(KEEPS_RELOADING))
  await Promise.all([
    isRestricted(visit) && orAborted(abortPopupRequests(context, page), time),
    isRestricted(visit) && orAborted(page.addInitScript(DISABLE_PREFETCH), time),
    orAborted(
      setUpTab({ session, currentUrl, visit, mayNavigate, onBlocked, onWithheld, signal: time }, needs),
      time,
    ),
  ])
  return tab
}

// As many documents as pages with detours need, and then some each second: a page that loads itself again faster would
// never stand still to be read.
function limitNavigations(expected: number, onRefused: () => void): () => boolean {
  const startedAt = performance.now()
  let documents = 0
  return () => {
    const seconds = (performance.now() - startedAt) / 1000
    const isFree = ++documents <= expected + NAVIGATIONS_AT_ONCE + seconds * NAVIGATIONS_PER_SECOND
    if (!isFree) onRefused()
    return isFree
  }
}

const NAVIGATIONS_AT_ONCE = 10
const NAVIGATIONS_PER_SECOND = 2
const KEEPS_RELOADING = 'The page keeps loading itself again, so it was kept from doing so and read.'

export async function watchVisit(
  { context, page }: Tab,
  visit: Visit,
  ads: AdFilter,
  ...signals: AbortSignal[]
): Promise<OpenTab> {
  const document = watchDocument(page, visit.url)
  const watched = await watchTab(context, page, ...signals)
  const warnings = new Set<string>()
  const warn = (sentence: string) => void warnings.add(sentence)
  let isWithheld = false
  return {
    ...watched,
    visit,
    ads,
    ...document,
    warn,
    warnings: () => [...warnings],
    withhold(what, why) {
      isWithheld = true
      warn(what === 'frame' ? `A frame of the page was left out. ${why.message}` : PARTS_LEFT_OUT)
    },
    isWithheld: () => isWithheld,
  }
}

const PARTS_LEFT_OUT = 'Threat protection left out parts of the page that come from blocked domains.'

// A pop-up is closed as soon as it is there, which is too late where nothing else may be asked for. Playwright then
// answers the gate's question for a password before the tab can (from Chromium 156 on), so the context has it.
async function abortPopupRequests(context: BrowserContext, page: Page): Promise<void> {
  await context.route('**', async (route) => {
    const answer = isFromPage(page, route.request()) ? route.continue() : route.abort()
    // The request may be gone by now, and its tab with it.
    await answer.catch(() => {})
  })
}

/** The frame of a pop-up may not even be there yet. */
function isFromPage(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return false
  }
}

/** Whatever opens beside the tab is closed. Dialogs are dismissed by Playwright when nobody listens for them. */
export function closePopups({ context, page }: OpenTab): void {
  context.on('page', (popup) => {
    if (popup !== page) popup.close().catch(() => {})
  })
}

/** An answer belongs to the document once the tab shows it: a download or an empty answer leaves the tab as it was. */
function watchDocument(page: Page, url: string): Pick<OpenTab, 'response' | 'isCutOff' | 'destination'> {
  let destination = url
  let newest: Response | undefined
  let shown: Response | undefined
  const isOfDocument = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame()
  page.on('request', (request) => {
    if (isOfDocument(request)) destination = request.url()
  })
  page.on('response', (response) => {
    const isRedirect = response.status() >= 300 && response.status() < 400 && response.headers()['location']
    if (isOfDocument(response.request()) && !isRedirect) newest = response
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) shown = newest
  })
  const response = () => shown ?? newest
  const isCutOff = () => {
    // A document that the tab left before it was complete was not cut off by its target.
    const failure = response()?.request().failure()?.errorText ?? ABORTED
    return !failure.includes(ABORTED)
  }
  return { response, isCutOff, destination: () => destination }
}

const ABORTED = 'ERR_ABORTED'

/** A cookie of the caller's is one of the visited host alone, so that no redirect takes it elsewhere. */
export async function setCallerCookies({ context, visit, signal, warn }: OpenTab): Promise<void> {
  const { origin } = new URL(visit.url)
  for (const pair of (callerHeader(visit, 'cookie') ?? '').split(';')) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair.trim()) ?? []
    if (name === undefined || value === undefined) continue
    const given = context
      .addCookies([{ name, value, url: origin }])
      .catch(() => warn(`The browser does not take the cookie ${name.slice(0, 100)}.`))
    await orAborted(given, signal)
  }
}

export type WatchedTab = Awaited<ReturnType<typeof watchTab>>

export async function watchTab(context: BrowserContext, page: Page, ...signals: AbortSignal[]) {
  const signal = AbortSignal.any([...signals, closedSignal(page)])
  const requests = watchRequests(page)
  const session = await orAborted(context.newCDPSession(page), signal)
  const send = sendWithin(session, signal)
  const { frameTree } = await send('Page.getFrameTree')
  const reader = createReader(send, frameTree.frame.id)
  const frame = createFrameFinder({ page, context, signal, send })
  return { page, context, signal, session, send, requests, reader, frame }
}

/** Once the tab is gone no call is ever answered, so that ends everything that waits. */
function closedSignal(page: Page): AbortSignal {
  const ended = new AbortController()
  const onEnd = () =>
    ended.abort(new Fault('SCRAPE_ALL_ENGINES_FAILED', 'The page crashed, or closed its own tab.'))
  page.once('crash', onEnd)
  page.once('close', onEnd)
  return ended.signal
}

function watchRequests(page: Page) {
  const open = new Map<Request, number>()
  let changedAt = performance.now()

  page.on('request', (request) => {
    if (!ESSENTIAL.has(request.resourceType())) return
    changedAt = performance.now()
    open.set(request, changedAt)
  })
  const onEnd = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now()
  }
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)

  return {
    /** How many there are; one that has been open for long is a channel and not a load. */
    count: () => {
      const oldest = performance.now() - LONG_MS
      return [...open.values()].filter((since) => since > oldest).length
    },
    quietMs: () => performance.now() - changedAt,
  }
}

const ESSENTIAL = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch'])
const LONG_MS = 4000
