import { setTimeout as delay } from 'node:timers/promises'
import type { PageState, Scrolled } from '../in-page/calls.ts'
import { READING } from './reading/page-script.ts'
import type { OpenTab, WatchedTab } from './tab/open-tab.ts'

/** How long nothing may happen for a page to be finished, by how much there is to read. */
export type QuietPeriods = Record<PageState['content'], number>

interface SettlingTab extends Pick<WatchedTab, 'reader' | 'requests' | 'signal'> {
  /** Whether the rest of the page will never come. */
  isCutOff?(): boolean
  warn?(sentence: string): void
}

// At rest is: loaded, no request that matters, no change for a moment. A page that never rests is as ready as it gets
// after `maxMs`.
export async function settle(
  tab: SettlingTab,
  maxMs: number,
  quietPeriods: QuietPeriods = DEFAULT_QUIET_PERIODS,
): Promise<PageState> {
  const startedAt = performance.now()
  let loadedAt: number | undefined
  for (;;) {
    const state = await tab.reader.call(READING, 'state')
    const waitedMs = performance.now() - startedAt
    loadedAt = state.ready === 'complete' ? (loadedAt ?? performance.now()) : undefined
    const loadedMs = loadedAt === undefined ? 0 : performance.now() - loadedAt
    if (tab.isCutOff?.() || isSettled(state, tab.requests, { loadedMs, quietPeriods })) return state
    if (waitedMs > maxMs) {
      if (state.ready === 'loading') tab.warn?.('The page was still loading when it was read.')
      return state
    }
    await pause(POLL_MS, tab.signal)
  }
}

function isSettled(
  state: PageState,
  requests: SettlingTab['requests'],
  { loadedMs, quietPeriods }: { loadedMs: number; quietPeriods: QuietPeriods },
): boolean {
  if (state.ready !== 'complete') return false
  // What still moves now moves for ever: a clock, a ticker, a page that asks for news.
  if (!willRefresh(state) && loadedMs > RESTLESS_MS && requests.count() <= FEW_REQUESTS) return true
  const restMs = willRefresh(state) ? state.refreshMs + quietPeriods.none : quietPeriods[state.content]
  return requests.count() === 0 && Math.min(state.quietMs, requests.quietMs()) >= restMs
}

/** A refresh that is far away is for readers who stay. */
function willRefresh(state: PageState): state is PageState & { refreshMs: number } {
  return state.refreshMs !== undefined && state.refreshMs <= MAX_REFRESH_MS
}

const POLL_MS = 15
/** The less there is to read, the more is likely to come. */
const DEFAULT_QUIET_PERIODS: QuietPeriods = { none: 1200, little: 400, enough: 120 }
const RESTLESS_MS = 2500
const FEW_REQUESTS = 2
const MAX_REFRESH_MS = 5000

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
  signal.throwIfAborted()
}

// Many pages load their pictures and further entries only when scrolled. One that does not react to its end is not
// gone through step by step.
export async function loadLazyContent(tab: OpenTab): Promise<void> {
  const top = await scrollTo(tab, 0)
  if (top.isAtEnd) return
  const startedAt = performance.now()
  const end = top.hasLazy ? top : await scrollToEnd(tab, top)
  if (end.hasLazy || end.screens > top.screens || tab.requests.count() > 0) {
    for (let screen = 1; screen < MAX_SCREENS && performance.now() - startedAt < MAX_MS; screen++) {
      const { isAtEnd } = await scrollTo(tab, screen)
      await pause(STEP_MS, tab.signal)
      if (isAtEnd && tab.requests.count() === 0) break
    }
    await settle(tab, SETTLE_MS)
  }
  await scrollTo(tab, 0)
  // The page hears of it with its next frame.
  await pause(STEP_MS, tab.signal)
}

async function scrollToEnd(tab: OpenTab, { screens }: Scrolled): Promise<Scrolled> {
  await scrollTo(tab, screens)
  await pause(STEP_MS, tab.signal)
  return await scrollTo(tab, screens)
}

async function scrollTo(tab: OpenTab, screen: number): Promise<Scrolled> {
  return await tab.reader.call(READING, 'scrollTo', screen)
}

const MAX_SCREENS = 25
const MAX_MS = 3000
const STEP_MS = 40
const SETTLE_MS = 2000
