import type { BrowserContext, CDPSession, Page, Request } from 'playwright-core'
import { Fault } from '../../../fault.ts'
import { waysToFrames } from '../reading/frames.ts'
import type { Frame } from '../reading/frames.ts'
import { createReader } from '../reading/reader.ts'
import type { Reader } from '../reading/reader.ts'
import { orAborted } from '../../../concurrency/abort.ts'

export interface WatchedTab {
  page: Page
  context: BrowserContext
  /** Aborts with the signal that was given, and when the tab is gone. */
  signal: AbortSignal
  session: CDPSession
  /** Speaks to the tab, no longer than the signal allows. */
  send: CDPSession['send']
  reader: Reader
  frame(frameId: string): Promise<Frame | undefined>
  requests: ReturnType<typeof watchRequests>
}

export async function watchTab(
  context: BrowserContext,
  page: Page,
  ...signals: AbortSignal[]
): Promise<WatchedTab> {
  const signal = AbortSignal.any([...signals, endOf(page)])
  const requests = watchRequests(page)
  const session = await orAborted(context.newCDPSession(page), signal)
  const send = ((method: never, params: never) =>
    orAborted(session.send(method, params), signal)) as CDPSession['send']
  const { frameTree } = await send('Page.getFrameTree')
  const reader = createReader(send, frameTree.frame.id)
  const frame = waysToFrames({ page, context, signal, send })
  return { page, context, signal, session, send, requests, reader, frame }
}

/** Once the tab is gone no call is ever answered, so that ends everything that waits. */
function endOf(page: Page): AbortSignal {
  const ended = new AbortController()
  const onEnd = () =>
    ended.abort(new Fault('SCRAPE_ALL_ENGINES_FAILED', 'The page crashed, or closed its own tab.'))
  page.once('crash', onEnd)
  page.once('close', onEnd)
  return ended.signal
}

function watchRequests(page: Page) {
  const open = new Map<Request, number>()
  let changedAt = performance.now()
  const isEssential = (request: Request) => ESSENTIAL.has(request.resourceType())

  page.on('request', (request) => {
    if (!isEssential(request)) return
    changedAt = performance.now()
    open.set(request, changedAt)
  })
  const onEnd = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now()
  }
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)

  return {
    /** How many there are; one that has been open for long is a channel and not a load. */
    count: () => {
      const oldest = performance.now() - LONG_MS
      return [...open.values()].filter((since) => since > oldest).length
    },
    quietMs: () => performance.now() - changedAt,
  }
}

const ESSENTIAL = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch'])
const LONG_MS = 4000
