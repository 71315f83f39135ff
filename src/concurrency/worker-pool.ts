import { abortFault } from './abort.ts'
import { Fault } from '../fault.ts'

export interface Worker {
  hasEnded(): boolean
  end(): Promise<void>
}

export interface PoolLimits {
  maxWorkers: number
  idleMs: number
  warm: number
}

interface TaskOptions {
  /** The team that asked for it; undefined for work of the service itself. */
  teamId?: string | undefined
  /** Whether it takes long. Its worker grows and is ended soon after. */
  isLarge: boolean
}

export interface WorkerPool<Kind extends Worker> extends AsyncDisposable {
  use<Result>(
    options: TaskOptions,
    signal: AbortSignal,
    work: (worker: Kind) => Promise<Result>,
  ): Promise<Result>
}

/** From this size on, work takes so long that others must not wait for it: a page takes about a fifth of a second. */
export const LARGE_BYTES = 512 * 1024

const WORKERS_PER_SPARE = 4

/**
 * Work cannot be interrupted, so the pool only chooses which work starts next. A free place goes to the team with the
 * least work running, then to the one that has waited longest. When all are taken, small work gets a spare place, so
 * that it never waits for large work; a team gets no more than the spare places, because small work may turn out to
 * take long, too.
 */
export function createWorkerPool<Kind extends Worker>(
  startOne: () => Kind,
  limits: PoolLimits,
): WorkerPool<Kind> {
  return new Pool(startOne, limits)
}

class Pool<Kind extends Worker> implements WorkerPool<Kind> {
  readonly #startOne: () => Kind
  readonly #limits: PoolLimits
  readonly #spare: number
  readonly #idle: { worker: Kind; timer: NodeJS.Timeout }[] = []
  readonly #running = new Set<Task<Kind>>()
  /** What waits, by team; the team that has waited longest for its turn is first. */
  readonly #waiting = new Map<string, Task<Kind>[]>()
  readonly #workers = new Set<Kind>()
  #isClosed = false

  constructor(startOne: () => Kind, limits: PoolLimits) {
    this.#startOne = startOne
    this.#limits = limits
    this.#spare = Math.ceil(limits.maxWorkers / WORKERS_PER_SPARE)
  }

  use: WorkerPool<Kind>['use'] = async ({ teamId: team = '', isLarge }, signal, work) => {
    if (this.#isClosed) throw stopped()
    if (signal.aborted) throw abortFault(signal)
    const task = { team, isLarge, isSpare: false, assigned: Promise.withResolvers<Kind>() }
    this.#waiting.set(team, [...(this.#waiting.get(team) ?? []), task])
    this.#serve()
    const worker = await this.#turn(task, signal)
    try {
      return await work(worker)
    } finally {
      this.#running.delete(task)
      if (worker.hasEnded()) this.#workers.delete(worker)
      else this.#keep(worker, isLarge)
      this.#serve()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    for (const { assigned } of [...this.#waiting.values()].flat()) assigned.reject(stopped())
    this.#waiting.clear()
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer)
    await Promise.all([...this.#workers].map((worker) => worker.end()))
  }

  #serve(): void {
    for (let task = this.#next(); task; task = this.#next()) {
      const rest = this.#waiting.get(task.team)!.filter((one) => one !== task)
      this.#waiting.delete(task.team)
      if (rest.length > 0) this.#waiting.set(task.team, rest)
      this.#running.add(task)
      try {
        task.assigned.resolve(this.#takeIdle() ?? this.#start())
      } catch (failure) {
        this.#running.delete(task)
        task.assigned.reject(failure)
      }
    }
  }

  #next(): Task<Kind> | undefined {
    const taken = this.#countRunning((task) => !task.isSpare)
    if (taken < this.#limits.maxWorkers)
      return this.#leastServed([...this.#waiting.values()].map(([first]) => first!))
    if (this.#running.size - taken >= this.#spare) return undefined
    const small = [...this.#waiting.values()].flatMap((tasks) => tasks.find((task) => !task.isLarge) ?? [])
    const task = this.#leastServed(
      small.filter(
        ({ team }) => this.#countRunning((one) => one.team === team && !one.isLarge) < this.#spare,
      ),
    )
    if (task) task.isSpare = true
    return task
  }

  #leastServed(tasks: Task<Kind>[]): Task<Kind> | undefined {
    const counted = tasks.map((task) => ({
      piece: task,
      count: this.#countRunning(({ team }) => team === task.team),
    }))
    return counted.sort((a, b) => a.count - b.count)[0]?.piece
  }

  #countRunning(which: (task: Task<Kind>) => boolean): number {
    return [...this.#running].filter(which).length
  }

  #takeIdle(): Kind | undefined {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      clearTimeout(kept.timer)
      if (!kept.worker.hasEnded()) return kept.worker
      this.#workers.delete(kept.worker)
    }
    return undefined
  }

  #start(): Kind {
    const worker = this.#startOne()
    this.#workers.add(worker)
    return worker
  }

  async #turn(task: Task<Kind>, signal: AbortSignal): Promise<Kind> {
    const { team, assigned } = task
    const leave = () => {
      const rest = this.#waiting.get(team)?.filter((one) => one !== task) ?? []
      if (rest.length > 0) this.#waiting.set(team, rest)
      else this.#waiting.delete(team)
      assigned.reject(abortFault(signal))
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await assigned.promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #keep(worker: Kind, hasGrown: boolean): void {
    const timer = setTimeout(() => {
      if (this.#workers.size <= this.#limits.warm && !hasGrown) return
      this.#idle.splice(
        this.#idle.findIndex((kept) => kept.worker === worker),
        1,
      )
      this.#workers.delete(worker)
      void worker.end()
    }, this.#limits.idleMs)
    this.#idle.push({ worker, timer })
  }
}

interface Task<Kind> {
  team: string
  isLarge: boolean
  isSpare: boolean
  assigned: PromiseWithResolvers<Kind>
}

function stopped(): Fault {
  return new Fault('SCRAPE_JOB_CANCELLED', 'The service stops.')
}
