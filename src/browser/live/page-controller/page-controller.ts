import type { Box, UploadFile, Point } from '../../in-page/calls.ts'
import type { LiveDownload } from '../tabs/tabs.ts'
import type { PageView } from '../page-view/page-view.ts'

export type { UploadFile as StageFile, Point } from '../../in-page/calls.ts'

// A page as a person uses it. Refs hold as long as their element is in the page; acting on one that is gone throws a
// `StageError`.
export interface PageController {
  url(): string
  view(signal: AbortSignal): Promise<PageView>
  /** Does one thing, and waits until the page has come to rest. The page is not touched before `ready` settles. */
  act(action: PageAction, signal: AbortSignal, ready?: Promise<unknown>): Promise<void>
  dialogs(): { kind: string; message: string; answered: string }[]
  /** How the next dialogs are to be answered; dismissed unless said otherwise. One that asks for a text gets `text` in any case. */
  setDialogReply(how: { accept: boolean; text?: string }): void
  downloads(): readonly LiveDownload[]
  html(signal: AbortSignal): Promise<string>
  screenshot(signal: AbortSignal, labels?: readonly BoxLabel[]): Promise<Buffer>
  /** How many elements a locator of Playwright finds, and which of them is the one with this ref. */
  match?(ref: string, locator: readonly LocatorStep[], signal: AbortSignal): Promise<LocatorMatch>
}

/** A call that leads from a page, frame or locator to a locator: `{ method: 'getByText', args: ['Save'] }`. */
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
  /** Types into a field; sets a slider, colour or date that is not typed into. */
  | { do: 'fill'; ref: string; value: string }
  /** Types at the caret, key by key. */
  | { do: 'type'; text: string }
  /** A key or chord as Playwright spells it: `Enter`, `Control+a`; `count` times in a row without waiting between. */
  | { do: 'press'; key: string; ref?: string; count?: number }
  /** Options of a `select` by their labels; of a list that takes several, exactly these. */
  | { do: 'select'; ref: string; labels: string[] }
  | { do: 'check'; ref: string; on: boolean }
  /** Selects text of an element (all of it without `text`), as with the mouse. */
  | { do: 'highlight'; ref: string; text?: string }
  | { do: 'drag'; from: string; to: { ref: string } | { at: Point } }
  | { do: 'scroll'; ref?: string; by: Point }
  | { do: 'scrollTo'; ref: string }
  /** Puts files into a file field; `ref` may also be its label or what is around it. */
  | { do: 'upload'; ref: string; files: readonly UploadFile[] }
  | { do: 'goto'; url: string }
  | { do: 'back' }
  | { do: 'forward' }
  | { do: 'reload' }
  | { do: 'wait'; ms: number }
  | { do: 'openTab'; url: string }
  | { do: 'showTab'; tab: string }
  | { do: 'closeTab'; tab: string }

/** `hidden`: the element has no place. `input`: the request itself was wrong. */
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
  override readonly name = 'StageError'
  readonly code: PageControllerErrorCode

  constructor(code: PageControllerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
