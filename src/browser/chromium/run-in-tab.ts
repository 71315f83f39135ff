import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { Fault } from '../../fault.ts'
import type { ChromiumProcess } from './process/launch.ts'
import { orAborted, within } from '../../concurrency/abort.ts'

interface TabTask<Result> {
  options: BrowserContextOptions
  signal: AbortSignal
  use(tab: { context: BrowserContext; page: Page }): Promise<Result>
}

const OPEN_MS = 10_000
const CLOSE_MS = 2_000
const CLOSE_TRIES = 5
const CRASHED = 'The page crashed, or took too much memory.'

/** Runs an errand in a context of its own, and tells when it could not be done because the browser was lost. */
export async function runInTab<Result>(
  chromium: ChromiumProcess,
  task: TabTask<Result>,
): Promise<{ state: 'done'; result: Result } | { state: 'lost' }> {
  const { signal } = task
  try {
    signal.throwIfAborted()
    return { state: 'done', result: await runInContext(chromium, task) }
  } catch (failure) {
    if (signal.aborted) throw signal.reason as Error
    if (await isResponding(chromium)) throw failure
    return { state: 'lost' }
  }
}

async function runInContext<Result>(
  chromium: ChromiumProcess,
  { options, signal, use }: TabTask<Result>,
): Promise<Result> {
  const { browser, ended } = chromium
  const opening = browser.newContext(withoutProxyBypass(options))
  const context = await openInTime(opening, signal, ended).catch((failure: unknown) => {
    // One that comes after all is nobody's.
    opening.then((late) => late.close()).catch(() => {})
    throw failure
  })
  try {
    const page = await openInTime(context.newPage(), signal, ended)
    const crash = new AbortController()
    page.once('crash', () => crash.abort(new Fault('SCRAPE_ALL_ENGINES_FAILED', CRASHED)))
    return await orAborted(use({ context, page }), signal, ended, crash.signal)
  } finally {
    await close(context, chromium)
  }
}

async function openInTime<Result>(opening: Promise<Result>, ...signals: AbortSignal[]): Promise<Result> {
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
function withoutProxyBypass(options: BrowserContextOptions): BrowserContextOptions {
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
    if (!(await isResponding(chromium))) return
  }
  chromium.kill()
}

/** Whether the browser still answers; when it does not, it is ended. */
async function isResponding(chromium: ChromiumProcess): Promise<boolean> {
  if (chromium.ended.aborted) return false
  try {
    await orAborted(chromium.parts(), chromium.ended)
    return true
  } catch {
    chromium.kill()
    return false
  }
}
