import type { BrowserContext, Frame, Page } from 'playwright-core'
import { z } from 'zod'
import type { LiveTabs } from '../tabs/tabs.ts'
import { RemoteError } from './remote.ts'
import type { Remote, RemoteAnswer, RemoteApi, RemoteRun, RemoteValue, RemoteWish } from './remote.ts'
import { API, unknownMethod } from './api.ts'
import type { Method, TypeName, Types } from './api.ts'
import { createKnownObjects, isToGate, withoutPass } from './objects.ts'
import type { Known, KnownObjects } from './objects.ts'
import { firstOf, orAborted } from '../../../concurrency/abort.ts'
import { createListeners, createRoutes, watchForNews } from './listening.ts'
import type { Routes } from './listening.ts'
import { pattern } from './parameters.ts'
import type { Parameter, Reading } from './parameters.ts'
import { tellValue } from './values.ts'

export function createRemote(tabs: LiveTabs): Remote {
  return { api: REMOTE_API, open: (wish) => lendObjects(tabs, wish) }
}

const REMOTE_API: RemoteApi = Object.fromEntries(
  Object.entries(API).map(([type, { methods, builders, now, events, refused }]) => [
    type,
    {
      methods: [...methods.keys()],
      builders: Object.fromEntries([...builders].map(([method, { gives }]) => [method, gives!])),
      now: [...now.keys()],
      refused,
      events: [...events.keys()],
    },
  ]),
)

const LEAVING_MS = 2_000
/** How much longer than it said Playwright may take before it is given up. */
const GRACE_MS = 2_000

/** The objects of one run. Calls run at the same time; each is begun in the order in which it was asked for. */
function lendObjects(tabs: LiveTabs, { timeoutMs, signal: wanted, hear }: RemoteWish): RemoteRun {
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
    let allowedMs = PATIENT.has(name) ? Infinity : times.of(undefined)
    const given = read(method.takes, args, (said) => (allowedMs = times.of(said)))
    while (given.length > 0 && given.at(-1) === undefined) given.pop()
    const ownWay = (OWN_WAYS[type] as Record<string, OwnWay> | undefined)?.[name]
    const work = ownWay ? ownWay(object, given, { tabs, routes }) : call(object, name, given)
    return { work, allowedMs }
  }

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
    const { object, chain, method: name, args } = asked(AskedCall, question)
    const target = resolve(known.find(object), chain)
    if (await orAborted(serve(name, target, args), signal)) {
      return { value: { $: 'undefined' }, objects: known.news() }
    }
    const method = API[target.type].methods.get(name)
    if (!method) throw unknownMethod(target.type, name)
    const { work, allowedMs } = begin(method, name, target, args)
    using limit = times.limit(allowedMs + GRACE_MS, name)
    const result = await orAborted(work, signal, limit.signal)
    if (name === 'dispose') known.forget(object as number)
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
const PATIENT = new Set(
  '$$eval $eval body evaluate evaluateAll evaluateHandle finished response text waitForTimeout'.split(' '),
)

const DEFAULT_MS = 30_000
/** What is left for a program to hear why a call failed. */
const RESERVE_MS = 500
const LEAST_MS = 50

function createTimes(timeoutMs: number) {
  const endsAt = performance.now() + timeoutMs
  let defaultMs = DEFAULT_MS
  return {
    /** What a call gets that asked for so much; undefined asks for the default, 0 for all there is. */
    of(said: unknown): number {
      const wanted = typeof said === 'number' && said >= 0 ? said : defaultMs
      const left = Math.max(LEAST_MS, endsAt - performance.now() - RESERVE_MS)
      return Math.floor(wanted === 0 ? left : Math.min(wanted, left))
    },
    setDefault(said: unknown): void {
      if (typeof said !== 'number' || !(said >= 0)) throw new RemoteError('A time in milliseconds is needed.')
      defaultMs = said
    },
    limit(milliseconds: number, method: string): Disposable & { signal: AbortSignal } {
      const late = new AbortController()
      const reason = new RemoteError(`${method}: the page did not answer in time.`, 'TimeoutError')
      const timer = Number.isFinite(milliseconds) && setTimeout(() => late.abort(reason), milliseconds)
      return { signal: late.signal, [Symbol.dispose]: () => timer && clearTimeout(timer) }
    },
  }
}

const MAX_LENGTH = 1_500

/** Playwright's log of what it tried, and where in its own code it was, are left out. */
export function remoteFailure(failure: unknown): RemoteError {
  if (failure instanceof RemoteError) return failure
  if (!(failure instanceof Error)) return new RemoteError(short(String(failure)))
  const [said = '', log = ''] = withoutColours(failure.message).split(/\n\s*Call log:\n?/)
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !/^\s+at .*[:)]/.test(line))
  const waited = /^\s*-\s*(waiting for .+)$/m.exec(log)?.[1]
  const message = waited === undefined ? lines : [...lines, `It was ${waited}.`]
  return new RemoteError(short(message.join('\n')), KINDS.has(failure.name) ? failure.name : 'Error')
}

const KINDS = new Set(['TimeoutError', 'TypeError', 'SyntaxError'])

function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001B\[[\d;]*m/g, '')
}

function short(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

interface Means {
  tabs: LiveTabs
  routes: Routes
}

type Way<Name extends TypeName> = (object: Types[Name], args: unknown[], means: Means) => Promise<unknown>

type OwnWay = (object: object, args: unknown[], means: Means) => Promise<unknown>

const MAX_PAGES = 20

const OWN_WAYS: { [Name in TypeName]?: Record<string, Way<Name>> } = {
  Page: { content: contentOf, bringToFront },
  Frame: { content: contentOf },
  BrowserContext: { newPage },
  Request: {
    allHeaders: async (request) => withoutPass(await request.allHeaders()),
    headersArray: async (request) => (await request.headersArray()).filter(({ name }) => !isToGate(name)),
    headerValue: async (request, [name]) =>
      isToGate(String(name)) ? null : await request.headerValue(String(name)),
  },
  Route: {
    continue: (route, [changes], { routes }) => routes.proceed(route, changes as object | undefined, false),
    fallback: (route, [changes], { routes }) => routes.proceed(route, changes as object | undefined, true),
    async abort(route, [code], { routes }) {
      routes.answered(route)
      await route.abort(code as string | undefined)
    },
    async fulfill(route, [answer], { routes }) {
      routes.answered(route)
      await route.fulfill(answer as object | undefined)
    },
  },
}

/** Playwright's own `content()` waits for a navigation to end, which may be never. */
async function contentOf(page: Page | Frame): Promise<string> {
  return await page.evaluate(
    "(document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '') + (document.documentElement?.outerHTML ?? '')",
  )
}

async function bringToFront(page: Page, _args: unknown[], { tabs }: Means): Promise<void> {
  tabs.bringToFront(page)
  await page.bringToFront()
}

async function newPage(context: BrowserContext): Promise<Page> {
  if (context.pages().length >= MAX_PAGES) {
    throw new RemoteError(`A session may have ${MAX_PAGES} pages. Close one with page.close().`)
  }
  return await context.newPage()
}

function createTranslation(known: KnownObjects) {
  const references = {
    object(number: unknown): unknown {
      const { object, type } = known.find(number)
      if (type !== 'JSHandle' && type !== 'ElementHandle') {
        throw new RemoteError(`A ${type} cannot be handed over; data, handles of elements and locators can.`)
      }
      return object
    },
    locator: (object: unknown, chain: unknown): unknown =>
      resolve(known.find(object), asked(AskedChain, chain)).object,
  }

  function read(takes: Parameter[], args: unknown[], timeout: Reading['timeout']): unknown[] {
    return takes.map((parameter, place) => parameter(args[place], { references, timeout }))
  }

  function resolve(start: Known, steps: z.output<typeof AskedChain>): Known {
    return steps.reduce(({ object, type }, step): Known => {
      const builder = API[type].builders.get(step.method)
      if (!builder) throw unknownMethod(type, step.method)
      const lead = (object as Record<string, (...args: unknown[]) => object>)[step.method]!
      // Nothing that leads to a locator waits for anything.
      return {
        object: lead.apply(
          object,
          read(builder.takes, step.args, () => 0),
        ),
        type: builder.gives!,
      }
    }, start)
  }

  function told(value: unknown, type: TypeName | undefined): RemoteValue {
    if (type === undefined || value === null || value === undefined) return tellValue(value)
    if (Array.isArray(value)) return value.map((item) => told(item, type))
    if (value instanceof Map) {
      return { $: 'map', entries: [...value].map(([key, item]) => [String(key), told(item, type)]) }
    }
    const isElement = type === 'JSHandle' && (value as { asElement(): unknown }).asElement() !== null
    return { $: 'object', object: known.number(value, isElement ? 'ElementHandle' : type) }
  }

  return { read, resolve, told }
}

const AskedStep = z.object({ method: z.string().max(100), args: z.array(z.unknown()).max(10) })
const AskedChain = z.array(AskedStep).max(100)
/** A call as a program sent it: of the right shape, with nothing read yet. */
const AskedCall = AskedStep.extend({ object: z.unknown(), chain: AskedChain })

function asked<Shape>(schema: z.ZodType<Shape>, value: unknown): Shape {
  const { data, success } = schema.safeParse(value)
  if (!success) {
    throw new RemoteError('This is no call, or one with too many steps or arguments.', 'TypeError')
  }
  return data
}
