import { setTimeout as delay } from 'node:timers/promises'
import { firstOf, orAborted } from '../../../concurrency/abort.ts'
import { STAGE } from '../../page/reading/page-script.ts'
import { readPage } from '../../page/reading/read-page.ts'
import type { WatchedTab } from '../../page/tab/open-tab.ts'
import type { LiveTabs } from '../tabs/tabs.ts'
import { createWorlds, readView } from '../look/read-view.ts'
import { StageError } from './stage.ts'
import type { BoxLabel, Deed, Stage } from './stage.ts'
import { perform } from './deeds.ts'
import { answerDialogs, nameTabs } from './tabs.ts'
import { matchLocator } from './aim.ts'
import { pause } from '../../page/settle.ts'

export function createStage(tabs: LiveTabs): Stage {
  const worlds = createWorlds()
  const dialogs = answerDialogs(tabs.context)
  const named = nameTabs(tabs)

  /** No page may hold up its caller: one that does not answer in time is an error that says so. */
  async function bounded<Result>(
    given: AbortSignal,
    maxMs: number,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const late = AbortSignal.timeout(maxMs)
    using signal = firstOf(given, tabs.signal, late)
    try {
      return await orAborted(work(signal), signal)
    } catch (error) {
      given.throwIfAborted()
      throw asStageError(error, { isLate: late.aborted, isGone: tabs.signal.aborted })
    }
  }

  async function carryOut(deed: Deed, signal: AbortSignal, ready?: Promise<unknown>): Promise<void> {
    if (deed.do === 'showTab') return named.show(deed.tab)
    if (deed.do === 'closeTab') return await named.close(deed.tab, signal)
    if (deed.do === 'openTab') return await openTab(deed.url, signal)
    const page = tabs.current()
    try {
      await perform({ ...(await tabs.tabOf(page)), worlds, signal, ready }, deed)
    } catch (error) {
      // What closes its own tab has had its effect.
      if (!page.isClosed() || tabs.signal.aborted) throw error
    }
  }

  async function openTab(url: string, signal: AbortSignal): Promise<void> {
    // Opening it brings it to the front.
    const page = await orAborted(tabs.context.newPage(), signal)
    try {
      await carryOut({ do: 'goto', url }, signal)
    } catch (error) {
      await page.close().catch(() => {})
      throw error
    }
  }

  return {
    url: () => tabs.current().url(),
    look: (given) =>
      bounded(given, LOOK_MS, async (signal) => {
        const view = await readView(await tabs.tabOf(tabs.current()), worlds)
        return tabs.context.pages().length > 1 ? { ...view, tabs: await named.list(signal) } : view
      }),
    act: (deed, given, ready) =>
      bounded(given, deed.do === 'wait' ? deed.ms + DEED_MS : DEED_MS, async (signal) => {
        if (deed.do === 'wait') await carryOut(deed, signal)
        else await awaitEffect(tabs, () => carryOut(deed, signal, ready), signal)
      }),
    dialogs: () => dialogs.taken(),
    answerDialogs: (how) => dialogs.answer(how),
    downloads: () => tabs.downloads(),
    html: (given) =>
      bounded(given, LOOK_MS, async () =>
        readPage({ ...(await tabs.tabOf(tabs.current())), warn: () => {} }),
      ),
    match: (ref, locator, given) =>
      bounded(given, MATCH_MS, async (signal) =>
        matchLocator({ ...(await tabs.tabOf(tabs.current())), worlds, signal }, ref, locator),
      ),
    picture: (given, labels = []) =>
      bounded(given, LOOK_MS, async () => pictureOf(await tabs.tabOf(tabs.current()), labels)),
  }
}

async function pictureOf({ send, reader }: WatchedTab, labels: readonly BoxLabel[]): Promise<Buffer> {
  if (labels.length > 0) await reader.call(STAGE, 'drawLabels', labels)
  try {
    return await captured(send)
  } finally {
    if (labels.length > 0) await reader.call(STAGE, 'removeLabels')
  }
}

const CAPTURE_ATTEMPTS = 5
const CAPTURE_PAUSE_MS = 100

/** Chromium has no picture of a page for the moment in which another one takes its place. */
async function captured(send: WatchedTab['send'], attemptsLeft = CAPTURE_ATTEMPTS): Promise<Buffer> {
  const wish = { format: 'jpeg', quality: 70, optimizeForSpeed: true } as const
  try {
    const { data } = await send('Page.captureScreenshot', wish)
    return Buffer.from(data, 'base64')
  } catch (failure) {
    if (attemptsLeft <= 1) throw failure
    await delay(CAPTURE_PAUSE_MS)
    return await captured(send, attemptsLeft - 1)
  }
}

function asStageError(error: unknown, { isLate, isGone }: { isLate: boolean; isGone: boolean }): StageError {
  if (error instanceof StageError) return error
  if (isGone) return new StageError('ended', 'The browser has ended.', { cause: error })
  if (isLate) return new StageError('timeout', 'The page does not answer.', { cause: error })
  const first = String(error instanceof Error ? error.message : error).split('\n', 1)[0]!
  return new StageError('failed', `The page could not be used: ${first.slice(0, 300)}`, { cause: error })
}

/** Locators are only compared: a page that is slow to answer is not waited for. */
const MATCH_MS = 2_000
const LOOK_MS = 15_000
const DEED_MS = 30_000

// A page begins with it a moment later; then it loads and changes, which the tabs know; things move, which only shows
// in styles; and some pages say that one has to wait.
async function awaitEffect(tabs: LiveTabs, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const calm = async () =>
    await tabs
      .tabOf(tabs.current())
      .then(({ reader }) => reader.call(STAGE, 'calm'))
      .catch(() => ({ quietMs: 0, stillMs: STILL_MS, busySigns: 0 }))
  // The browser answers in order: the signs are counted before the work begins.
  const before = calm()
  await work()
  const doneAt = performance.now()
  await pause(BEGIN_MS, signal)
  await tabs.settle(SETTLE_MS)
  let now = await calm()
  // An action that changes nothing at once may do so a moment later, or open a tab.
  if (now.quietMs > performance.now() - doneAt) {
    await pause(LATE_MS, signal)
    await tabs.settle(SETTLE_MS)
    now = await calm()
  }
  await until(
    async () => now.stillMs >= STILL_MS || (now = await calm()).stillMs >= STILL_MS,
    MOVE_MS,
    signal,
  )
  const { busySigns } = await before
  if (now.busySigns <= busySigns) return
  await until(async () => (await calm()).busySigns <= busySigns, BUSY_MS, signal)
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
