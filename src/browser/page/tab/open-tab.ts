import type { BrowserContext, Page, Request, Response } from 'playwright-core'
import { Fault } from '../../../fault.ts'
import type { AdFilter } from '../../ads/ad-filter.ts'
import type { Tab } from '../../engine.ts'
import type { Visit } from '../../visit.ts'
import { callerHeader } from './context-options.ts'
import { equip, FETCH_NOTHING_AHEAD, isBound } from './intercept.ts'
import type { TabNeeds } from './intercept.ts'
import { orAborted } from '../../../concurrency/abort.ts'
import { createReader, sendWithin, waysToFrames } from '../reading/reader.ts'

export interface OpenTab extends WatchedTab {
  visit: Visit
  ads: AdFilter
  answer(): Response | undefined
  isCutOff(): boolean
  /** Where the tab was last sent, whether or not it arrived. */
  destination(): string
  /** Notes what could not be done as asked, in a sentence for the caller; the same sentence counts once. */
  warn(sentence: string): void
  warnings(): string[]
  withhold(what: 'frame' | 'part', why: Fault): void
  isWithheld(): boolean
}

export async function openTab(
  { context, page }: Tab,
  visit: Visit,
  needs: TabNeeds,
  signal: AbortSignal,
): Promise<OpenTab> {
  const straying = new AbortController()
  const onStray = (why: unknown) => straying.abort(why)
  const tab = await followVisit({ context, page }, visit, needs.ads, signal, straying.signal)
  const urlNow = () => page.mainFrame().url()
  const { session, signal: time, withhold: onWithheld } = tab
  const mayMoveOn = boundedMoves(visit.actions.length, () => tab.warn(KEEPS_LOADING))
  await Promise.all([
    isBound(visit) && orAborted(silencePopups(context, page), time),
    isBound(visit) && orAborted(page.addInitScript(FETCH_NOTHING_AHEAD), time),
    orAborted(equip({ session, urlNow, visit, mayMoveOn, onStray, onWithheld, signal: time }, needs), time),
  ])
  return tab
}

// As many documents as pages with detours need, and then some each second: a page that loads itself again faster would
// never stand still to be read.
function boundedMoves(expected: number, onHeld: () => void): () => boolean {
  const startedAt = performance.now()
  let documents = 0
  return () => {
    const seconds = (performance.now() - startedAt) / 1000
    const isFree = ++documents <= expected + MOVES_AT_ONCE + seconds * MOVES_PER_SECOND
    if (!isFree) onHeld()
    return isFree
  }
}

const MOVES_AT_ONCE = 10
const MOVES_PER_SECOND = 2
const KEEPS_LOADING = 'The page keeps loading itself again, so it was kept from doing so and read.'

export async function followVisit(
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
async function silencePopups(context: BrowserContext, page: Page): Promise<void> {
  await context.route('**', async (route) => {
    const answer = isOf(page, route.request()) ? route.continue() : route.abort()
    // The request may be gone by now, and its tab with it.
    await answer.catch(() => {})
  })
}

/** The frame of a pop-up may not even be there yet. */
function isOf(page: Page, request: Request): boolean {
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
function watchDocument(page: Page, url: string): Pick<OpenTab, 'answer' | 'isCutOff' | 'destination'> {
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
  const answer = () => shown ?? newest
  const isCutOff = () => {
    // A document that the tab left before it was complete was not cut off by its target.
    const failure = answer()?.request().failure()?.errorText ?? LEFT
    return !failure.includes(LEFT)
  }
  return { answer, isCutOff, destination: () => destination }
}

const LEFT = 'ERR_ABORTED'

/** A cookie of the caller's is one of the visited host alone, so that no redirect takes it elsewhere. */
export async function giveCookies({ context, visit, signal, warn }: OpenTab): Promise<void> {
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
  const signal = AbortSignal.any([...signals, endOf(page)])
  const requests = watchRequests(page)
  const session = await orAborted(context.newCDPSession(page), signal)
  const send = sendWithin(session, signal)
  const { frameTree } = await send('Page.getFrameTree')
  const reader = createReader(send, frameTree.frame.id)
  const frame = waysToFrames({ page, context, signal, send })
  return { page, context, signal, session, send, requests, reader, frame }
}

/** Once the tab is gone no call is ever answered, so that ends everything that waits. */
function endOf(page: Page): AbortSignal {
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
