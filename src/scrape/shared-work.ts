import { abortFault, orAborted } from '../abort.ts'
import { Fault } from '../fault.ts'

/** Where a piece of work stands; what is being understood has been fetched already and is not thrown away. */
export type Stage = 'fetching' | 'understanding'

/**
 * Work that several callers of this process may wait for. It has time as long as anybody waits: a caller that leaves
 * takes nothing from the others, and the last one to leave ends it. When the last one leaves because its time is over
 * and the page is being understood already, the work goes on for a while, so that the same request may come back for it.
 */
export interface SharedWork<Result> {
  /** Joins the work under a key, or begins it. */
  join(key: string, signal: AbortSignal, work: Work<Result>): Promise<Result>
  /** The same, but joins only work that goes on after its caller ran out of time. */
  resume(key: string, signal: AbortSignal, work: Work<Result>): Promise<Result>
}

type Work<Result> = (signal: AbortSignal, enter: (stage: Stage) => void) => Promise<Result>

interface Running<Result> {
  done: Promise<Result>
  waiting: number
  progress: { stage: Stage }
  stop: AbortController
  /** Set while nobody waits and it goes on all the same. */
  lingering: NodeJS.Timeout | undefined
}

/** How long work goes on without anybody waiting; clients come back within minutes. */
const LINGER_MS = 10 * 60_000
const MAX_LINGERING = 20
const RETRY_AFTER_SECONDS = 5

export function createSharedWork<Result>(): SharedWork<Result> & Disposable {
  const all = new Map<string, Running<Result>>()

  function begin(key: string, work: Work<Result>): Running<Result> {
    const stop = new AbortController()
    const progress: Running<Result>['progress'] = { stage: 'fetching' }
    const running: Running<Result> = {
      stop,
      waiting: 0,
      progress,
      lingering: undefined,
      done: work(stop.signal, (stage) => void (progress.stage = stage)).finally(() => {
        clearTimeout(running.lingering)
        if (all.get(key) === running) all.delete(key)
      }),
    }
    // Whoever waits hears of a failure; work that nobody waits for any more fails in silence.
    running.done.catch(() => {})
    all.set(key, running)
    return running
  }

  async function waitFor(running: Running<Result>, signal: AbortSignal): Promise<Result> {
    running.waiting++
    clearTimeout(running.lingering)
    running.lingering = undefined
    try {
      return await orAborted(running.done, signal)
    } catch (failure) {
      throw signal.aborted ? abortFault(signal) : failure
    } finally {
      running.waiting--
      if (running.waiting === 0 && signal.aborted) leave(running, signal)
    }
  }

  function leave(running: Running<Result>, signal: AbortSignal): void {
    const fault = abortFault(signal)
    const lingering = [...all.values()].filter(({ waiting }) => waiting === 0).length
    if (
      fault.code === 'SCRAPE_TIMEOUT' &&
      running.progress.stage === 'understanding' &&
      lingering <= MAX_LINGERING
    ) {
      running.lingering = setTimeout(() => running.stop.abort(), LINGER_MS).unref()
      throw continues(fault)
    }
    running.stop.abort(fault)
  }

  return {
    join: (key, signal, work) => waitFor(all.get(key) ?? begin(key, work), signal),
    resume(key, signal, work) {
      const running = all.get(key)
      return waitFor(running?.lingering ? running : begin(key, work), signal)
    },
    [Symbol.dispose]() {
      for (const { stop } of all.values()) stop.abort(new Fault('UNAVAILABLE', 'The service is stopping.'))
    },
  }
}

/** Clients that see this send the same request again. */
function continues(timeout: Fault): Fault {
  return new Fault(
    'SCRAPE_TIMEOUT',
    'The page was fetched, but reading it takes longer than the request had time for. It goes on: send the same request again.',
    {
      cause: timeout,
      details: {
        state: 'processing_continues',
        jobStatus: 'running',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  )
}
