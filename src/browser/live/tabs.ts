import type { BrowserContext, Page } from 'playwright-core'
import { orAborted } from '../../work/abort.ts'
import { settle } from '../page/settle.ts'
import type { Rests } from '../page/settle.ts'
import { watchTab } from '../page/watch-tab.ts'
import type { WatchedTab } from '../page/watch-tab.ts'
import { isOpenAddress } from '../page/addresses.ts'

/** The tabs of a live browser. A tab that opens comes to the front; when the one in front closes, the one before does. */
export interface LiveTabs {
  readonly context: BrowserContext
  /** The page in front; there is always one. */
  current(): Page
  bringToFront(page: Page): void
  /** Waits until the page in front has come to rest after something was done, no longer than `maxMs`. */
  settle(maxMs: number): Promise<void>
  /** Files that the page has given so far, newest last; each is kept within the session and bounded. */
  downloads(): readonly LiveDownload[]
  /** Aborts when the browser is gone. */
  readonly signal: AbortSignal
}

export interface LiveDownload {
  url: string
  name: string
  sizeBytes: number | undefined
  state: 'running' | 'done' | 'failed'
}

interface LiveTabsNeeds {
  context: BrowserContext
  /** The first page, which is in front. */
  page: Page
  /** Aborts when the browser is gone. */
  signal: AbortSignal
  /** Makes a tab ready that has opened; by itself it is only watched. */
  ready?: (page: Page) => Promise<WatchedTab>
  downloads?: () => readonly LiveDownload[]
  /** Settles when every tab that has begun to open is there. */
  opening?: () => Promise<unknown>
}

/** The tabs of a live browser, with what those who own the browser need besides. */
export interface OwnTabs extends LiveTabs {
  /** Hears of it whenever another page is in front; the function that is given back stops that. */
  onFront(hear: () => void): () => void
  /** The tab of a page, once it is ready. */
  tabOf(page: Page): Promise<WatchedTab>
  /** Leaves pages alone that open meanwhile, unless they outlast it. */
  quietly<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Follows the tabs of a context: whichever opens is made ready, and comes to the front. */
export function createLiveTabs({ context, page: first, signal, ...needs }: LiveTabsNeeds): OwnTabs {
  const { ready = (page) => watchTab(context, page, signal), downloads = () => [], opening } = needs
  /** Those in the back first. */
  let order: Page[] = []
  let front = first
  let quiet = 0
  const tabs = new Map<Page, Promise<WatchedTab>>()
  const listeners = new Set<() => void>()

  function bringToFront(page: Page): void {
    if (page.isClosed()) return
    order = [...order.filter((one) => one !== page), page]
    if (front === page) return
    front = page
    for (const hear of listeners) hear()
  }

  function adopt(page: Page): void {
    if (tabs.has(page) || page.isClosed()) return
    if (tabs.size >= MOST_TABS) return void page.close().catch(() => {})
    const tab = ready(page)
    // A tab may be gone before it is ready.
    tab.catch(() => {})
    tabs.set(page, tab)
    page.once('close', () => leave(page))
    // A page that crashed shows nothing any more, and takes nothing.
    page.once('crash', () => void page.close().catch(() => {}))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) leaveForbidden(page)
    })
    leaveForbidden(page)
    bringToFront(page)
  }

  function leave(page: Page): void {
    tabs.delete(page)
    order = order.filter((one) => one !== page)
    if (front !== page || signal.aborted) return
    const next = order.at(-1)
    if (next !== undefined) bringToFront(next)
    // Its opening brings it to the front; that fails only when the browser is gone.
    else context.newPage().catch(() => {})
  }

  function tabOf(page: Page): Promise<WatchedTab> {
    return tabs.get(page) ?? Promise.reject(new Error('The tab is closed.'))
  }

  context.on('page', (page) => {
    if (quiet === 0) adopt(page)
  })
  adopt(first)

  return {
    context,
    signal,
    downloads,
    bringToFront,
    tabOf,
    current: () => front,
    async settle(maxMs) {
      const deadline = AbortSignal.timeout(maxMs)
      if (opening) await orAborted(opening(), signal, deadline).catch(() => {})
      await settleTab(tabOf(front), maxMs, signal, deadline)
    },
    onFront(hear) {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    async quietly(work) {
      quiet += 1
      try {
        return await work()
      } finally {
        quiet -= 1
        if (quiet === 0) for (const page of context.pages()) adopt(page)
      }
    },
  }
}

/** A page that does not answer, because a dialog is open or it has closed, does not come to rest. */
async function settleTab(
  opening: Promise<WatchedTab>,
  maxMs: number,
  signal: AbortSignal,
  deadline: AbortSignal,
): Promise<void> {
  const tab = await orAborted(opening, signal, deadline).catch(() => undefined)
  if (tab) await orAborted(settle(tab, maxMs, AFTER_A_DEED), signal, deadline).catch(() => {})
  signal.throwIfAborted()
}

/** The last wall: wherever a tab got to, it shows nothing of this machine or of the browser itself. */
function leaveForbidden(page: Page): void {
  if (isOpenAddress(page.url())) return
  page.goto('about:blank').catch(() => page.close().catch(() => {}))
}

/** Windows that are opened beyond that are closed at once. */
const MOST_TABS = 20

/** The content is there already; what a deed changes begins to change soon after it. */
const AFTER_A_DEED: Rests = { none: 400, little: 30, enough: 30 }
