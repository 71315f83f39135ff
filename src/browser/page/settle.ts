import { setTimeout as delay } from 'node:timers/promises'
import type { PageState, Scrolled } from '../in-page/calls.ts'
import { READING } from './reading/page-script.ts'
import type { OpenTab, WatchedTab } from './tab/open-tab.ts'

/** How long a page must be quiet to count as finished, by its amount of content. */
export type QuietPeriods = Record<PageState['content'], number>

interface SettlingTab extends Pick<WatchedTab, 'reader' | 'requests' | 'signal'> {
  /** True when the rest of the page will never arrive. */
  isCutOff?(): boolean
  warn?(sentence: string): void
}

// Quiet means: loaded, no relevant request, no change for a moment. A page that never becomes quiet is used
// as it is after `maxMs`.
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
  // Anything that still changes now never stops: a clock, a ticker, polling.
  if (!willRefresh(state) && loadedMs > RESTLESS_MS && requests.count() <= FEW_REQUESTS) return true
  const restMs = willRefresh(state) ? state.refreshMs + quietPeriods.none : quietPeriods[state.content]
  return requests.count() === 0 && Math.min(state.quietMs, requests.quietMs()) >= restMs
}

/** A refresh in the distant future is for readers who stay. */
function willRefresh(state: PageState): state is PageState & { refreshMs: number } {
  return state.refreshMs !== undefined && state.refreshMs <= MAX_REFRESH_MS
}

const POLL_MS = 15
/** The less content there is, the more is likely to come. */
const DEFAULT_QUIET_PERIODS: QuietPeriods = { none: 1200, little: 400, enough: 120 }
const RESTLESS_MS = 2500
const FEW_REQUESTS = 2
const MAX_REFRESH_MS = 5000

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
  signal.throwIfAborted()
}

// Many pages load pictures and further entries only when scrolled. If scrolling to the end changes nothing,
// the steps in between are skipped.
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
  // The page is notified with its next frame.
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
