import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { Fault } from '../../fault.ts'
import type { ChromiumProcess } from './process/launch.ts'
import { orAborted, within } from '../../concurrency/abort.ts'

interface Errand<Result> {
  options: BrowserContextOptions
  signal: AbortSignal
  use(tab: { context: BrowserContext; page: Page }): Promise<Result>
}

const OPEN_MS = 10_000
const CLOSE_MS = 2_000
const CLOSE_TRIES = 5
const CRASHED = 'The page crashed, or took too much memory.'

/** Runs an errand in a context of its own, and tells when it could not be done because the browser was lost. */
export async function visitOn<Result>(
  chromium: ChromiumProcess,
  errand: Errand<Result>,
): Promise<{ state: 'done'; result: Result } | { state: 'lost' }> {
  const { signal } = errand
  try {
    signal.throwIfAborted()
    return { state: 'done', result: await runInContext(chromium, errand) }
  } catch (failure) {
    if (signal.aborted) throw signal.reason as Error
    if (await isWell(chromium)) throw failure
    return { state: 'lost' }
  }
}

async function runInContext<Result>(
  chromium: ChromiumProcess,
  { options, signal, use }: Errand<Result>,
): Promise<Result> {
  const { browser, ended } = chromium
  const opening = browser.newContext(guarded(options))
  const context = await opened(opening, signal, ended).catch((failure: unknown) => {
    // One that comes after all is nobody's.
    opening.then((late) => late.close()).catch(() => {})
    throw failure
  })
  try {
    const page = await opened(context.newPage(), signal, ended)
    const crash = new AbortController()
    page.once('crash', () => crash.abort(new Fault('SCRAPE_ALL_ENGINES_FAILED', CRASHED)))
    return await orAborted(use({ context, page }), signal, ended, crash.signal)
  } finally {
    await close(context, chromium)
  }
}

async function opened<Result>(opening: Promise<Result>, ...signals: AbortSignal[]): Promise<Result> {
  const deadline = AbortSignal.timeout(OPEN_MS)
  try {
    return await orAborted(opening, deadline, ...signals)
  } catch (failure) {
    if (failure !== deadline.reason) throw failure
    throw new Fault('SCRAPE_ALL_ENGINES_FAILED', 'The browser did not open a tab in time.', {
      cause: failure,
    })
  }
}

/** Whatever is asked for, nothing goes around the proxy. */
function guarded(options: BrowserContextOptions): BrowserContextOptions {
  if (options.proxy === undefined) return options
  const { bypass: _, ...proxy } = options.proxy
  return { ...options, proxy }
}

// Closing takes long only on a busy machine or when the browser hangs. Then everything is ended: a page must not
// live on.
async function close(context: BrowserContext, chromium: ChromiumProcess): Promise<void> {
  const closing = context.close()
  for (let tries = 0; tries < CLOSE_TRIES; tries++) {
    const closed = await within(CLOSE_MS, closing).then(
      () => true,
      () => chromium.ended.aborted,
    )
    if (closed) return
    if (!(await isWell(chromium))) return
  }
  chromium.kill()
}

/** Whether the browser still answers; when it does not, it is ended. */
async function isWell(chromium: ChromiumProcess): Promise<boolean> {
  if (chromium.ended.aborted) return false
  try {
    await orAborted(chromium.parts(), chromium.ended)
    return true
  } catch {
    chromium.kill()
    return false
  }
}
