import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { BrowserProxy } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { AdFilter } from './ads/ad-filter.ts'
import type { Log } from '../log.ts'
import { createLauncher } from './chromium/process/launch.ts'
import type { ChromiumProcess } from './chromium/process/launch.ts'
import { createPreparation } from './chromium/install/prepare.ts'
import { ChromiumPool } from './chromium/chromium-pool.ts'
import type { DedicatedChromium, Recycling } from './chromium/chromium-pool.ts'
import { orAborted } from '../concurrency/abort.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { runInTab } from './chromium/run-in-tab.ts'

export interface Tab {
  context: BrowserContext
  page: Page
}

export interface EngineSettings {
  configured: string | undefined
  dataDir: string
  proxyServer: string
  maxTabs: number
  log: Log
  recycling?: Partial<Recycling>
}

const MINUTE_MS = 60_000
const MEGABYTE = 1 << 20

const RECYCLING: Recycling = {
  maxAgeMs: 60 * MINUTE_MS,
  maxVisits: 1_000,
  maxMemoryBytes: 2_048 * MEGABYTE,
  maxTabMemoryBytes: 1_024 * MEGABYTE,
  maxIdleMs: 5 * MINUTE_MS,
}

/** One warm Chromium of this machine and its tabs. Nothing is started or unpacked before it is needed. */
export function createEngine({ proxyServer, maxTabs, log, recycling, ...where }: EngineSettings) {
  const preparation = createPreparation({ ...where, log })
  let launcher: (() => Promise<ChromiumProcess>) | undefined
  const pool = new ChromiumPool({
    async launch() {
      const installation = await preparation.ready()
      launcher ??= createLauncher(installation, { proxyServer, log })
      return await launcher()
    },
    recycling: { ...RECYCLING, ...recycling },
    log,
  })
  const slots = createSemaphore(maxTabs)
  const closing = new AbortController()
  const pending = new Set<Promise<unknown>>()

  /** A visit whose browser was lost is run again in one of its own: if it was the cause, nobody else is harmed. */
  async function run<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    use: (tab: Tab) => Promise<Result>,
  ): Promise<Result> {
    using _slot = await slots.acquire(signal)
    for (const isShared of [true, false]) {
      using hold = await (isShared ? pool.shared() : pool.separate())
      const outcome = await runInTab(hold.chromium, { options, signal, use })
      if (outcome.state === 'done') return outcome.result
    }
    throw new Fault('SCRAPE_ALL_ENGINES_FAILED', 'The page makes the browser hang or crash.')
  }

  /** Answers with the signal's reason at once when it aborts; the work is waited for before the engine is closed. */
  async function tracked<Result>(signal: AbortSignal, running: Promise<Result>): Promise<Result> {
    const settled: Promise<unknown> = running.catch(() => {}).finally(() => pending.delete(settled))
    pending.add(settled)
    return await orAborted(running, signal)
  }

  return {
    /** Why no browser can be used; undefined when one can, if only after it was unpacked. */
    unavailable: preparation.unavailable,
    isPreparing: preparation.isUnderWay,
    prepare: () => void preparation.ready().catch(() => {}),
    /** Closes the context whatever happened, also when the page hangs. When the signal aborts, rejects at once. */
    async withTab<Result>(
      options: BrowserContextOptions,
      given: AbortSignal,
      use: (tab: Tab) => Promise<Result>,
    ): Promise<Result> {
      const signal = AbortSignal.any([given, closing.signal])
      return await tracked(signal, run(options, signal, use))
    },
    /** A process whose caller has stopped waiting is ended as soon as it is there. */
    async startDedicated(given: AbortSignal): Promise<DedicatedChromium> {
      const signal = AbortSignal.any([given, closing.signal])
      return await tracked(signal, startUnlessAborted(pool, signal))
    },
    counts: () => ({
      openTabs: slots.taken(),
      waiting: slots.waiting(),
      restarts: pool.restarts,
      processId: pool.processId,
    }),
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort(new Fault('UNAVAILABLE', 'The service is stopping.'))
      await Promise.all([preparation[Symbol.asyncDispose](), pool[Symbol.asyncDispose]()])
      await Promise.all(pending)
    },
  }
}

async function startUnlessAborted(pool: ChromiumPool, signal: AbortSignal): Promise<DedicatedChromium> {
  signal.throwIfAborted()
  const dedicated = await pool.startDedicated()
  if (!signal.aborted) return dedicated
  await dedicated[Symbol.asyncDispose]()
  throw signal.reason
}

export type Engine = ReturnType<typeof createEngine>

export interface BrowserNeeds {
  engine: Engine
  proxy: BrowserProxy
  ads: AdFilter
  /** What the browser calls itself unless the caller says otherwise; undefined is the name of a Chrome. */
  userAgent?: string | undefined
}
