import type { Events } from './events.ts'
import type { Objects, Thing } from './objects.ts'
import type { Timers } from './timers.ts'

interface Means {
  events: Events
  timers: Timers
  leftMs(): number
}

type Method = (this: Thing, ...args: unknown[]) => Promise<unknown>

/** Waiting for something that a function of the program decides about. */
export interface Waiting {
  forEvent: Method
  /** For a request or response; addresses are compared on the other side. */
  forMessage(event: string, method: string): Method
  forUrl: Method
}

/** What Playwright waits for unless told otherwise, and what is left to tell the program that it was too long. */
const DEFAULT_MS = 30_000
const RESERVE_MS = 500

export function createWaiting(objects: Objects, { events, timers, leftMs }: Means): Waiting {
  /** The first of these events that satisfies the function. */
  function first(
    thing: Thing,
    event: string,
    isMeant: (value: unknown) => unknown,
    timeout: unknown,
  ): Promise<unknown> {
    const { object } = objects.placeOf(thing)!
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const wanted =
      typeof timeout === 'number' && timeout > 0 ? timeout : timeout === 0 ? Infinity : DEFAULT_MS
    const ms = Math.max(0, Math.min(wanted, leftMs() - RESERVE_MS))
    const hear = async (value: unknown) => {
      try {
        if (await isMeant(value)) resolve(value)
      } catch (failure) {
        reject(failure)
      }
    }
    // Repeated, because what only waits must not keep a program going that has ended.
    const timer = timers.start(() => reject(late(event, ms)), ms, true)
    events.add(object, event, hear, false)
    return promise.finally(() => {
      timers.stop(timer)
      events.remove(object, event, hear)
    })
  }

  return {
    async forEvent(event, wish) {
      const { predicate, timeout } = wishOf(wish)
      return await first(this, String(event), predicate ?? (() => true), timeout)
    },
    forMessage: (event, method) =>
      async function (match, options) {
        if (typeof match !== 'function')
          return await objects.call(objects.placeOf(this)!, method, [match, options])
        return await first(this, event, match as (value: unknown) => unknown, wishOf(options).timeout)
      },
    async forUrl(match, options) {
      const place = objects.placeOf(this)!
      if (typeof match !== 'function') return await objects.call(place, 'waitForURL', [match, options])
      const { timeout, waitUntil } = wishOf(options)
      const isThere = () => match(new URL(this['url']!() as string)) as unknown
      const page = (this['page']?.() ?? this) as Thing
      if (!(await isThere())) await first(page, 'framenavigated', isThere, timeout)
      return await objects.call(place, 'waitForLoadState', [waitUntil ?? 'load'])
    },
  }
}

interface Wish {
  predicate?: (value: unknown) => unknown
  timeout?: unknown
  waitUntil?: unknown
}

function wishOf(wish: unknown): Wish {
  return typeof wish === 'function' ? { predicate: wish as Wish['predicate'] } : ((wish ?? {}) as Wish)
}

function late(event: string, ms: number): Error {
  const error = new Error(`Timeout ${Math.round(ms)}ms exceeded while waiting for the event "${event}".`)
  error.name = 'TimeoutError'
  return error
}
