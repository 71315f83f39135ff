import { orAborted } from '../../concurrency/abort.ts'
import { targetFault } from '../../egress/egress.ts'
import type { Pass } from '../../egress/egress.ts'
import { Fault } from '../../fault.ts'
import type { ChromiumProcess } from '../chromium/process/launch.ts'
import type { BrowserNeeds } from '../engine.ts'
import { contextOptions, identityOf, profileStateOf } from '../page/tab/context-options.ts'
import { followVisit } from '../page/tab/open-tab.ts'
import type { OpenTab } from '../page/tab/open-tab.ts'
import type { Visit } from '../visit.ts'
import { LiveTabs } from './tabs/tabs.ts'
import { browserContextOf, equipTabs, followDownloads } from './tabs/equip-tabs.ts'
import type { LiveBrowser, LiveWish, OpenLiveBrowser } from './live-browser.ts'
import { createOpenChannel } from './channel/open-channel.ts'
import { createRemote } from './remote/run.ts'
import { createStage } from './stage/create-stage.ts'
import { createWatch } from './tabs/watch.ts'
import { arrive, assertPassed } from '../page/navigate.ts'
import { loadLazyContent, pause } from '../page/settle.ts'
import { performActions } from '../page/perform-actions.ts'

// However opening or the browser itself ends, nothing is left: the process and folder are the engine's to remove, the
// pass is given back here.
export function createOpenLiveBrowser({ engine, gate, ads, userAgent }: BrowserNeeds): OpenLiveBrowser {
  return async (wish, signal) => {
    await using opening = new AsyncDisposableStack()
    try {
      const { way, screen } = wish.visit
      const pass = opening.use(gate.issue({ way, maxBytes: MAX_BYTES, screen }))
      const { chromium } = opening.use(await engine.own(signal))
      const setting = { chromium, pass, gate, ads, userAgent }
      const live = await orAborted(prepare(wish, setting), signal, chromium.ended)
      return { ...live, ...endingWith(chromium.ended, opening.move()) }
    } catch (error) {
      throw openingFault(error, signal)
    }
  }
}

type Setting = Omit<BrowserNeeds, 'engine'> & { chromium: ChromiumProcess; pass: Pass }

/** Everything that is opened here is in the process, and ends with it. */
async function prepare(
  { visit: wanted }: LiveWish,
  { chromium, pass, gate, ads, userAgent }: Setting,
): Promise<Omit<LiveBrowser, keyof AsyncDisposable>> {
  const { browser, ended, pipe, pid: processId } = chromium
  if (pipe === undefined) throw new Fault('BROWSER_FAILED', 'The browser cannot be spoken to.')
  const visit: Visit = { ...wanted, url: wanted.url ?? 'about:blank', confinement: undefined }
  const identity = await identityOf(visit, userAgent)
  const refusals = createRefusals()
  const tab = { visit, onStray: refusals.stray, onWithheld: refusals.withhold, signal: ended }
  const equipped = await equipTabs(chromium, pipe, tab, { pass, ads, identity })
  const context = await browser.newContext({
    ...contextOptions(visit, identity, { server: gate.server }),
    acceptDownloads: true,
  })
  const page = await context.newPage()
  await equipped()
  const browserContextId = await browserContextOf(page)
  const downloads = await followDownloads(chromium, browserContextId)
  const first = await followVisit({ context, page }, visit, ads, ended)
  const tabs = new LiveTabs({ context, page, signal: ended, first, downloads, opening: equipped })
  await greet(first, gate.greeting)
  if (wanted.url !== undefined) await orAborted(replay(first, pass), refusals.strayed)

  return {
    processId,
    ended,
    stage: createStage(tabs),
    remote: createRemote(tabs),
    warnings: first.warnings,
    takeRefusals: refusals.take,
    profileState: () => tabs.quietly(() => profileStateOf({ context, signal: ended, warn: first.warn })),
    openChannel: createOpenChannel({ chromium, pipe, pass, browserContextId }),
    watch: createWatch(tabs),
  }
}

const MAX_BYTES = 1024 * 1024 * 1024

// Shows the pass to the gate, which the browser then remembers for the whole context: a window that a page opens
// sends its first request before anybody could answer for it.
async function greet({ send }: OpenTab, greeting: string): Promise<void> {
  const expression = `fetch(${JSON.stringify(greeting)}, { mode: 'no-cors', cache: 'no-store' }).then(() => true, () => false)`
  const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true })
  if (result.value !== true) throw new Fault('BROWSER_FAILED', 'The browser does not find its way out.')
}

/** Given back as one, whether the owner wants that or the process has ended by itself. */
function endingWith(ended: AbortSignal, all: AsyncDisposableStack): AsyncDisposable {
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
const MOST_KEPT = 20

function createRefusals() {
  const strayed = new AbortController()
  const untold = new Set<string>()
  const note = (why: unknown) => {
    if (why instanceof Fault && untold.size < MOST_KEPT) untold.add(why.message)
  }
  return {
    /** Aborts with why a tab was first kept from going somewhere. */
    strayed: strayed.signal,
    stray(why: unknown) {
      strayed.abort(why)
      note(why)
    },
    withhold(what: 'frame' | 'part', why: Fault) {
      if (what === 'frame') note(why)
    },
    take() {
      const told = [...untold]
      untold.clear()
      return told
    },
  }
}

// Advertisements are blocked as they were, but nothing is taken out of the page: a banner that asks for consent is
// there to be clicked. Actions that only read the page, which also tidies it, are left out for the same reason.
async function replay(tab: OpenTab, pass: Pass): Promise<void> {
  const actions = tab.visit.actions.filter(({ type }) => !READING.has(type))
  const landing = await arrive(tab, pass)
  if (landing.state === 'file') {
    throw new Fault('CONFLICT', 'The address leads to a file, and not to a page that a session could open.')
  }
  if (landing.state === 'empty') return
  // What the actions are to find may only be there after scrolling, as it was at the visit.
  if (actions.length > 0) await loadLazyContent(tab)
  await pause(tab.visit.waitForMs, tab.signal)
  await performActions({ ...tab, visit: { ...tab.visit, actions } })
  assertPassed(tab, pass)
}

const READING = new Set(['screenshot', 'scrape', 'pdf'])
