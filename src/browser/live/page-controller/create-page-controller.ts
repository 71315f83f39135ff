import { setTimeout as delay } from 'node:timers/promises'
import { anySignal, orAborted } from '../../../concurrency/abort.ts'
import { PAGE_CONTROLLER } from '../../page/reading/page-script.ts'
import { readPage } from '../../page/reading/read-page.ts'
import type { WatchedTab } from '../../page/tab/open-tab.ts'
import type { LiveTabs } from '../tabs/tabs.ts'
import { createWorlds, readView } from '../page-view/read-view.ts'
import { PageControllerError } from './page-controller.ts'
import type { BoxLabel, PageAction, PageController } from './page-controller.ts'
import { performAction } from './perform-action.ts'
import { handleDialogs, createTabIds } from './tabs-and-dialogs.ts'
import { matchLocator } from './click-point.ts'
import { pause } from '../../page/settle.ts'

export function createPageController(tabs: LiveTabs): PageController {
  const worlds = createWorlds()
  const dialogs = handleDialogs(tabs.context)
  const tabIds = createTabIds(tabs)

  /** No page may hold up its caller: one that does not answer in time is an error that says so. */
  async function withTimeLimit<Result>(
    given: AbortSignal,
    maxMs: number,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const late = AbortSignal.timeout(maxMs)
    using signal = anySignal(given, tabs.signal, late)
    try {
      return await orAborted(work(signal), signal)
    } catch (error) {
      given.throwIfAborted()
      throw toControllerError(error, { isLate: late.aborted, isGone: tabs.signal.aborted })
    }
  }

  async function runAction(action: PageAction, signal: AbortSignal, ready?: Promise<unknown>): Promise<void> {
    if (action.do === 'showTab') return tabIds.show(action.tab)
    if (action.do === 'closeTab') return await tabIds.close(action.tab, signal)
    if (action.do === 'openTab') return await openTab(action.url, signal)
    const page = tabs.current()
    try {
      await performAction({ ...(await tabs.tabOf(page)), worlds, signal, ready }, action)
    } catch (error) {
      // What closes its own tab has had its effect.
      if (!page.isClosed() || tabs.signal.aborted) throw error
    }
  }

  async function openTab(url: string, signal: AbortSignal): Promise<void> {
    // Opening it brings it to the front.
    const page = await orAborted(tabs.context.newPage(), signal)
    try {
      await runAction({ do: 'goto', url }, signal)
    } catch (error) {
      await page.close().catch(() => {})
      throw error
    }
  }

  return {
    url: () => tabs.current().url(),
    view: (given) =>
      withTimeLimit(given, READ_MS, async (signal) => {
        const view = await readView(await tabs.tabOf(tabs.current()), worlds)
        return tabs.context.pages().length > 1 ? { ...view, tabs: await tabIds.list(signal) } : view
      }),
    act: (action, given, ready) =>
      withTimeLimit(given, action.do === 'wait' ? action.ms + ACTION_MS : ACTION_MS, async (signal) => {
        if (action.do === 'wait') await runAction(action, signal)
        else await awaitEffect(tabs, () => runAction(action, signal, ready), signal)
      }),
    dialogs: () => dialogs.taken(),
    setDialogReply: (how) => dialogs.setReply(how),
    downloads: () => tabs.downloads(),
    html: (given) =>
      withTimeLimit(given, READ_MS, async () =>
        readPage({ ...(await tabs.tabOf(tabs.current())), warn: () => {} }),
      ),
    match: (ref, locator, given) =>
      withTimeLimit(given, MATCH_MS, async (signal) =>
        matchLocator({ ...(await tabs.tabOf(tabs.current())), worlds, signal }, ref, locator),
      ),
    screenshot: (given, labels = []) =>
      withTimeLimit(given, READ_MS, async () => screenshotOf(await tabs.tabOf(tabs.current()), labels)),
  }
}

async function screenshotOf({ send, reader }: WatchedTab, labels: readonly BoxLabel[]): Promise<Buffer> {
  if (labels.length > 0) await reader.call(PAGE_CONTROLLER, 'drawLabels', labels)
  try {
    return await captureScreenshot(send)
  } finally {
    if (labels.length > 0) await reader.call(PAGE_CONTROLLER, 'removeLabels')
  }
}

const CAPTURE_ATTEMPTS = 5
const CAPTURE_PAUSE_MS = 100

/** Chromium has no picture of a page for the moment in which another one takes its place. */
async function captureScreenshot(send: WatchedTab['send'], attemptsLeft = CAPTURE_ATTEMPTS): Promise<Buffer> {
  const options = { format: 'jpeg', quality: 70, optimizeForSpeed: true } as const
  try {
    const { data } = await send('Page.captureScreenshot', options)
    return Buffer.from(data, 'base64')
  } catch (failure) {
    if (attemptsLeft <= 1) throw failure
    await delay(CAPTURE_PAUSE_MS)
    return await captureScreenshot(send, attemptsLeft - 1)
  }
}

function toControllerError(
  error: unknown,
  { isLate, isGone }: { isLate: boolean; isGone: boolean },
): PageControllerError {
  if (error instanceof PageControllerError) return error
  if (isGone) return new PageControllerError('ended', 'The browser has ended.', { cause: error })
  if (isLate) return new PageControllerError('timeout', 'The page does not answer.', { cause: error })
  const first = String(error instanceof Error ? error.message : error).split('\n', 1)[0]!
  return new PageControllerError('failed', `The page could not be used: ${first.slice(0, 300)}`, {
    cause: error,
  })
}

/** Locators are only compared: a page that is slow to answer is not waited for. */
const MATCH_MS = 2_000
const READ_MS = 15_000
const ACTION_MS = 30_000

// A page begins with it a moment later; then it loads and changes, which the tabs know; things move, which only shows
// in styles; and some pages say that one has to wait.
async function awaitEffect(tabs: LiveTabs, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const readActivity = async () =>
    await tabs
      .tabOf(tabs.current())
      .then(({ reader }) => reader.call(PAGE_CONTROLLER, 'pageActivity'))
      .catch(() => ({ quietMs: 0, stillMs: STILL_MS, busySigns: 0 }))
  // The browser answers in order: the signs are counted before the work begins.
  const before = readActivity()
  await work()
  const doneAt = performance.now()
  await pause(BEGIN_MS, signal)
  await tabs.settle(SETTLE_MS)
  let now = await readActivity()
  // An action that changes nothing at once may do so a moment later, or open a tab.
  if (now.quietMs > performance.now() - doneAt) {
    await pause(LATE_MS, signal)
    await tabs.settle(SETTLE_MS)
    now = await readActivity()
  }
  await until(
    async () => now.stillMs >= STILL_MS || (now = await readActivity()).stillMs >= STILL_MS,
    MOVE_MS,
    signal,
  )
  const { busySigns } = await before
  if (now.busySigns <= busySigns) return
  await until(async () => (await readActivity()).busySigns <= busySigns, BUSY_MS, signal)
  await tabs.settle(SETTLE_MS)
}

async function until(isTrue: () => Promise<boolean>, maxMs: number, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  while (!(await isTrue()) && performance.now() - startedAt < maxMs) await pause(POLL_MS, signal)
}

const BEGIN_MS = 30
const LATE_MS = 90
const SETTLE_MS = 5000
const MOVE_MS = 1000
const BUSY_MS = 4000
const STILL_MS = 30
const POLL_MS = 15
