import { abortFault, orAborted } from './abort.ts'
import { Fault } from '../fault.ts'

/** A page that is being understood or read has been fetched already, so it is not thrown away. */
type Stage = 'fetching' | 'understanding' | 'reading'

export type EnterStage = (stage: Stage, pages?: PageProgress) => void

interface PageProgress {
  donePages: number
  totalPages: number
}

/** Work that several callers wait for. The last to leave ends it, unless its page is fetched: then it waits for a retry. */
export interface SharedWork<Result> {
  /** Joins the work under a key, unless its page was fetched longer than `maxAgeMs` ago, or begins it. */
  join(key: string, signal: AbortSignal, maxAgeMs: number, work: Work<Result>): Promise<Result>
  /** Joins only work that goes on after its caller ran out of time; otherwise begins anew. */
  resume(key: string, signal: AbortSignal, work: Work<Result>): Promise<Result>
}

type Work<Result> = (signal: AbortSignal, enter: EnterStage) => Promise<Result>

interface Running<Result> {
  done: Promise<Result>
  waiting: number
  progress: Progress
  stop: AbortController
  lingering: NodeJS.Timeout | undefined
  isKept: boolean
}

interface Progress {
  stage: Stage
  since: number
  pages?: PageProgress | undefined
  /** From where on the pace of pages is counted: pages that cost next to nothing may have been done at once before. */
  paceFrom?: { donePages: number; at: number } | undefined
}

/** How long work goes on without anybody waiting, and how long its result then is kept; clients come back soon. */
const LINGER_MS = 10 * 60_000
const RESULT_MS = 2 * 60_000
/** How much may go on without anybody waiting for it; documents hold processes that others need. */
const MAX_LINGERING = { understanding: 8, reading: 2 }
const MAX_KEPT = 8
const RETRY_AFTER_SECONDS = 5

type Lingering = Set<Progress>

export function createLingering(): Lingering {
  return new Set()
}

export function createSharedWork<Result>(lingering = createLingering()): SharedWork<Result> & Disposable {
  return new SharedWorks(lingering)
}

class SharedWorks<Result> implements SharedWork<Result>, Disposable {
  readonly #lingering: Lingering
  readonly #all = new Map<string, Running<Result>>()

  constructor(lingering: Lingering) {
    this.#lingering = lingering
  }

  join(key: string, signal: AbortSignal, maxAgeMs: number, work: Work<Result>): Promise<Result> {
    const running = this.#all.get(key)
    const isFresh =
      running?.progress.stage === 'fetching' ||
      (running && performance.now() - running.progress.since <= maxAgeMs)
    return this.#waitFor(key, isFresh ? running : this.#begin(key, work), signal)
  }

  resume(key: string, signal: AbortSignal, work: Work<Result>): Promise<Result> {
    const running = this.#all.get(key)
    return this.#waitFor(key, running?.lingering ? running : this.#begin(key, work), signal)
  }

  [Symbol.dispose](): void {
    for (const [key, running] of this.#all) {
      this.#forget(key, running)
      running.stop.abort(new Fault('UNAVAILABLE', 'The service is stopping.'))
    }
  }

  #begin(key: string, work: Work<Result>): Running<Result> {
    const stop = new AbortController()
    const progress: Progress = { stage: 'fetching', since: performance.now() }
    const enter: EnterStage = (stage, pages) => {
      const isFetched = stage !== 'fetching' && progress.stage !== 'fetching'
      const since = stage === progress.stage || isFetched ? progress.since : performance.now()
      if (pages && pages.donePages > 0)
        progress.paceFrom ??= { donePages: pages.donePages, at: performance.now() }
      Object.assign(progress, { stage, since, pages })
    }
    const done = work(stop.signal, enter)
    const running: Running<Result> = { done, stop, progress, waiting: 0, lingering: undefined, isKept: false }
    this.#all.set(key, running)
    done.then(
      () => (running.lingering ? this.#keep(key, running) : this.#forget(key, running)),
      // Whoever waits hears of a failure; work that nobody waits for any more fails in silence.
      () => this.#forget(key, running),
    )
    return running
  }

  #keep(key: string, running: Running<Result>): void {
    this.#lingering.delete(running.progress)
    const kept = [...this.#all.values()].filter((other) => other.isKept).length
    if (kept >= MAX_KEPT) return this.#forget(key, running)
    running.isKept = true
    this.#linger(key, running, RESULT_MS)
  }

  #forget(key: string, running: Running<Result>): void {
    clearTimeout(running.lingering)
    this.#lingering.delete(running.progress)
    if (this.#all.get(key) === running) this.#all.delete(key)
  }

  #linger(key: string, running: Running<Result>, durationMs: number): void {
    clearTimeout(running.lingering)
    running.lingering = setTimeout(() => {
      this.#forget(key, running)
      running.stop.abort()
    }, durationMs).unref()
  }

  async #waitFor(key: string, running: Running<Result>, signal: AbortSignal): Promise<Result> {
    running.waiting++
    clearTimeout(running.lingering)
    this.#lingering.delete(running.progress)
    running.lingering = undefined
    try {
      const result = await orAborted(running.done, signal)
      this.#forget(key, running)
      return result
    } catch (failure) {
      throw signal.aborted ? this.#leaving(key, running, abortFault(signal)) : failure
    } finally {
      running.waiting--
    }
  }

  #leaving(key: string, running: Running<Result>, fault: Fault): Fault {
    const { progress } = running
    const { stage } = progress
    const comesBack = fault.code === 'SCRAPE_TIMEOUT' && stage !== 'fetching'
    const isLast = running.waiting === 1
    if (isLast && comesBack && this.#all.get(key) === running && this.#hasRoom(stage)) {
      this.#lingering.add(progress)
      this.#linger(key, running, LINGER_MS)
    } else if (isLast) {
      this.#forget(key, running)
      running.stop.abort(fault)
      return fault
    }
    return comesBack ? continuesFault(fault, progress) : fault
  }

  #hasRoom(stage: keyof typeof MAX_LINGERING): boolean {
    return [...this.#lingering].filter((other) => other.stage === stage).length < MAX_LINGERING[stage]
  }
}

/** Clients that see this send the same request again. */
function continuesFault(timeout: Fault, progress: Progress): Fault {
  const { pages } = progress
  const remainingSeconds = remaining(progress)
  return new Fault(
    'SCRAPE_TIMEOUT',
    'The page was fetched, but reading it takes longer than the request had time for. It goes on: send the same request again.',
    {
      cause: timeout,
      details: {
        state: 'processing_continues',
        jobStatus: 'running',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        ...(pages && { documentPages: pages.totalPages, donePages: pages.donePages }),
        ...(remainingSeconds !== undefined && {
          estimatedRemainingSeconds: remainingSeconds,
          mayExceedProcessingWindow: remainingSeconds * 1000 > LINGER_MS,
        }),
      },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  )
}

/** At the pace so far; nothing is known before two pages are done. */
function remaining({ pages, paceFrom }: Progress): number | undefined {
  if (!pages || !paceFrom || pages.donePages <= paceFrom.donePages) return undefined
  const msPerPage = (performance.now() - paceFrom.at) / (pages.donePages - paceFrom.donePages)
  return Math.ceil((msPerPage * (pages.totalPages - pages.donePages)) / 1000)
}
