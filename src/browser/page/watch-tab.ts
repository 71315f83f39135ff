import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { Fault } from '../../fault.ts'
import { createReader } from './reader.ts'
import type { Reader } from './reader.ts'
import { orAborted } from '../../work/abort.ts'
import { watchRequests } from './requests-under-way.ts'
import type { RequestsUnderWay } from './requests-under-way.ts'

/** A tab that is spoken to, and of which one can tell when it has come to rest. */
export interface WatchedTab {
  page: Page
  context: BrowserContext
  /** Aborts with the signal that was given, and when the tab is gone. */
  signal: AbortSignal
  session: CDPSession
  /** Speaks to the tab, no longer than the signal allows. */
  send: CDPSession['send']
  reader: Reader
  requests: RequestsUnderWay
}

/** Begins to watch a tab; nothing in it changes by that. */
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
  return { page, context, signal, session, send, requests, reader: createReader(send, frameTree.frame.id) }
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
