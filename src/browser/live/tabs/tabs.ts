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
  /** That of the first page, where it is watched already. */
  first?: WatchedTab
  downloads?: () => readonly LiveDownload[]
  /** Settles when every tab that has begun to open is there. */
  opening?: () => Promise<unknown>
}

export class LiveTabs {
  readonly context: BrowserContext
  readonly signal: AbortSignal
  readonly downloads: () => readonly LiveDownload[]
  readonly #opening: (() => Promise<unknown>) | undefined
  /** Those in the back first. */
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
    // A page that does not answer, because a dialog is open or it has closed, does not come to rest.
    if (tab) await orAborted(settle(tab, maxMs, AFTER_ACTION), signal, deadline).catch(() => {})
    signal.throwIfAborted()
  }

  /** Leaves pages alone that open meanwhile, unless they outlast it. */
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
    // A tab may be gone before it is ready.
    tab.catch(() => {})
    this.#tabs.set(page, tab)
    page.once('close', () => this.#leave(page))
    // A page that crashed shows nothing any more, and takes nothing.
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
    // Its opening brings it to the front; that fails only when the browser is gone.
    else this.context.newPage().catch(() => {})
  }
}

/** The last wall: wherever a tab got to, it shows nothing of this machine or of the browser itself. */
function leaveForbidden(page: Page): void {
  if (isAllowedUrl(page.url())) return
  page.goto('about:blank').catch(() => page.close().catch(() => {}))
}

const MAX_TABS = 20

/** The content is there already; what a deed changes begins to change soon after it. */
const AFTER_ACTION: QuietPeriods = { none: 400, little: 30, enough: 30 }
