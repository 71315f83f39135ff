import type {
  BrowserContext,
  ConsoleMessage,
  Dialog,
  Download,
  ElementHandle,
  FileChooser,
  Frame,
  FrameLocator,
  JSHandle,
  Locator,
  Page,
  Request,
  Response,
  Route,
} from 'playwright-core'

/** The kinds of objects a program knows, by the names that Playwright gives them. */
export interface Types {
  Page: Page
  BrowserContext: BrowserContext
  Frame: Frame
  Locator: Locator
  FrameLocator: FrameLocator
  ElementHandle: ElementHandle
  JSHandle: JSHandle
  Request: Request
  Response: Response
  Route: Route
  Dialog: Dialog
  ConsoleMessage: ConsoleMessage
  Download: Download
  FileChooser: FileChooser
}

export type TypeName = keyof Types
