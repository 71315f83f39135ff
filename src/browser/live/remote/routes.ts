import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { RemoteError } from '../remote.ts'

/** Asks the program what to do about a request; false when it cannot be asked now. */
type Ask = (listener: number, route: Route) => boolean

/** Requests that a program has a say in. */
export interface Routes extends AsyncDisposable {
  route(target: Page | BrowserContext, url: string | RegExp, listener: number): Promise<void>
  unroute(listener: number): Promise<void>
  /** Lets a request go on, unchanged by other handlers of the program; those of the session still see it. */
  proceed(route: Route, overrides: object | undefined, toOthers: boolean): Promise<void>
  /** Tells that the program has answered the request itself. */
  answered(route: Route): void
}

const MAX_ROUTES = 100

interface Held {
  target: Page | BrowserContext
  url: string | RegExp
  handler: (route: Route) => Promise<void>
}

/**
 * A request waits until the program has decided, and goes on as it was when the program ends without having done so.
 * Nothing leaves the browser in another way than before: what a handler of the session forbids stays forbidden, because
 * a request is handed on to them (`fallback`) and never sent past them (`continue`).
 */
export function createRoutes(ask: Ask): Routes {
  const held = new Map<number, Held>()
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
    async route(target, url, listener) {
      if (held.size >= MAX_ROUTES || held.has(listener)) throw new RemoteError('There are too many routes.')
      const handler = async (route: Route) => {
        if (decided.has(route.request())) return await route.fallback()
        const { promise, resolve } = Promise.withResolvers<void>()
        open.set(route, resolve)
        if (!ask(listener, route)) await handOn(route)
        await promise
      }
      held.set(listener, { target, url, handler })
      await target.route(url, handler)
    },
    async unroute(listener) {
      const one = held.get(listener)
      held.delete(listener)
      await one?.target.unroute(one.url, one.handler)
    },
    async proceed(route, overrides, toOthers) {
      if (!toOthers) decided.add(route.request())
      settle(route)
      await route.fallback(overrides)
    },
    answered: settle,
    async [Symbol.asyncDispose]() {
      // First the handlers, so that no further request comes to wait.
      const routes = [...held.values()].map(({ target, url, handler }) => target.unroute(url, handler))
      held.clear()
      await Promise.allSettled([...open.keys()].map(handOn))
      await Promise.allSettled(routes)
    },
  }
}
