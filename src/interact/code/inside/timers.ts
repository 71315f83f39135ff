import type { Host } from './outside.ts'

/** What `setTimeout` gives: it stands for itself, and is no value that a program could mean. */
export class Timer {
  readonly #number: number

  constructor(number: number) {
    this.#number = number
  }

  [Symbol.toPrimitive](): number {
    return this.#number
  }

  /** As in Node, where programs say so of timers that are not to be waited for. */
  unref(): this {
    return this
  }

  ref(): this {
    return this
  }
}

interface Waiting {
  run: () => void
  everyMs: number | undefined
}

const MAX_TIMERS = 1_000

export type Timers = ReturnType<typeof createTimers>

export function createTimers({ schedule }: Host) {
  const timers = new Map<number, Waiting>()
  let last = 0

  return {
    start(run: () => void, milliseconds: unknown, isRepeated: boolean): Timer {
      if (typeof run !== 'function') throw new TypeError('A timer needs a function.')
      if (timers.size >= MAX_TIMERS) throw new RangeError(`There are ${MAX_TIMERS} timers already.`)
      const ms = Math.min(Math.max(Number(milliseconds) || 0, isRepeated ? 1 : 0), 2 ** 31 - 1)
      last += 1
      timers.set(last, { run, everyMs: isRepeated ? ms : undefined })
      schedule(last, ms)
      return new Timer(last)
    },
    stop(timer: unknown): void {
      timers.delete(Number(timer))
    },
    fire(number: number): void {
      const timer = timers.get(number)
      if (!timer) return
      if (timer.everyMs === undefined) timers.delete(number)
      else schedule(number, timer.everyMs)
      timer.run()
    },
    isWaiting: () => [...timers.values()].some(({ everyMs }) => everyMs === undefined),
  }
}
