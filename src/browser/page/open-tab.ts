import type { BrowserContext, CDPSession, Page, Request, Response } from 'playwright-core'
import { outsideFault } from '../../egress/egress.ts'
import type { Pass } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { AdFilter } from '../ads/ads.ts'
import type { Tab } from '../engine.ts'
import type { Visit } from '../visit.ts'
import { callerHeader, languagesOf } from './context-options.ts'
import type { Identity } from './identity.ts'
import { intercept } from './intercept.ts'
import { orAborted } from '../../abort.ts'
import { createReader } from './reader.ts'
import type { Reader } from './reader.ts'
import { watchRequests } from './requests-under-way.ts'
import type { RequestsUnderWay } from './requests-under-way.ts'

/** A tab that is ready for its visit: what the steps of the visit share. */
export interface OpenTab {
  page: Page
  context: BrowserContext
  visit: Visit
  ads: AdFilter
  /** Aborts with the signal of the visit, and when the tab is gone. */
  signal: AbortSignal
  /** Speaks to the tab, no longer than the signal allows. */
  send: CDPSession['send']
  reader: Reader
  requests: RequestsUnderWay
  /** The answer that the document in the tab came with. */
  answer(): Response | undefined
  /** Where the tab was last sent, whether or not it arrived. */
  destination(): string
  /** Notes what could not be done as asked, in a sentence for the caller; the same sentence counts once. */
  warn(sentence: string): void
  warnings(): string[]
}

export interface TabNeeds {
  pass: Pass
  ads: AdFilter
  identity: Identity
}

/** Prepares a fresh tab: its identity, what it may send, and that nothing in it waits for a person. */
export async function openTab(
  { context, page }: Tab,
  visit: Visit,
  { pass, ads, identity }: TabNeeds,
  signal: AbortSignal,
): Promise<OpenTab> {
  const straying = new AbortController()
  const within = AbortSignal.any([signal, endOf(page), straying.signal])
  const onStray = (url: string) => straying.abort(outsideFault(url))
  closePopups(context, page)
  const { answer, destination } = watchDocument(page, visit.url)
  const requests = watchRequests(page)
  const warnings = new Set<string>()
  const session = await orAborted(context.newCDPSession(page), within)
  const send = ((method: never, params: never) =>
    orAborted(session.send(method, params), within)) as CDPSession['send']
  const [{ frameTree }] = await Promise.all([
    send('Page.getFrameTree'),
    disguise(send, visit, identity),
    visit.confinement && orAborted(silencePopups(context, page), within),
    visit.confinement && orAborted(page.addInitScript(FETCH_NOTHING_AHEAD), within),
    orAborted(intercept({ session, page, visit, ads, pass, onStray }), within),
    orAborted(
      giveCookies(context, visit, (sentence) => void warnings.add(sentence)),
      within,
    ),
  ])
  return {
    page,
    context,
    visit,
    ads,
    signal: within,
    send,
    reader: createReader(send, frameTree.frame.id),
    requests,
    answer,
    destination,
    warn: (sentence) => void warnings.add(sentence),
    warnings: () => [...warnings],
  }
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

/** A pop-up is closed as soon as it is there, which is too late where nothing else may be asked for. */
async function silencePopups(context: BrowserContext, page: Page): Promise<void> {
  await context.route('**', async (route) => {
    const answer = isOf(page, route.request()) ? route.continue() : route.abort()
    // The request may be gone by now, and its tab with it.
    await answer.catch(() => {})
  })
}

/** Rules by which a browser fetches pages ahead, which it does past everything that looks at its requests. */
const FETCH_NOTHING_AHEAD = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      for (const script of [node, ...(node.querySelectorAll?.('script') ?? [])])
        if (script.localName === 'script' && /^\\s*speculationrules\\s*$/i.test(script.type)) script.remove()
}).observe(document, { childList: true, subtree: true })`

/** The frame of a pop-up may not even be there yet. */
function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return false
  }
}

/** Dialogs are dismissed by Playwright when nobody listens for them. */
function closePopups(context: BrowserContext, page: Page): void {
  context.on('page', (popup) => {
    if (popup !== page) popup.close().catch(() => {})
  })
}

/** An answer belongs to the document once the tab shows it: a download or an empty answer leaves the tab as it was. */
function watchDocument(page: Page, url: string): Pick<OpenTab, 'answer' | 'destination'> {
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
  return { answer: () => shown ?? newest, destination: () => destination }
}

async function disguise(send: CDPSession['send'], visit: Visit, identity: Identity): Promise<void> {
  const { userAgent, platform, hints } = identity
  await send('Emulation.setUserAgentOverride', {
    userAgent,
    acceptLanguage: languagesOf(visit).join(','),
    platform,
    ...(hints && { userAgentMetadata: hints }),
  })
}

/** A cookie of the caller's is one of the visited host alone, so that no redirect takes it elsewhere. */
async function giveCookies(
  context: BrowserContext,
  visit: Visit,
  warn: (sentence: string) => void,
): Promise<void> {
  const { origin } = new URL(visit.url)
  const pairs = (callerHeader(visit, 'cookie') ?? '').split(';').map((pair) => pair.trim())
  const cookies = pairs
    .filter((pair) => pair.indexOf('=') > 0)
    .map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: origin,
    }))
  for (const cookie of cookies) {
    await context
      .addCookies([cookie])
      .catch(() => warn(`The browser does not take the cookie ${cookie.name.slice(0, 100)}.`))
  }
}
