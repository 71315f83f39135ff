import type { Page } from 'playwright-core'
import { firstOf, orAborted } from '../../../work/abort.ts'
import type { LiveTabs } from '../live-tabs.ts'
import type { RemoteAnswer, RemoteRun, RemoteValue, RemoteWish } from '../remote.ts'
import { createKnownObjects } from './known-objects.ts'
import type { Known } from './known-objects.ts'
import { createListeners } from './listeners.ts'
import { METHODS } from './methods.ts'
import type { Method } from './methods.ts'
import { own } from './own-entry.ts'
import { OWN_WAYS } from './own-ways.ts'
import type { OwnWay } from './own-ways.ts'
import { pattern } from './parameters.ts'
import { readCall } from './read-call.ts'
import { unknownMethod } from './refusals.ts'
import { remoteFailure } from './remote-failure.ts'
import { createRoutes } from './routes.ts'
import { createTimes } from './times.ts'
import { createTranslation } from './translation.ts'
import { watchForNews } from './watch-for-news.ts'

/** How long what a run leaves behind may take to be put away. */
const LEAVING_MS = 2_000
/** How much longer than it said Playwright may take before it is given up. */
const GRACE_MS = 2_000

/** The objects of one run. Calls run at the same time; each is begun in the order in which it was asked for. */
export function lendObjects(tabs: LiveTabs, { timeoutMs, signal: wanted, hear }: RemoteWish): RemoteRun {
  const known = createKnownObjects()
  const { read, resolve, told } = createTranslation(known)
  const times = createTimes(timeoutMs)
  const signal = firstOf(wanted, tabs.signal)
  const tell = (listener: number | undefined, values: RemoteValue[]) =>
    hear({ listener, values, objects: known.news() })
  const listeners = createListeners((listener, value, type) => tell(listener, [told(value, type)]))
  const routes = createRoutes((listener, route) =>
    tell(listener, [told(route, 'Route'), told(route.request(), 'Request')]),
  )
  const news = watchForNews(tabs.context, () => tell(undefined, []))
  const roots = {
    page: known.number(tabs.current(), 'Page'),
    context: known.number(tabs.context, 'BrowserContext'),
  }

  function begin(method: Method, name: string, { object, type }: Known, args: unknown[]) {
    let allowedMs = isPatient(name) ? Infinity : times.of(undefined)
    const given = read(method.takes, args, (said) => (allowedMs = times.of(said)))
    while (given.length > 0 && given.at(-1) === undefined) given.pop()
    const ownWay = own(OWN_WAYS[type] as Record<string, OwnWay> | undefined, name)
    const work = ownWay ? ownWay(object, given, { tabs, routes }) : call(object, name, given)
    return { work, allowedMs }
  }

  /** What is no method of Playwright's: listening, routes and times, which are kept here. */
  async function serve(name: string, target: Known, [first, second]: unknown[]): Promise<boolean> {
    if (name === 'listen') listeners.listen(target, first, second)
    else if (name === 'unlisten') listeners.unlisten(first)
    else if (name === 'setDefaultTimeout') times.setDefault(first)
    else if (name === 'setDefaultNavigationTimeout') times.setDefault(first)
    else if (name === 'unroute') await routes.unroute(Number(first))
    else if (name === 'route' && (target.type === 'Page' || target.type === 'BrowserContext')) {
      const [url] = read([pattern], [first], times.of)
      await routes.route(target.object as Page, url as string | RegExp, Number(second))
    } else return false
    return true
  }

  async function answer(question: unknown): Promise<RemoteAnswer> {
    const asked = readCall(question)
    const target = resolve(known.find(asked.object), asked.chain)
    if (await orAborted(serve(asked.method, target, asked.args), signal)) {
      return { value: { $: 'undefined' }, objects: known.news() }
    }
    const method = own(METHODS[target.type], asked.method)
    if (!method) throw unknownMethod(target.type, asked.method)
    const { work, allowedMs } = begin(method, asked.method, target, asked.args)
    using limit = times.limit(allowedMs + GRACE_MS, asked.method)
    const result = await orAborted(work, signal, limit.signal)
    if (asked.method === 'dispose') known.forget(asked.object as number)
    return { value: told(result, method.gives), objects: known.news() }
  }

  return {
    roots,
    objects: known.news(),
    async call(question) {
      try {
        return await answer(question)
      } catch (failure) {
        throw remoteFailure(failure)
      }
    },
    async [Symbol.asyncDispose]() {
      news[Symbol.dispose]()
      const handles = [...known.all('JSHandle'), ...known.all('ElementHandle')] as AsyncDisposable[]
      const left = [listeners, routes, ...handles].map((one) => one[Symbol.asyncDispose]())
      // A page that does not answer must not hold anybody up.
      await orAborted(Promise.allSettled(left), tabs.signal, AbortSignal.timeout(LEAVING_MS)).catch(() => {})
      signal[Symbol.dispose]()
    },
  }
}

/** `keyboard.press` is a method of what the page calls its keyboard. */
async function call(object: object, name: string, args: unknown[]): Promise<unknown> {
  const names = name.split('.')
  const method = names.pop()!
  const owner = names.reduce((one, part) => (one as Record<string, object>)[part]!, object)
  return await (owner as Record<string, (...args: unknown[]) => unknown>)[method]!(...args)
}

/** What may take as long as the whole run: what the program itself does in the page, and what it asked to wait for. */
function isPatient(method: string): boolean {
  return PATIENT.has(method)
}

const PATIENT = new Set([
  '$$eval',
  '$eval',
  'body',
  'evaluate',
  'evaluateAll',
  'evaluateHandle',
  'finished',
  'response',
  'text',
  'waitForTimeout',
])
