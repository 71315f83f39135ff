import { orAborted } from '../../concurrency/abort.ts'
import { targetFault } from '../../egress/egress.ts'
import type { ProxyCredential } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { ChromiumProcess } from '../chromium/process/launch.ts'
import type { BrowserNeeds } from '../engine.ts'
import { contextOptions, identityOf, profileStateOf } from '../page/tab/context-options.ts'
import { watchVisit } from '../page/tab/open-tab.ts'
import type { OpenTab } from '../page/tab/open-tab.ts'
import type { Visit } from '../visit.ts'
import { LiveTabs } from './tabs/tabs.ts'
import { browserContextOf, setUpTabs, followDownloads } from './tabs/set-up-tabs.ts'
import type { LiveBrowser, LiveBrowserOptions, OpenLiveBrowser } from './live-browser.ts'
import { createOpenChannel } from './channel/open-channel.ts'
import { createRemote } from './remote/create-remote.ts'
import { createPageController } from './page-controller/create-page-controller.ts'
import { createWatch } from './tabs/watch.ts'
import { loadPage, assertLoaded } from '../page/navigate.ts'
import { loadLazyContent, pause } from '../page/settle.ts'
import { performActions } from '../page/perform-actions.ts'

// However opening or the browser itself ends, nothing is left: the process and folder are the engine's to remove, the
// pass is given back here.
export function createOpenLiveBrowser({ engine, proxy, ads, userAgent }: BrowserNeeds): OpenLiveBrowser {
  return async (options, signal) => {
    await using opening = new AsyncDisposableStack()
    try {
      const { proxyChoice, screen } = options.visit
      const credential = opening.use(proxy.issue({ proxyChoice, maxBytes: MAX_BYTES, screen }))
      const { chromium } = opening.use(await engine.startDedicated(signal))
      const setup = { chromium, credential, proxy, ads, userAgent }
      const live = await orAborted(prepare(options, setup), signal, chromium.ended)
      return { ...live, ...disposeOnEnd(chromium.ended, opening.move()) }
    } catch (error) {
      throw openingFault(error, signal)
    }
  }
}

type LiveSetup = Omit<BrowserNeeds, 'engine'> & { chromium: ChromiumProcess; credential: ProxyCredential }

/** Everything that is opened here is in the process, and ends with it. */
async function prepare(
  { visit: wanted }: LiveBrowserOptions,
  { chromium, credential, proxy, ads, userAgent }: LiveSetup,
): Promise<Omit<LiveBrowser, keyof AsyncDisposable>> {
  const { browser, ended, pipe, pid: processId } = chromium
  if (pipe === undefined) throw new Fault('BROWSER_FAILED', 'The browser cannot be spoken to.')
  const visit: Visit = { ...wanted, url: wanted.url ?? 'about:blank', confinement: undefined }
  const identity = await identityOf(visit, userAgent)
  const refusals = createRefusals()
  const tab = { visit, onBlocked: refusals.block, onWithheld: refusals.withhold, signal: ended }
  const tabsReady = await setUpTabs(chromium, pipe, tab, { credential, ads, identity })
  const context = await browser.newContext({
    ...contextOptions(visit, identity, { server: proxy.server }),
    acceptDownloads: true,
  })
  const page = await context.newPage()
  await tabsReady()
  const browserContextId = await browserContextOf(page)
  const downloads = await followDownloads(chromium, browserContextId)
  const first = await watchVisit({ context, page }, visit, ads, ended)
  const tabs = new LiveTabs({ context, page, signal: ended, first, downloads, opening: tabsReady })
  await authenticateToProxy(first, proxy.authUrl)
  if (wanted.url !== undefined) await orAborted(replay(first, credential), refusals.blocked)

  return {
    processId,
    ended,
    controller: createPageController(tabs),
    remote: createRemote(tabs),
    warnings: first.warnings,
    takeRefusals: refusals.take,
    profileState: () =>
      tabs.ignoringNewPages(() => profileStateOf({ context, signal: ended, warn: first.warn })),
    openChannel: createOpenChannel({ chromium, pipe, credential, browserContextId }),
    watch: createWatch(tabs),
  }
}

const MAX_BYTES = 1024 * 1024 * 1024

// Shows the pass to the gate, which the browser then remembers for the whole context: a window that a page opens
// sends its first request before anybody could answer for it.
async function authenticateToProxy({ send }: OpenTab, authUrl: string): Promise<void> {
  const expression = `fetch(${JSON.stringify(authUrl)}, { mode: 'no-cors', cache: 'no-store' }).then(() => true, () => false)`
  const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true })
  if (result.value !== true) throw new Fault('BROWSER_FAILED', 'The browser does not find its way out.')
}

/** Given back as one, whether the owner wants that or the process has ended by itself. */
function disposeOnEnd(ended: AbortSignal, all: AsyncDisposableStack): AsyncDisposable {
  let ending: Promise<void> | undefined
  const end = () => (ending ??= all.disposeAsync())
  ended.addEventListener('abort', () => void end())
  if (ended.aborted) void end()
  return { [Symbol.asyncDispose]: end }
}

/** The target's failures are what a scrape would say; what the browser itself does not manage is told apart. */
function openingFault(error: unknown, signal: AbortSignal): unknown {
  const fault = targetFault(error, signal, { answered: false })
  if (fault instanceof Fault && fault.code !== 'SCRAPE_ALL_ENGINES_FAILED') return fault
  const why = fault instanceof Fault ? fault.message : 'The browser could not open the page.'
  return new Fault('BROWSER_FAILED', why, { cause: error })
}

/** A page that tries forever must not fill the memory. */
const MAX_KEPT = 20

function createRefusals() {
  const blocked = new AbortController()
  const unreported = new Set<string>()
  const addReason = (why: unknown) => {
    if (why instanceof Fault && unreported.size < MAX_KEPT) unreported.add(why.message)
  }
  return {
    /** Aborts with why a tab was first kept from going somewhere. */
    blocked: blocked.signal,
    block(why: unknown) {
      blocked.abort(why)
      addReason(why)
    },
    withhold(what: 'frame' | 'part', why: Fault) {
      if (what === 'frame') addReason(why)
    },
    take() {
      const reported = [...unreported]
      unreported.clear()
      return reported
    },
  }
}

// Advertisements are blocked as they were, but nothing is taken out of the page: a banner that asks for consent is
// there to be clicked. Actions that only read the page, which also tidies it, are left out for the same reason.
async function replay(tab: OpenTab, credential: ProxyCredential): Promise<void> {
  const actions = tab.visit.actions.filter(({ type }) => !READ_ONLY_ACTIONS.has(type))
  const outcome = await loadPage(tab, credential)
  if (outcome.state === 'file') {
    throw new Fault('CONFLICT', 'The address leads to a file, and not to a page that a session could open.')
  }
  if (outcome.state === 'empty') return
  // What the actions are to find may only be there after scrolling, as it was at the visit.
  if (actions.length > 0) await loadLazyContent(tab)
  await pause(tab.visit.waitForMs, tab.signal)
  await performActions({ ...tab, visit: { ...tab.visit, actions } })
  assertLoaded(tab, credential)
}

const READ_ONLY_ACTIONS = new Set(['screenshot', 'scrape', 'pdf'])
