import { isDeepStrictEqual } from 'node:util'
import type { Frame } from 'playwright-core'
import { RemoteError } from './remote.ts'
import type { RemoteObject, RemoteValue } from './remote.ts'
import type { TypeName, Types } from './api.ts'
import { tellValue } from './values.ts'

const MAX_HELD = 10_000
/** How many of those that only pass by, such as requests, are kept; the oldest go first. */
const MAX_PASSING = 2_000
const PASSING = new Set<TypeName>(['Request', 'Response', 'ConsoleMessage'])
const CHANGING = new Set<TypeName>(['Page', 'Frame', 'BrowserContext'])

export interface Known {
  object: object
  type: TypeName
}

export function createKnownObjects() {
  const byNumber = new Map<number, Known>()
  const numbers = new Map<object, number>()
  const told = new Map<number, RemoteObject['now']>()
  const passing: number[] = []
  let untold: number[] = []
  let last = 0

  function forget(number: number): void {
    const known = byNumber.get(number)
    if (!known) return
    byNumber.delete(number)
    numbers.delete(known.object)
    told.delete(number)
  }

  function numberOf(object: object, type: TypeName): number {
    const existing = numbers.get(object)
    if (existing !== undefined) return existing
    if (byNumber.size >= MAX_HELD) {
      throw new RemoteError(`The program holds ${MAX_HELD} objects of the page. Dispose of some first.`)
    }
    last += 1
    byNumber.set(last, { object, type })
    numbers.set(object, last)
    untold.push(last)
    if (PASSING.has(type)) {
      passing.push(last)
      if (passing.length > MAX_PASSING) forget(passing.shift()!)
    }
    return last
  }

  /** Objects that are new or have changed since this was last asked. Looking at one may lead to others. */
  function news(): RemoteObject[] {
    const news: RemoteObject[] = []
    const changing = [...byNumber].flatMap(([one, { type }]) => (CHANGING.has(type) ? [one] : []))
    untold = [...new Set([...untold, ...changing])]
    for (let one = untold.shift(); one !== undefined; one = untold.shift()) {
      const known = byNumber.get(one)
      if (!known) continue
      const now = nowOf(known, numberOf)
      if (told.has(one) && isDeepStrictEqual(told.get(one), now)) continue
      told.set(one, now)
      news.push({ object: one, type: known.type, now })
    }
    return news
  }

  return {
    number(object: object, type: TypeName): number {
      const number = numberOf(object, type)
      // It may have changed: a request that has failed meanwhile.
      untold.push(number)
      return number
    },
    forget,
    news,
    find(number: unknown): Known {
      const known = typeof number === 'number' ? byNumber.get(number) : undefined
      if (!known) {
        throw new RemoteError('This object is not there any more: it was disposed of, or is too old.')
      }
      return known
    },
    all: (type: TypeName) =>
      [...byNumber.values()].flatMap((known) => (known.type === type ? [known.object] : [])),
  }
}

export type KnownObjects = ReturnType<typeof createKnownObjects>

type Numbered = (object: object, type: TypeName) => number

const MAX_FRAMES = 200

export const NOW: {
  [Name in TypeName]: Record<string, (object: Types[Name], numbered: Numbered) => RemoteValue>
} = {
  BrowserContext: {
    pages: (context, numbered) => context.pages().map((page) => refer(page, 'Page', numbered)),
  },
  Page: {
    url: (page) => page.url(),
    isClosed: (page) => page.isClosed(),
    viewportSize: (page) => tellValue(page.viewportSize()),
    context: (page, numbered) => refer(page.context(), 'BrowserContext', numbered),
    mainFrame: (page, numbered) => refer(page.mainFrame(), 'Frame', numbered),
    frames: (page, numbered) => frames(page.frames(), numbered),
  },
  Frame: {
    url: (frame) => frame.url(),
    name: (frame) => frame.name(),
    isDetached: (frame) => frame.isDetached(),
    page: (frame, numbered) => refer(frame.page(), 'Page', numbered),
    parentFrame: (frame, numbered) => refer(frame.parentFrame(), 'Frame', numbered),
    childFrames: (frame, numbered) => frames(frame.childFrames(), numbered),
  },
  Locator: {},
  FrameLocator: {},
  ElementHandle: { toString: (handle: Types['ElementHandle']) => handle.toString() },
  JSHandle: { toString: (handle: Types['JSHandle']) => handle.toString().slice(0, 1_000) },
  Request: {
    url: (request) => request.url(),
    method: (request) => request.method(),
    headers: (request) => tellValue(withoutPass(request.headers())),
    postData: (request) => postData(request),
    resourceType: (request) => request.resourceType(),
    isNavigationRequest: (request) => request.isNavigationRequest(),
    failure: (request) => tellValue(request.failure()),
    redirectedFrom: (request, numbered) => refer(request.redirectedFrom(), 'Request', numbered),
    frame: (request, numbered) =>
      refer(
        attempt(() => request.frame()),
        'Frame',
        numbered,
      ),
  },
  Response: {
    url: (response) => response.url(),
    status: (response) => response.status(),
    statusText: (response) => response.statusText(),
    ok: (response) => response.ok(),
    headers: (response) => tellValue(response.headers()),
    fromServiceWorker: (response) => response.fromServiceWorker(),
    request: (response, numbered) => refer(response.request(), 'Request', numbered),
    frame: (response, numbered) =>
      refer(
        attempt(() => response.frame()),
        'Frame',
        numbered,
      ),
  },
  Route: { request: (route, numbered) => refer(route.request(), 'Request', numbered) },
  Dialog: {
    type: (dialog) => dialog.type(),
    message: (dialog) => dialog.message(),
    defaultValue: (dialog) => dialog.defaultValue(),
    page: (dialog, numbered) => refer(dialog.page(), 'Page', numbered),
  },
  ConsoleMessage: {
    type: (message) => message.type(),
    text: (message) => message.text().slice(0, MAX_TEXT),
    location: (message) => tellValue(message.location()),
    page: (message, numbered) => refer(message.page(), 'Page', numbered),
  },
  Download: {
    url: (download) => download.url(),
    suggestedFilename: (download) => download.suggestedFilename(),
    page: (download, numbered) => refer(download.page(), 'Page', numbered),
  },
  FileChooser: {
    isMultiple: (chooser) => chooser.isMultiple(),
    page: (chooser, numbered) => refer(chooser.page(), 'Page', numbered),
  },
}

function nowOf({ object, type }: Known, numbered: Numbered): RemoteObject['now'] {
  const entries = Object.entries(NOW[type]).map(([name, read]) => [name, read(object as never, numbered)])
  return Object.fromEntries(entries)
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

/** What was said to the gate, the session's pass among it: Playwright shows it with the headers of a request. */
export function isToGate(header: string): boolean {
  return /^proxy-/i.test(header)
}

export function withoutPass(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isToGate(name)))
}
