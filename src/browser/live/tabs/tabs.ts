import type { BrowserContext, Page } from 'playwright-core'
import { orAborted } from '../../../concurrency/abort.ts'
import { settle } from '../../page/settle.ts'
import type { QuietPeriods } from '../../page/settle.ts'
import { watchTab } from '../../page/tab/open-tab.ts'
import type { WatchedTab } from '../../page/tab/open-tab.ts'
import { isAllowedUrl } from '../../page/tab/allowed-url.ts'

export interface LiveDownload {
  url: string
  name: string
  sizeBytes: number | undefined
  state: 'running' | 'done' | 'failed'
}

interface LiveTabsNeeds {
  context: BrowserContext
  page: Page
  signal: AbortSignal
  /** The watched tab of the first page, if it exists already. */
  first?: WatchedTab
  downloads?: () => readonly LiveDownload[]
  /** Settles when every tab that is opening is ready. */
  opening?: () => Promise<unknown>
}

export class LiveTabs {
  readonly context: BrowserContext
  readonly signal: AbortSignal
  readonly downloads: () => readonly LiveDownload[]
  readonly #opening: (() => Promise<unknown>) | undefined
  /** From back to front. */
  readonly #tabs = new Map<Page, Promise<WatchedTab>>()
  readonly #listeners = new Set<() => void>()
  #front: Page
  #quiet = 0

  constructor({ context, page, signal, first, downloads = () => [], opening }: LiveTabsNeeds) {
    this.context = context
    this.signal = signal
    this.downloads = downloads
    this.#opening = opening
    this.#front = page
    context.on('page', (fresh) => {
      if (this.#quiet === 0) this.#adopt(fresh)
    })
    this.#adopt(page, first)
  }

  current(): Page {
    return this.#front
  }

  bringToFront(page: Page): void {
    const tab = this.#tabs.get(page)
    if (tab === undefined || page.isClosed()) return
    this.#tabs.delete(page)
    this.#tabs.set(page, tab)
    if (this.#front === page) return
    this.#front = page
    for (const listener of this.#listeners) listener()
  }

  onFrontChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  tabOf(page: Page): Promise<WatchedTab> {
    return this.#tabs.get(page) ?? Promise.reject(new Error('The tab is closed.'))
  }

  async settle(maxMs: number): Promise<void> {
    const { signal } = this
    const deadline = AbortSignal.timeout(maxMs)
    if (this.#opening) await orAborted(this.#opening(), signal, deadline).catch(() => {})
    const tab = await orAborted(this.tabOf(this.#front), signal, deadline).catch(() => undefined)
    // A page that does not respond, because of a dialog or because it closed, never becomes quiet.
    if (tab) await orAborted(settle(tab, maxMs, AFTER_ACTION), signal, deadline).catch(() => {})
    signal.throwIfAborted()
  }

  /** Ignores pages that open during the work, unless they remain open after it. */
  async ignoringNewPages<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#quiet += 1
    try {
      return await work()
    } finally {
      this.#quiet -= 1
      if (this.#quiet === 0) for (const page of this.context.pages()) this.#adopt(page)
    }
  }

  #adopt(page: Page, known?: WatchedTab): void {
    if (this.#tabs.has(page) || page.isClosed()) return
    if (this.#tabs.size >= MAX_TABS) return void page.close().catch(() => {})
    const tab = known ? Promise.resolve(known) : watchTab(this.context, page, this.signal)
    // A tab may close before it is ready.
    tab.catch(() => {})
    this.#tabs.set(page, tab)
    page.once('close', () => this.#leave(page))
    // A crashed page neither shows nor accepts anything.
    page.once('crash', () => void page.close().catch(() => {}))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) leaveForbidden(page)
    })
    leaveForbidden(page)
    this.bringToFront(page)
  }

  #leave(page: Page): void {
    this.#tabs.delete(page)
    if (this.#front !== page || this.signal.aborted) return
    const next = [...this.#tabs.keys()].at(-1)
    if (next !== undefined) this.bringToFront(next)
    // Opening a tab brings it to the front. It fails only when the browser has ended.
    else this.context.newPage().catch(() => {})
  }
}

/** The last barrier: no tab may show this machine's files or the browser's own pages. */
function leaveForbidden(page: Page): void {
  if (isAllowedUrl(page.url())) return
  page.goto('about:blank').catch(() => page.close().catch(() => {}))
}

const MAX_TABS = 20

/** The content is loaded; effects of an action start soon after it. */
const AFTER_ACTION: QuietPeriods = { none: 400, little: 30, enough: 30 }
