import type { Events, Hear } from './events.ts'
import type { Objects, OwnMethods, Thing } from './objects.ts'
import { createWaiting } from './waiting.ts'
import type { Waiting } from './waiting.ts'
import type { Timers } from './timers.ts'

interface Means {
  events: Events
  timers: Timers
  /** How many milliseconds the program still has. */
  leftMs(): number
}

/** What Playwright does with functions of the program, or answers at once: done here, because only here they can be. */
export function createOwnMethods(objects: Objects, means: Means): OwnMethods {
  const waiting = createWaiting(objects, means)
  const emitter = emitterMethods(objects, means.events, waiting)
  const routing = routeMethods(objects, means.events)
  const handle = { asElement: () => null, toJSON: described(objects) }
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
      toJSON: described(objects),
    },
    Frame: { waitForURL: waiting.forUrl, toJSON: described(objects) },
    BrowserContext: { ...emitter, ...routing, ...timeMethods(objects), toJSON: described(objects) },
    Locator: {
      async all() {
        const count = (await this['count']!()) as number
        return Array.from({ length: count }, (_, index) => this['nth']!(index))
      },
      page() {
        const base = objects.at(objects.placeOf(this)!.object)
        return base['page'] ? base['page']() : base
      },
      toString: described(objects),
      toJSON: described(objects),
    },
    FrameLocator: { toString: described(objects), toJSON: described(objects) },
    JSHandle: handle,
    ElementHandle: {
      ...handle,
      asElement() {
        return this
      },
    },
    Response: {
      async json() {
        return JSON.parse((await this['text']!()) as string)
      },
      toJSON: described(objects),
    },
    Request: {
      postDataJSON() {
        const sent = this['postData']!()
        return sent === null ? null : JSON.parse(sent as string)
      },
      toJSON: described(objects),
    },
    ...Object.fromEntries(
      ['Route', 'Dialog', 'ConsoleMessage', 'Download', 'FileChooser'].map((type) => [
        type,
        { toJSON: described(objects) },
      ]),
    ),
  }
}

function emitterMethods(objects: Objects, events: Events, waiting: Waiting): OwnMethods[string] {
  const number = (thing: Thing) => objects.placeOf(thing)!.object
  const adding = (isOnce: boolean) =>
    function (this: Thing, event: unknown, hear: unknown) {
      events.add(number(this), String(event), hear as Hear, isOnce)
      return this
    }
  function remove(this: Thing, event: unknown, hear: unknown) {
    events.remove(number(this), String(event), hear as Hear)
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

/** Requests that a function of the program decides about. */
function routeMethods(objects: Objects, events: Events): OwnMethods[string] {
  const routes: { owner: Thing; match: unknown; hear: Hear; listener: number }[] = []

  async function remove(owner: Thing, isMeant: (one: (typeof routes)[number]) => boolean): Promise<void> {
    for (const one of routes.filter((route) => route.owner === owner && isMeant(route))) {
      routes.splice(routes.indexOf(one), 1)
      events.unregister(one.listener)
      await objects.call(objects.placeOf(owner)!, 'unroute', [one.listener])
    }
  }

  return {
    async route(match, hear, options) {
      if (typeof hear !== 'function') throw new TypeError('A route needs a function.')
      const { times } = (options ?? {}) as { times?: number }
      let left = times ?? Infinity
      const listener = events.register((route, request) => {
        const { url, fallback } = {
          url: (request as Thing)['url']!() as string,
          fallback: () => (route as Thing)['fallback']!(),
        }
        if (left <= 0 || (typeof match === 'function' && !match(new URL(url)))) return fallback()
        left -= 1
        return (hear as Hear)(route, request)
      })
      routes.push({ owner: this, match, hear: hear as Hear, listener })
      await objects.call(objects.placeOf(this)!, 'route', [
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

function timeMethods(objects: Objects): OwnMethods[string] {
  const setting = (method: string) =>
    function (this: Thing, milliseconds: unknown) {
      void objects.call(objects.placeOf(this)!, method, [milliseconds])
    }
  return {
    setDefaultTimeout: setting('setDefaultTimeout'),
    setDefaultNavigationTimeout: setting('setDefaultNavigationTimeout'),
  }
}

/** By name, or by its address as a text, a pattern or a function. */
function findFrame(page: Thing, wanted: unknown): unknown {
  const { name, url } =
    typeof wanted === 'string' ? { name: wanted, url: undefined } : (wanted as Record<string, unknown>)
  const isMeant = (frame: Thing) => {
    const address = frame['url']!() as string
    if (name !== undefined) return frame['name']!() === name
    if (typeof url === 'function') return url(new URL(address))
    return url instanceof RegExp ? url.test(address) : address === url
  }
  return (page['frames']!() as Thing[]).find(isMeant) ?? null
}

/** What an object of the page looks like when it is printed. */
function described(objects: Objects) {
  return function (this: Thing): string {
    const { type, chain } = objects.placeOf(this)!
    if (chain.length > 0) {
      return chain.map(({ method, args }) => `${method}(${args.map(briefly).join(', ')})`).join('.')
    }
    const url = this['url']?.()
    return typeof url === 'string' ? `[${type} ${url}]` : `[${type}]`
  }
}

function briefly(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  const { $: tag, source, flags, value: plain } = (value ?? {}) as Record<string, unknown>
  if (tag === 'regexp') return `/${String(source)}/${String(flags)}`
  return tag === 'plain' ? JSON.stringify(plain) : String(value)
}
