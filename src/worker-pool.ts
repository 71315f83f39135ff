import { abortFault } from './abort.ts'
import { Fault } from './fault.ts'

/** Something that does one piece of work at a time, apart from the service's own thread. */
export interface Worker {
  hasEnded(): boolean
  end(): Promise<void>
}

export interface PoolLimits {
  /** How many there are at once. */
  most: number
  /** After how many idle milliseconds one ends. */
  idleMs: number
  /** How many stay when there is nothing to do. */
  warm: number
}

export interface WorkerPool<Kind extends Worker> extends AsyncDisposable {
  /** Does work with the next free worker; `hasGrown` says afterwards that it had better not be kept for long. */
  use<Result>(
    signal: AbortSignal,
    work: (worker: Kind) => Promise<Result>,
    hasGrown?: boolean,
  ): Promise<Result>
}

/**
 * Workers are started when there is work for them and end when there is none. Whoever waits gets the next free one in
 * the order of asking. A worker that was ended leaves its place to a fresh one.
 */
export function createWorkerPool<Kind extends Worker>(
  startOne: () => Kind,
  { most, idleMs, warm }: PoolLimits,
): WorkerPool<Kind> {
  const idle: { worker: Kind; timer: NodeJS.Timeout }[] = []
  const waiting: PromiseWithResolvers<Kind>[] = []
  const workers = new Set<Kind>()
  let isClosed = false

  function start(): Kind {
    const worker = startOne()
    workers.add(worker)
    return worker
  }

  async function take(signal: AbortSignal): Promise<Kind> {
    if (isClosed) throw stopped()
    if (signal.aborted) throw abortFault(signal)
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (!kept.worker.hasEnded()) return kept.worker
      workers.delete(kept.worker)
    }
    if (workers.size < most) return start()
    return await turn(signal)
  }

  async function turn(signal: AbortSignal): Promise<Kind> {
    const place = Promise.withResolvers<Kind>()
    const leave = () => {
      waiting.splice(waiting.indexOf(place), 1)
      place.reject(abortFault(signal))
    }
    waiting.push(place)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await place.promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  function giveBack(worker: Kind, hasGrown: boolean): void {
    if (worker.hasEnded()) workers.delete(worker)
    const next = waiting.shift()
    if (next) return next.resolve(worker.hasEnded() ? start() : worker)
    if (!worker.hasEnded()) keep(worker, hasGrown)
  }

  function keep(worker: Kind, hasGrown: boolean): void {
    const timer = setTimeout(() => {
      if (workers.size <= warm && !hasGrown) return
      idle.splice(
        idle.findIndex((kept) => kept.worker === worker),
        1,
      )
      workers.delete(worker)
      void worker.end()
    }, idleMs)
    idle.push({ worker, timer })
  }

  return {
    async use(signal, work, hasGrown = false) {
      const worker = await take(signal)
      try {
        return await work(worker)
      } finally {
        giveBack(worker, hasGrown)
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(stopped())
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...workers].map((worker) => worker.end()))
    },
  }
}

function stopped(): Fault {
  return new Fault('SCRAPE_JOB_CANCELLED', 'The service stops.')
}
