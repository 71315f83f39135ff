import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { BrowserGate } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { AdFilter } from './ads/ad-filter.ts'
import type { Log } from '../log.ts'
import { createLauncher } from './chromium/process/launch.ts'
import type { ChromiumProcess } from './chromium/process/launch.ts'
import { createPreparation } from './chromium/install/prepare.ts'
import { Supply } from './chromium/supply.ts'
import type { OwnChromium, Recycling } from './chromium/supply.ts'
import { orAborted } from '../concurrency/abort.ts'
import { createTurns } from '../concurrency/turns.ts'
import { visitOn } from './chromium/visit-on.ts'

export interface Tab {
  context: BrowserContext
  page: Page
}

export interface EngineSettings {
  configured: string | undefined
  dataDir: string
  gateServer: string
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
export function createEngine({ gateServer, maxTabs, log, recycling, ...where }: EngineSettings) {
  const preparation = createPreparation({ ...where, log })
  let launcher: (() => Promise<ChromiumProcess>) | undefined
  const supply = new Supply({
    async launch() {
      const installation = await preparation.ready()
      launcher ??= createLauncher(installation, { gateServer, log })
      return await launcher()
    },
    recycling: { ...RECYCLING, ...recycling },
    log,
  })
  const turns = createTurns(maxTabs)
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  /** A visit whose browser was lost is run again in one of its own: if it was the cause, nobody else is harmed. */
  async function run<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    use: (tab: Tab) => Promise<Result>,
  ): Promise<Result> {
    using _turn = await turns.take(signal)
    for (const isShared of [true, false]) {
      using hold = await (isShared ? supply.shared() : supply.separate())
      const outcome = await visitOn(hold.chromium, { options, signal, use })
      if (outcome.state === 'done') return outcome.result
    }
    throw new Fault('SCRAPE_ALL_ENGINES_FAILED', 'The page makes the browser hang or crash.')
  }

  /** Answers with the signal's reason at once when it aborts; the work is waited for before the engine is closed. */
  async function attended<Result>(signal: AbortSignal, running: Promise<Result>): Promise<Result> {
    const settled: Promise<unknown> = running.catch(() => {}).finally(() => underWay.delete(settled))
    underWay.add(settled)
    return await orAborted(running, signal)
  }

  return {
    /** Why no browser can be used; undefined when one can, if only after it was unpacked. */
    unavailable: preparation.unavailable,
    isPreparing: preparation.isUnderWay,
    prepare: () => void preparation.ready().catch(() => {}),
    /** Closes the context whatever happened, also when the page hangs. When the signal aborts, rejects at once. */
    async lend<Result>(
      options: BrowserContextOptions,
      given: AbortSignal,
      use: (tab: Tab) => Promise<Result>,
    ): Promise<Result> {
      const signal = AbortSignal.any([given, closing.signal])
      return await attended(signal, run(options, signal, use))
    },
    /** A process whose caller has stopped waiting is ended as soon as it is there. */
    async own(given: AbortSignal): Promise<OwnChromium> {
      const signal = AbortSignal.any([given, closing.signal])
      return await attended(signal, ownOf(supply, signal))
    },
    counts: () => ({
      openTabs: turns.taken(),
      waiting: turns.waiting(),
      restarts: supply.restarts,
      processId: supply.processId,
    }),
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort(new Fault('UNAVAILABLE', 'The service is stopping.'))
      await Promise.all([preparation[Symbol.asyncDispose](), supply[Symbol.asyncDispose]()])
      await Promise.all(underWay)
    },
  }
}

async function ownOf(supply: Supply, signal: AbortSignal): Promise<OwnChromium> {
  signal.throwIfAborted()
  const owned = await supply.own()
  if (!signal.aborted) return owned
  await owned[Symbol.asyncDispose]()
  throw signal.reason
}

export type Engine = ReturnType<typeof createEngine>

export interface BrowserNeeds {
  engine: Engine
  gate: BrowserGate
  ads: AdFilter
  /** What the browser calls itself unless the caller says otherwise; undefined is the name of a Chrome. */
  userAgent?: string | undefined
}
