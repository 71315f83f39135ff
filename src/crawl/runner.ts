import { setTimeout as delay } from 'node:timers/promises'
import { Fault } from '../fault.ts'
import { placeOf } from '../log.ts'
import type { ClaimedPage } from './frontier.ts'
import { createJourneys } from './journey.ts'
import type { OpenScreen } from './journey.ts'
import { createPageWork } from './page/page-work.ts'
import type { PageWork, PageWorkNeeds } from './page/page-work.ts'

export interface RunnerNeeds extends PageWorkNeeds {
  most: number
  openScreen: OpenScreen
  isPaused: () => boolean
}

/** Pages whose time has come and pages of killed processes are not announced: this finds them. */
const POLL_MS = 1_000
const PACED_POLL_MS = 100
/** How long visits that have ended wait for others, so that one claim serves several. */
const GATHER_MS = 20
const LOOK_MS = 1_000
const UNWIND_MS = 2_000

export async function startCrawlRunner(needs: RunnerNeeds): Promise<AsyncDisposable> {
  const runner = new CrawlRunner(needs)
  const listener = await needs.frontier.onWork(() => runner.wake())
  return {
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await runner.stop()
    },
  }
}

interface Visiting {
  page: ClaimedPage
  stop: AbortController
  ended: Promise<void>
}

class CrawlRunner {
  readonly #needs: RunnerNeeds
  readonly #work: PageWork
  readonly #journeys
  /** By claim: a page may be claimed again here while its old visit still unwinds. */
  readonly #visiting = new Map<string, Visiting>()
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #ring = () => {}
  #mayHavePages = true
  /** Whether pages may be claimed in the name of this process that nobody here works on. */
  #isInDoubt = false
  /** How long the last claim took: one that is costly is made less often. */
  #claimMs = 0
  #lookedAt = performance.now()

  constructor(needs: RunnerNeeds) {
    this.#needs = needs
    this.#work = createPageWork(needs)
    this.#journeys = createJourneys(needs.frontier, needs.openScreen)
    this.#loop = this.#run()
  }

  wake(): void {
    this.#mayHavePages = true
    this.#ring()
  }

  async stop(): Promise<void> {
    const reason = new Fault('UNAVAILABLE', 'The service is stopping.')
    this.#stopping.abort(reason)
    this.wake()
    await this.#loop
    const visits = [...this.#visiting.values()]
    for (const { stop } of visits) stop.abort(reason)
    const all = Promise.allSettled(visits.map(({ ended }) => ended))
    await Promise.race([all, delay(UNWIND_MS, undefined, { ref: false })])
    await this.#journeys.keepOnly(new Set())
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#look()
        if (this.#mayHavePages && this.#visiting.size < this.#needs.most && !this.#needs.isPaused())
          await this.#fill()
        else await this.#rung()
      } catch (err) {
        this.#needs.log.warn({ err }, 'pages of crawls cannot be claimed; trying again')
        await delay(POLL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
    }
  }

  async #fill(): Promise<void> {
    if (this.#visiting.size > 0) await delay(GATHER_MS)
    this.#mayHavePages = false
    const free = this.#needs.most - this.#visiting.size
    const wasInDoubt = this.#isInDoubt
    this.#isInDoubt = true
    const began = performance.now()
    const pages = await this.#needs.frontier.claim(free)
    this.#claimMs = performance.now() - began
    this.#isInDoubt = wasInDoubt
    for (const page of pages) this.#begin(page)
    if (pages.length === free) this.#mayHavePages = true
  }

  #begin(page: ClaimedPage): void {
    const stop = new AbortController()
    const ended = this.#visit(page, stop.signal).finally(() => {
      this.#visiting.delete(page.claimId)
      this.wake()
    })
    this.#visiting.set(page.claimId, { page, stop, ended })
  }

  async #visit(page: ClaimedPage, signal: AbortSignal): Promise<void> {
    try {
      const journey = await this.#journeys.of(page.crawlId)
      if (journey) await this.#work(page, journey, signal)
    } catch (err) {
      const told = page.isSealed ? placeOf(err) : err
      this.#needs.log.error({ err: told, crawlId: page.crawlId }, 'a page of a crawl could not be settled')
      // It is still claimed, and nobody works on it.
      this.#isInDoubt = true
    }
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#lookedAt < LOOK_MS) return
    this.#lookedAt = performance.now()
    const visits = [...this.#visiting.values()]
    const ids = new Set(visits.map(({ page }) => page.crawlId))
    const going = ids.size === 0 ? ids : await this.#needs.frontier.running([...ids])
    for (const { page, stop } of visits) {
      if (!going.has(page.crawlId)) stop.abort(new Fault('SCRAPE_JOB_CANCELLED', 'The job has ended.'))
    }
    await this.#journeys.keepOnly(going)
    if (!this.#isInDoubt) return
    await this.#needs.frontier.releaseOthers([...this.#visiting.keys()])
    this.#isInDoubt = false
  }

  async #rung(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ring = resolve
    const pollMs = this.#needs.frontier.hasPaces() ? Math.max(PACED_POLL_MS, 5 * this.#claimMs) : POLL_MS
    const timer = setTimeout(() => this.wake(), pollMs)
    await promise
    clearTimeout(timer)
  }
}
