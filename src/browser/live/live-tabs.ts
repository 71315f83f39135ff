import type { BrowserContext, Page } from 'playwright-core'

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
