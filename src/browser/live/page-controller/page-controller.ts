import type { Box, UploadFile, Point } from '../../in-page/calls.ts'
import type { LiveDownload } from '../tabs/tabs.ts'
import type { PageView } from '../page-view/page-view.ts'

export type { UploadFile as StageFile, Point } from '../../in-page/calls.ts'

// A page as a person uses it. A ref is valid as long as its element is in the page; acting on one that is
// gone throws a `PageControllerError`.
export interface PageController {
  url(): string
  view(signal: AbortSignal): Promise<PageView>
  /**
   * Performs one action, and waits until the page is quiet. The page is not touched before `ready` settles.
   */
  act(action: PageAction, signal: AbortSignal, ready?: Promise<unknown>): Promise<void>
  dialogs(): { kind: string; message: string; answered: string }[]
  /** The reply to the next dialogs; by default they are dismissed. A prompt gets `text` in any case. */
  setDialogReply(how: { accept: boolean; text?: string }): void
  downloads(): readonly LiveDownload[]
  html(signal: AbortSignal): Promise<string>
  screenshot(signal: AbortSignal, labels?: readonly BoxLabel[]): Promise<Buffer>
  /** The number of elements that a Playwright locator finds, and the index of the one with this ref. */
  match?(ref: string, locator: readonly LocatorStep[], signal: AbortSignal): Promise<LocatorMatch>
}

/** A call from a page, frame or locator to a locator: `{ method: 'getByText', args: ['Save'] }`. */
export interface LocatorStep {
  method: string
  args: readonly (string | number | Readonly<Record<string, string | boolean>>)[]
}

export interface LocatorMatch {
  count: number
  /** -1 when the element is not among them. */
  at: number
}

export interface BoxLabel {
  label: string
  box: Box
}

export type PageAction =
  | { do: 'click'; ref: string; button?: 'right'; count?: number }
  | { do: 'clickAt'; at: Point }
  | { do: 'hover'; ref: string }
  /** Types into a field, or sets a slider, colour or date. */
  | { do: 'fill'; ref: string; value: string }
  /** Types at the caret, key by key. */
  | { do: 'type'; text: string }
  /**
   * A key or chord in Playwright's spelling: `Enter`, `Control+a`; pressed `count` times without waiting in
   * between.
   */
  | { do: 'press'; key: string; ref?: string; count?: number }
  /** Options of a `select` by their labels; in a multiple list exactly these. */
  | { do: 'select'; ref: string; labels: string[] }
  | { do: 'check'; ref: string; on: boolean }
  /** Selects text of an element, or all of it without `text`, as with the mouse. */
  | { do: 'highlight'; ref: string; text?: string }
  | { do: 'drag'; from: string; to: { ref: string } | { at: Point } }
  | { do: 'scroll'; ref?: string; by: Point }
  | { do: 'scrollTo'; ref: string }
  /** Puts files into a file field; `ref` may also be its label or its container. */
  | { do: 'upload'; ref: string; files: readonly UploadFile[] }
  | { do: 'goto'; url: string }
  | { do: 'back' }
  | { do: 'forward' }
  | { do: 'reload' }
  | { do: 'wait'; ms: number }
  | { do: 'openTab'; url: string }
  | { do: 'showTab'; tab: string }
  | { do: 'closeTab'; tab: string }

/** `hidden`: the element has no position. `input`: the request itself is invalid. */
export type PageControllerErrorCode =
  | 'gone'
  | 'covered'
  | 'disabled'
  | 'hidden'
  | 'input'
  | 'navigation'
  | 'timeout'
  | 'ended'
  | 'failed'

export class PageControllerError extends Error {
  override readonly name = 'PageControllerError'
  readonly code: PageControllerErrorCode

  constructor(code: PageControllerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
