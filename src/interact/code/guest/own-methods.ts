import type { Timers } from './globals.ts'
import type { RemoteObjects, OwnMethods, RemoteProxy } from './objects.ts'

interface MethodContext {
  events: Events
  timers: Timers
  leftMs(): number
}

/** What Playwright does with functions of the program, or answers at once: done here, because only here they can be. */
export function createOwnMethods(objects: RemoteObjects, means: MethodContext): OwnMethods {
  const waiting = createWaitMethods(objects, means)
  const emitter = emitterMethods(objects, means.events, waiting)
  const routing = routeMethods(objects, means.events)
  return {
    Page: {
      ...emitter,
      ...routing,
      ...timeMethods(objects),
      frame(wanted) {
        return findFrame(this, wanted)
      },
      waitForRequest: waiting.forMessage('request', 'waitForRequest'),
      waitForResponse: waiting.forMessage('response', 'waitForResponse'),
      waitForURL: waiting.forUrl,
    },
    Frame: { waitForURL: waiting.forUrl },
    BrowserContext: { ...emitter, ...routing, ...timeMethods(objects) },
    Locator: {
      async all() {
        const count = (await this['count']!()) as number
        return Array.from({ length: count }, (_, index) => this['nth']!(index))
      },
      page() {
        const base = objects.get(objects.pathOf(this)!.object)
        return base['page'] ? base['page']() : base
      },
      ...PRINTED,
    },
    FrameLocator: PRINTED,
    JSHandle: { asElement: () => null },
    ElementHandle: {
      asElement() {
        return this
      },
    },
    Response: {
      async json() {
        return JSON.parse((await this['text']!()) as string)
      },
    },
    Request: {
      postDataJSON() {
        const sent = this['postData']!()
        return sent === null ? null : JSON.parse(sent as string)
      },
    },
  }
}

const PRINTED: OwnMethods[string] = {
  toString() {
    return this['toJSON']!()
  },
}

function emitterMethods(
  objects: RemoteObjects,
  events: Events,
  waiting: ReturnType<typeof createWaitMethods>,
): OwnMethods[string] {
  const number = (thing: RemoteProxy) => objects.pathOf(thing)!.object
  const adding = (isOnce: boolean) =>
    function (this: RemoteProxy, event: unknown, hear: unknown) {
      events.add(number(this), String(event), hear as Listener, isOnce)
      return this
    }
  function remove(this: RemoteProxy, event: unknown, hear: unknown) {
    events.remove(number(this), String(event), hear as Listener)
    return this
  }
  return {
    on: adding(false),
    addListener: adding(false),
    prependListener: adding(false),
    once: adding(true),
    off: remove,
    removeListener: remove,
    removeAllListeners(event) {
      events.remove(number(this), event === undefined ? undefined : String(event), undefined)
      return this
    },
    waitForEvent: waiting.forEvent,
  }
}

function routeMethods(objects: RemoteObjects, events: Events): OwnMethods[string] {
  const routes: { owner: RemoteProxy; match: unknown; hear: Listener; listener: number }[] = []

  async function remove(
    owner: RemoteProxy,
    isMeant: (one: (typeof routes)[number]) => boolean,
  ): Promise<void> {
    for (const one of routes.filter((route) => route.owner === owner && isMeant(route))) {
      routes.splice(routes.indexOf(one), 1)
      events.unregister(one.listener)
      await objects.call(objects.pathOf(owner)!, 'unroute', [one.listener])
    }
  }

  return {
    async route(match, hear, options) {
      if (typeof hear !== 'function') throw new TypeError('A route needs a function.')
      const { times } = (options ?? {}) as { times?: number }
      let left = times ?? Infinity
      const listener = events.register((route, request) => {
        const isMeant =
          typeof match !== 'function' || match(new URL((request as RemoteProxy)['url']!() as string))
        if (left <= 0 || !isMeant) return (route as RemoteProxy)['fallback']!()
        left -= 1
        return (hear as Listener)(route, request)
      })
      routes.push({ owner: this, match, hear: hear as Listener, listener })
      await objects.call(objects.pathOf(this)!, 'route', [
        typeof match === 'function' ? '**/*' : match,
        listener,
      ])
    },
    async unroute(match, hear) {
      await remove(
        this,
        (one) => String(one.match) === String(match) && (hear === undefined || one.hear === hear),
      )
    },
    async unrouteAll() {
      await remove(this, () => true)
    },
  }
}

function timeMethods(objects: RemoteObjects): OwnMethods[string] {
  const setting = (method: string) =>
    function (this: RemoteProxy, milliseconds: unknown) {
      void objects.call(objects.pathOf(this)!, method, [milliseconds])
    }
  return {
    setDefaultTimeout: setting('setDefaultTimeout'),
    setDefaultNavigationTimeout: setting('setDefaultNavigationTimeout'),
  }
}

function findFrame(page: RemoteProxy, wanted: unknown): unknown {
  const { name, url } =
    typeof wanted === 'string' ? { name: wanted, url: undefined } : (wanted as Record<string, unknown>)
  const isMeant = (frame: RemoteProxy) => {
    const address = frame['url']!() as string
    if (name !== undefined) return frame['name']!() === name
    if (typeof url === 'function') return url(new URL(address))
    return url instanceof RegExp ? url.test(address) : address === url
  }
  return (page['frames']!() as RemoteProxy[]).find(isMeant) ?? null
}

/** What Playwright waits for unless told otherwise, and what is left to tell the program that it was too long. */
const DEFAULT_MS = 30_000
const RESERVE_MS = 500

function createWaitMethods(objects: RemoteObjects, { events, timers, leftMs }: MethodContext) {
  function first(
    thing: RemoteProxy,
    event: string,
    isMeant: (value: unknown) => unknown,
    timeout: unknown,
  ): Promise<unknown> {
    const { object } = objects.pathOf(thing)!
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
    const timer = timers.start(() => reject(timeoutError(event, ms)), ms, true)
    events.add(object, event, hear, false)
    return promise.finally(() => {
      timers.stop(timer)
      events.remove(object, event, hear)
    })
  }

  return {
    async forEvent(this: RemoteProxy, event: unknown, wish?: unknown) {
      const { predicate, timeout } = waitOptionsOf(wish)
      return await first(this, String(event), predicate ?? (() => true), timeout)
    },
    forMessage: (event: string, method: string) =>
      async function (this: RemoteProxy, match: unknown, options?: unknown) {
        if (typeof match !== 'function')
          return await objects.call(objects.pathOf(this)!, method, [match, options])
        return await first(this, event, match as (value: unknown) => unknown, waitOptionsOf(options).timeout)
      },
    async forUrl(this: RemoteProxy, match: unknown, options?: unknown) {
      const place = objects.pathOf(this)!
      if (typeof match !== 'function') return await objects.call(place, 'waitForURL', [match, options])
      const { timeout, waitUntil } = waitOptionsOf(options)
      const isThere = () => match(new URL(this['url']!() as string)) as unknown
      const page = (this['page']?.() ?? this) as RemoteProxy
      if (!(await isThere())) await first(page, 'framenavigated', isThere, timeout)
      return await objects.call(place, 'waitForLoadState', [waitUntil ?? 'load'])
    },
  }
}

interface WaitOptions {
  predicate?: (value: unknown) => unknown
  timeout?: unknown
  waitUntil?: unknown
}

function waitOptionsOf(given: unknown): WaitOptions {
  return typeof given === 'function'
    ? { predicate: given as WaitOptions['predicate'] }
    : ((given ?? {}) as WaitOptions)
}

function timeoutError(event: string, ms: number): Error {
  const error = new Error(`Timeout ${Math.round(ms)}ms exceeded while waiting for the event "${event}".`)
  error.name = 'TimeoutError'
  return error
}

type Listener = (...values: unknown[]) => unknown

interface EventListeners {
  listener: number
  hears: { hear: Listener; isOnce: boolean }[]
}

interface EventTransport {
  listen(object: number, event: string, listener: number): void
  unlisten(object: number, listener: number): void
  /** A function of the program failed that nobody waits for. */
  fail(failure: unknown): void
}

type Events = ReturnType<typeof createEvents>

export function createEvents(transport: EventTransport) {
  const byObject = new Map<number, Map<string, EventListeners>>()
  const byListener = new Map<number, Listener>()
  let last = 0

  function register(hear: Listener): number {
    last += 1
    byListener.set(last, hear)
    return last
  }

  function dispatch(listener: number, values: unknown[]): void {
    try {
      const result = byListener.get(listener)?.(...values)
      if (result instanceof Promise) result.catch((failure: unknown) => transport.fail(failure))
    } catch (failure) {
      transport.fail(failure)
    }
  }

  function begin(object: number, event: string): EventListeners {
    const hearing: EventListeners = { listener: 0, hears: [] }
    hearing.listener = register((...values) => {
      for (const one of hearing.hears) {
        if (one.isOnce) remove(object, event, one.hear)
        const listener = register(one.hear)
        dispatch(listener, values)
        byListener.delete(listener)
      }
    })
    transport.listen(object, event, hearing.listener)
    return hearing
  }

  function remove(object: number, event: string | undefined, hear: Listener | undefined): void {
    const hearings = byObject.get(object)
    for (const [name, hearing] of hearings ?? []) {
      if (event !== undefined && name !== event) continue
      hearing.hears = hear ? hearing.hears.filter((one) => one.hear !== hear) : []
      if (hearing.hears.length > 0) continue
      hearings!.delete(name)
      byListener.delete(hearing.listener)
      transport.unlisten(object, hearing.listener)
    }
  }

  return {
    add(object: number, event: string, hear: Listener, isOnce: boolean): void {
      if (typeof hear !== 'function') throw new TypeError('A listener must be a function.')
      const hearings = byObject.get(object) ?? new Map<string, EventListeners>()
      byObject.set(object, hearings)
      const hearing = hearings.get(event) ?? begin(object, event)
      hearings.set(event, hearing)
      // Never changed in place: it may be gone through just now.
      hearing.hears = [...hearing.hears, { hear, isOnce }]
    },
    remove,
    register,
    unregister: (listener: number) => void byListener.delete(listener),
    dispatch,
  }
}
