import type { BrowserContext, Dialog, Page, Request, Route } from 'playwright-core'
import { RemoteError } from './remote.ts'
import type { KnownObject } from './objects.ts'
import { API } from './api.ts'
import type { TypeName } from './api.ts'

const MAX_LISTENERS = 1_000

/** A dialog stops its page until it is answered. What a program that listens leaves open is dismissed in the end. */
export function createListeners(
  report: (listener: number, value: unknown, type: TypeName | undefined) => void,
) {
  const listening = new Map<number, () => void>()
  const dialogs = new Set<Dialog>()

  return {
    listen({ object, type }: KnownObject, event: unknown, listener: unknown): void {
      if (typeof event !== 'string' || !API[type].events.has(event)) {
        const known = [...API[type].events.keys()].join(', ')
        throw new RemoteError(`The event ${String(event)} cannot be listened for. There are: ${known}.`)
      }
      if (typeof listener !== 'number' || listening.has(listener)) throw new RemoteError('No such listener.')
      if (listening.size >= MAX_LISTENERS) throw new RemoteError('The program listens for too much at once.')
      const onEvent = (value: unknown) => {
        if (event === 'dialog') dialogs.add(value as Dialog)
        report(listener, value, API[type].events.get(event))
      }
      const emitter = object as Page & BrowserContext
      emitter.on(event as 'close', onEvent)
      listening.set(listener, () => void emitter.off(event as 'close', onEvent))
    },
    unlisten(listener: unknown): void {
      listening.get(listener as number)?.()
      listening.delete(listener as number)
    },
    async [Symbol.asyncDispose]() {
      for (const stop of listening.values()) stop()
      listening.clear()
      // Those that were answered refuse, and so do those of pages that are gone.
      await Promise.allSettled([...dialogs].map((dialog) => dialog.dismiss()))
    },
  }
}

const MAX_ROUTES = 100

// A request waits until the program has decided, and goes on unchanged when the program ends before. Requests are
// handed on to the session's handlers (`fallback`), never sent past them (`continue`): what they forbid stays forbidden.
// `ask` lets the program decide about a request. It returns false when the program cannot decide now.
export function createRoutes(ask: (listener: number, route: Route) => boolean) {
  const held = new Map<number, () => Promise<void>>()
  const open = new Map<Route, () => void>()
  const decided = new WeakSet<Request>()

  function settle(route: Route): void {
    open.get(route)?.()
    open.delete(route)
  }

  async function handOn(route: Route): Promise<void> {
    settle(route)
    await route.fallback()
  }

  return {
    async route(target: Page | BrowserContext, url: string | RegExp, listener: number): Promise<void> {
      if (held.size >= MAX_ROUTES || held.has(listener)) throw new RemoteError('There are too many routes.')
      const handler = async (route: Route) => {
        if (decided.has(route.request())) return await route.fallback()
        const { promise, resolve } = Promise.withResolvers<void>()
        open.set(route, resolve)
        if (!ask(listener, route)) await handOn(route)
        await promise
      }
      held.set(listener, () => target.unroute(url, handler))
      await target.route(url, handler)
    },
    async unroute(listener: number): Promise<void> {
      const stop = held.get(listener)
      held.delete(listener)
      await stop?.()
    },
    /** Lets a request go on, unchanged by other handlers of the program; those of the session still see it. */
    async proceed(route: Route, overrides: object | undefined, toOthers: boolean): Promise<void> {
      if (!toOthers) decided.add(route.request())
      settle(route)
      await route.fallback(overrides)
    },
    answered: settle,
    async [Symbol.asyncDispose]() {
      // First the handlers, so that no further request comes to wait.
      const routes = [...held.values()].map((stop) => stop())
      held.clear()
      await Promise.allSettled([...open.keys()].map(handOn))
      await Promise.allSettled(routes)
    },
  }
}

export type Routes = ReturnType<typeof createRoutes>

export function watchForChanges(context: BrowserContext, onChange: () => void): Disposable {
  let isDue = false
  const later = () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      if (!isOver) onChange()
    })
  }
  let isOver = false
  const watched = new Set<Page>()
  const watch = (page: Page) => {
    watched.add(page)
    for (const event of CHANGE_EVENTS) page.on(event, later)
  }
  const opened = (page: Page) => {
    watch(page)
    later()
  }
  for (const page of context.pages()) watch(page)
  context.on('page', opened)
  return {
    [Symbol.dispose]() {
      isOver = true
      context.off('page', opened)
      for (const page of watched) for (const event of CHANGE_EVENTS) page.off(event, later)
    },
  }
}

const CHANGE_EVENTS = ['framenavigated', 'frameattached', 'framedetached', 'close'] as unknown as 'close'[]
