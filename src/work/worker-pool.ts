import { abortFault } from './abort.ts'
import { Fault } from '../fault.ts'

/** Something that does one piece of work at a time, apart from the service's own thread. */
export interface Worker {
  hasEnded(): boolean
  end(): Promise<void>
}

export interface PoolLimits {
  /** How many pieces of work are done at once, apart from the spare places. */
  most: number
  /** After how many idle milliseconds one ends. */
  idleMs: number
  /** How many stay when there is nothing to do. */
  warm: number
}

/** What the pool must know of a piece of work to share its workers out fairly. */
interface WorkOf {
  /** The team that asked for it; undefined for work of the service itself. */
  teamId?: string | undefined
  /** Whether it takes long. Its worker grows and is ended soon after. */
  isLarge: boolean
}

export interface WorkerPool<Kind extends Worker> extends AsyncDisposable {
  /** Does work with the next free worker. */
  use<Result>(of: WorkOf, signal: AbortSignal, work: (worker: Kind) => Promise<Result>): Promise<Result>
}

/** From this size on, work takes so long that others must not wait for it: a page takes about a fifth of a second. */
export const LARGE_BYTES = 512 * 1024

/** There is one spare place for so many others. */
const PLACES_PER_SPARE = 4

/**
 * Starts workers when there is work for them and ends them when there is none. A worker that ended leaves its place to a
 * new one. Work cannot be interrupted, so the pool can only choose which work starts next:
 *
 * - A free place goes to the team with the least work running; of several, to the one that has waited longest for its
 *   turn. Within a team work begins in the order of asking. So everything begins in the end, whatever its size.
 * - When all places are taken, small work gets a spare one, so that it never waits for large work to end. A team with as
 *   much small work running as there are spare places gets none: small work may turn out to take long, too.
 */
export function createWorkerPool<Kind extends Worker>(
  startOne: () => Kind,
  { most, idleMs, warm }: PoolLimits,
): WorkerPool<Kind> {
  const spare = Math.ceil(most / PLACES_PER_SPARE)
  const idle: { worker: Kind; timer: NodeJS.Timeout }[] = []
  const running = new Set<Piece<Kind>>()
  /** What waits, by team; the team that has waited longest for its turn is first. */
  const waiting = new Map<string, Piece<Kind>[]>()
  const workers = new Set<Kind>()
  let isClosed = false

  /** Starts all work that may start now. */
  function serve(): void {
    for (let piece = next(); piece; piece = next()) {
      const rest = waiting.get(piece.team)!.filter((one) => one !== piece)
      waiting.delete(piece.team)
      if (rest.length > 0) waiting.set(piece.team, rest)
      running.add(piece)
      try {
        piece.place.resolve(takeIdle() ?? start())
      } catch (failure) {
        running.delete(piece)
        piece.place.reject(failure)
      }
    }
  }

  function next(): Piece<Kind> | undefined {
    const taken = countRunning((piece) => !piece.isSpare)
    if (taken < most) return leastServed([...waiting.values()].map(([first]) => first!))
    if (running.size - taken >= spare) return undefined
    const small = [...waiting.values()].flatMap((pieces) => pieces.find((piece) => !piece.isLarge) ?? [])
    const piece = leastServed(
      small.filter(({ team }) => countRunning((one) => one.team === team && !one.isLarge) < spare),
    )
    if (piece) piece.isSpare = true
    return piece
  }

  function leastServed(pieces: Piece<Kind>[]): Piece<Kind> | undefined {
    const counted = pieces.map((piece) => ({ piece, count: countRunning(({ team }) => team === piece.team) }))
    return counted.sort((a, b) => a.count - b.count)[0]?.piece
  }

  function countRunning(which: (piece: Piece<Kind>) => boolean): number {
    return [...running].filter(which).length
  }

  function takeIdle(): Kind | undefined {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (!kept.worker.hasEnded()) return kept.worker
      workers.delete(kept.worker)
    }
    return undefined
  }

  function start(): Kind {
    const worker = startOne()
    workers.add(worker)
    return worker
  }

  async function turn(piece: Piece<Kind>, signal: AbortSignal): Promise<Kind> {
    const { team, place } = piece
    const leave = () => {
      const rest = waiting.get(team)?.filter((one) => one !== piece) ?? []
      if (rest.length > 0) waiting.set(team, rest)
      else waiting.delete(team)
      place.reject(abortFault(signal))
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await place.promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
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
    async use({ teamId: team = '', isLarge }, signal, work) {
      if (isClosed) throw stopped()
      if (signal.aborted) throw abortFault(signal)
      const piece = { team, isLarge, isSpare: false, place: Promise.withResolvers<Kind>() }
      waiting.set(team, [...(waiting.get(team) ?? []), piece])
      serve()
      const worker = await turn(piece, signal)
      try {
        return await work(worker)
      } finally {
        running.delete(piece)
        if (worker.hasEnded()) workers.delete(worker)
        else keep(worker, isLarge)
        serve()
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const { place } of [...waiting.values()].flat()) place.reject(stopped())
      waiting.clear()
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...workers].map((worker) => worker.end()))
    },
  }
}

/** One piece of work, from when it is asked for until it is done. */
interface Piece<Kind> {
  team: string
  isLarge: boolean
  /** Whether it has one of the spare places. */
  isSpare: boolean
  /** Resolves when the work may start, rejects when it never will. */
  place: PromiseWithResolvers<Kind>
}

function stopped(): Fault {
  return new Fault('SCRAPE_JOB_CANCELLED', 'The service stops.')
}
