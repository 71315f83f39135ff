import type { Frame } from 'playwright-core'
import type { RemoteValue } from '../remote.ts'
import { withoutPass } from './gate-pass.ts'
import { tellValue } from './tell-value.ts'
import type { TypeName, Types } from './types.ts'

/** Gives an object its number. */
type Numbered = (object: object, type: TypeName) => number

type Now = Record<string, RemoteValue>

/** How many frames of a page a program is told of. */
const MAX_FRAMES = 200

/** What the methods of an object answer that are no promises. */
export const NOW: { [Name in TypeName]: (object: Types[Name], numbered: Numbered) => Now } = {
  BrowserContext: (context, numbered) => ({
    pages: context.pages().map((page) => refer(page, 'Page', numbered)),
  }),
  Page: (page, numbered) => ({
    url: page.url(),
    isClosed: page.isClosed(),
    viewportSize: tellValue(page.viewportSize()),
    context: refer(page.context(), 'BrowserContext', numbered),
    mainFrame: refer(page.mainFrame(), 'Frame', numbered),
    frames: frames(page.frames(), numbered),
  }),
  Frame: (frame, numbered) => ({
    url: frame.url(),
    name: frame.name(),
    isDetached: frame.isDetached(),
    page: refer(frame.page(), 'Page', numbered),
    parentFrame: refer(frame.parentFrame(), 'Frame', numbered),
    childFrames: frames(frame.childFrames(), numbered),
  }),
  Locator: () => ({}),
  FrameLocator: () => ({}),
  ElementHandle: (handle) => ({ toString: handle.toString() }),
  JSHandle: (handle) => ({ toString: handle.toString().slice(0, 1_000) }),
  Request: (request, numbered) => ({
    url: request.url(),
    method: request.method(),
    headers: tellValue(withoutPass(request.headers())),
    postData: postData(request),
    resourceType: request.resourceType(),
    isNavigationRequest: request.isNavigationRequest(),
    failure: tellValue(request.failure()),
    redirectedFrom: refer(request.redirectedFrom(), 'Request', numbered),
    frame: refer(
      attempt(() => request.frame()),
      'Frame',
      numbered,
    ),
  }),
  Response: (response, numbered) => ({
    url: response.url(),
    status: response.status(),
    statusText: response.statusText(),
    ok: response.ok(),
    headers: tellValue(response.headers()),
    fromServiceWorker: response.fromServiceWorker(),
    request: refer(response.request(), 'Request', numbered),
    frame: refer(
      attempt(() => response.frame()),
      'Frame',
      numbered,
    ),
  }),
  Route: (route, numbered) => ({ request: refer(route.request(), 'Request', numbered) }),
  Dialog: (dialog, numbered) => ({
    type: dialog.type(),
    message: dialog.message(),
    defaultValue: dialog.defaultValue(),
    page: refer(dialog.page(), 'Page', numbered),
  }),
  ConsoleMessage: (message, numbered) => ({
    type: message.type(),
    text: message.text().slice(0, MAX_TEXT),
    location: tellValue(message.location()),
    page: refer(message.page(), 'Page', numbered),
  }),
  Download: (download, numbered) => ({
    url: download.url(),
    suggestedFilename: download.suggestedFilename(),
    page: refer(download.page(), 'Page', numbered),
  }),
  FileChooser: (chooser, numbered) => ({
    isMultiple: chooser.isMultiple(),
    page: refer(chooser.page(), 'Page', numbered),
  }),
}

const MAX_TEXT = 100_000

function refer(object: object | null | undefined, type: TypeName, numbered: Numbered): RemoteValue {
  return object ? { $: 'object', object: numbered(object, type) } : null
}

function frames(all: Frame[], numbered: Numbered): RemoteValue {
  return all.slice(0, MAX_FRAMES).map((frame) => refer(frame, 'Frame', numbered))
}

function postData(request: Types['Request']): RemoteValue {
  const sent = attempt(() => request.postData())
  return typeof sent === 'string' ? sent.slice(0, MAX_TEXT) : null
}

/** Requests of service workers have no frame, and those of pages that are closing may have none any more. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
