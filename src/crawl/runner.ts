import { setTimeout as delay } from 'node:timers/promises'
import { Fault } from '../fault.ts'
import { errorWithoutMessage } from '../log.ts'
import type { ClaimedPage } from './frontier.ts'
import { createCrawlContexts } from './crawl-context.ts'
import type { OpenScreen } from './crawl-context.ts'
import { createProcessPage } from './page/process-page.ts'
import type { ProcessPage, ProcessPageNeeds } from './page/process-page.ts'

export interface RunnerNeeds extends ProcessPageNeeds {
  maxPages: number
  openScreen: OpenScreen
  isPaused: () => boolean
}

/** Finds pages that are not announced: those whose pause has ended, and those of killed processes. */
const POLL_MS = 1_000
const PACED_POLL_MS = 100
/** Ended visits wait this long for others, so that one claim serves several. */
const CLAIM_DELAY_MS = 20
const CHECK_MS = 1_000
const ABORT_GRACE_MS = 2_000

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

interface RunningVisit {
  page: ClaimedPage
  abort: AbortController
  ended: Promise<void>
}

class CrawlRunner {
  readonly #needs: RunnerNeeds
  readonly #processPage: ProcessPage
  readonly #contexts
  /** By claim id: a page may be claimed again while its old visit still ends. */
  readonly #visiting = new Map<string, RunningVisit>()
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #wakeLoop = () => {}
  #mayHavePages = true
  /** Whether this process may hold claims that it does not work on. */
  #hasUnknownClaims = false
  /** The duration of the last claim; slow claims run less often. */
  #claimMs = 0
  #checkedAt = performance.now()

  constructor(needs: RunnerNeeds) {
    this.#needs = needs
    this.#processPage = createProcessPage(needs)
    this.#contexts = createCrawlContexts(needs.frontier, needs.openScreen)
    this.#loop = this.#run()
  }

  wake(): void {
    this.#mayHavePages = true
    this.#wakeLoop()
  }

  async stop(): Promise<void> {
    const reason = new Fault('UNAVAILABLE', 'The service is stopping.')
    this.#stopping.abort(reason)
    this.wake()
    await this.#loop
    const visits = [...this.#visiting.values()]
    for (const { abort: stop } of visits) stop.abort(reason)
    const all = Promise.allSettled(visits.map(({ ended }) => ended))
    await Promise.race([all, delay(ABORT_GRACE_MS, undefined, { ref: false })])
    await this.#contexts.closeOthers(new Set())
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#stopEndedCrawls()
        if (this.#mayHavePages && this.#visiting.size < this.#needs.maxPages && !this.#needs.isPaused())
          await this.#claimPages()
        else await this.#waitForWake()
      } catch (err) {
        this.#needs.log.warn({ err }, 'pages of crawls cannot be claimed; retrying')
        await delay(POLL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
    }
  }

  async #claimPages(): Promise<void> {
    if (this.#visiting.size > 0) await delay(CLAIM_DELAY_MS)
    this.#mayHavePages = false
    const free = this.#needs.maxPages - this.#visiting.size
    const hadUnknownClaims = this.#hasUnknownClaims
    this.#hasUnknownClaims = true
    const began = performance.now()
    const pages = await this.#needs.frontier.claim(free)
    this.#claimMs = performance.now() - began
    this.#hasUnknownClaims = hadUnknownClaims
    for (const page of pages) this.#startVisit(page)
    if (pages.length === free) this.#mayHavePages = true
  }

  #startVisit(page: ClaimedPage): void {
    const stop = new AbortController()
    const ended = this.#visit(page, stop.signal).finally(() => {
      this.#visiting.delete(page.claimId)
      this.wake()
    })
    this.#visiting.set(page.claimId, { page, abort: stop, ended })
  }

  async #visit(page: ClaimedPage, signal: AbortSignal): Promise<void> {
    try {
      const context = await this.#contexts.find(page.crawlId)
      if (context) await this.#processPage(page, context, signal)
    } catch (err) {
      const logged = page.isEncrypted ? errorWithoutMessage(err) : err
      this.#needs.log.error({ err: logged, crawlId: page.crawlId }, 'a page of a crawl could not be settled')
      // It is still claimed, but no visit works on it.
      this.#hasUnknownClaims = true
    }
  }

  async #stopEndedCrawls(): Promise<void> {
    if (performance.now() - this.#checkedAt < CHECK_MS) return
    this.#checkedAt = performance.now()
    const visits = [...this.#visiting.values()]
    const ids = new Set(visits.map(({ page }) => page.crawlId))
    const running = ids.size === 0 ? ids : await this.#needs.frontier.runningCrawls([...ids])
    for (const { page, abort: stop } of visits) {
      if (!running.has(page.crawlId))
        stop.abort(new Fault('SCRAPE_JOB_CANCELLED', 'The job was cancelled or has ended.'))
    }
    await this.#contexts.closeOthers(running)
    if (!this.#hasUnknownClaims) return
    await this.#needs.frontier.releaseOthers([...this.#visiting.keys()])
    this.#hasUnknownClaims = false
  }

  async #waitForWake(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wakeLoop = resolve
    const pollMs = this.#needs.frontier.hasPacedPages() ? Math.max(PACED_POLL_MS, 5 * this.#claimMs) : POLL_MS
    const timer = setTimeout(() => this.wake(), pollMs)
    await promise
    clearTimeout(timer)
  }
}
