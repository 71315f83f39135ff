import type { BrowserContext, Frame, Page } from 'playwright-core'
import { z } from 'zod'
import type { LiveTabs } from '../tabs/tabs.ts'
import { RemoteError } from './remote.ts'
import type { Remote, RemoteResponse, RemoteApi, RemoteRun, RemoteValue, RemoteRunOptions } from './remote.ts'
import { API, unknownMethod } from './api.ts'
import type { Method, TypeName, Types } from './api.ts'
import { createKnownObjects, isProxyHeader, withoutProxyHeaders } from './objects.ts'
import type { KnownObject, KnownObjects } from './objects.ts'
import { anySignal, orAborted } from '../../../concurrency/abort.ts'
import { createListeners, createRoutes, watchForChanges } from './listeners.ts'
import type { Routes } from './listeners.ts'
import { pattern } from './parameters.ts'
import type { Parameter, ParameterContext } from './parameters.ts'
import { encodeValue } from './values.ts'

export function createRemote(tabs: LiveTabs): Remote {
  return { api: REMOTE_API, open: (options) => openRun(tabs, options) }
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
function openRun(tabs: LiveTabs, { timeoutMs, signal: wanted, onEvent }: RemoteRunOptions): RemoteRun {
  const known = createKnownObjects()
  const { read: decode, resolve, told: encode } = createCodec(known)
  const timeouts = createTimeouts(timeoutMs)
  const signal = anySignal(wanted, tabs.signal)
  const report = (listener: number | undefined, values: RemoteValue[]) =>
    onEvent({ listener, values, objects: known.news() })
  const listeners = createListeners((listener, value, type) => report(listener, [encode(value, type)]))
  const routes = createRoutes((listener, route) =>
    report(listener, [encode(route, 'Route'), encode(route.request(), 'Request')]),
  )
  const changeWatch = watchForChanges(tabs.context, () => report(undefined, []))
  const roots = {
    page: known.number(tabs.current(), 'Page'),
    context: known.number(tabs.context, 'BrowserContext'),
  }

  function begin(method: Method, name: string, { object, type }: KnownObject, args: unknown[]) {
    let allowedMs = LONG_CALLS.has(name) ? Infinity : timeouts.of(undefined)
    const given = decode(method.takes, args, (said) => (allowedMs = timeouts.of(said)))
    while (given.length > 0 && given.at(-1) === undefined) given.pop()
    const override = (OVERRIDES[type] as Record<string, AnyOverride> | undefined)?.[name]
    const work = override ? override(object, given, { tabs, routes }) : call(object, name, given)
    return { work, allowedMs }
  }

  async function serve(name: string, target: KnownObject, [first, second]: unknown[]): Promise<boolean> {
    if (name === 'listen') listeners.listen(target, first, second)
    else if (name === 'unlisten') listeners.unlisten(first)
    else if (name === 'setDefaultTimeout') timeouts.setDefault(first)
    else if (name === 'setDefaultNavigationTimeout') timeouts.setDefault(first)
    else if (name === 'unroute') await routes.unroute(Number(first))
    else if (name === 'route' && (target.type === 'Page' || target.type === 'BrowserContext')) {
      const [url] = decode([pattern], [first], timeouts.of)
      await routes.route(target.object as Page, url as string | RegExp, Number(second))
    } else return false
    return true
  }

  async function respond(request: unknown): Promise<RemoteResponse> {
    const { object, chain, method: name, args } = parseShape(CallSchema, request)
    const target = resolve(known.find(object), chain)
    if (await orAborted(serve(name, target, args), signal)) {
      return { value: { $: 'undefined' }, objects: known.news() }
    }
    const method = API[target.type].methods.get(name)
    if (!method) throw unknownMethod(target.type, name)
    const { work, allowedMs } = begin(method, name, target, args)
    using limit = timeouts.limit(allowedMs + GRACE_MS, name)
    const result = await orAborted(work, signal, limit.signal)
    if (name === 'dispose') known.forget(object as number)
    return { value: encode(result, method.gives), objects: known.news() }
  }

  return {
    roots,
    objects: known.news(),
    async call(request) {
      try {
        return await respond(request)
      } catch (failure) {
        throw remoteFailure(failure)
      }
    },
    async [Symbol.asyncDispose]() {
      changeWatch[Symbol.dispose]()
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
const LONG_CALLS = new Set(
  '$$eval $eval body evaluate evaluateAll evaluateHandle finished response text waitForTimeout'.split(' '),
)

const DEFAULT_MS = 30_000
/** What is left for a program to hear why a call failed. */
const RESERVE_MS = 500
const MIN_MS = 50

function createTimeouts(timeoutMs: number) {
  const endsAt = performance.now() + timeoutMs
  let defaultMs = DEFAULT_MS
  return {
    /** What a call gets that asked for so much; undefined asks for the default, 0 for all there is. */
    of(said: unknown): number {
      const wanted = typeof said === 'number' && said >= 0 ? said : defaultMs
      const left = Math.max(MIN_MS, endsAt - performance.now() - RESERVE_MS)
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
  return new RemoteError(short(message.join('\n')), ERROR_NAMES.has(failure.name) ? failure.name : 'Error')
}

const ERROR_NAMES = new Set(['TimeoutError', 'TypeError', 'SyntaxError'])

function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001B\[[\d;]*m/g, '')
}

function short(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

interface OverrideContext {
  tabs: LiveTabs
  routes: Routes
}

type Override<Name extends TypeName> = (
  object: Types[Name],
  args: unknown[],
  means: OverrideContext,
) => Promise<unknown>

type AnyOverride = (object: object, args: unknown[], means: OverrideContext) => Promise<unknown>

const MAX_PAGES = 20

const OVERRIDES: { [Name in TypeName]?: Record<string, Override<Name>> } = {
  Page: { content: contentOf, bringToFront },
  Frame: { content: contentOf },
  BrowserContext: { newPage },
  Request: {
    allHeaders: async (request) => withoutProxyHeaders(await request.allHeaders()),
    headersArray: async (request) =>
      (await request.headersArray()).filter(({ name }) => !isProxyHeader(name)),
    headerValue: async (request, [name]) =>
      isProxyHeader(String(name)) ? null : await request.headerValue(String(name)),
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

async function bringToFront(page: Page, _args: unknown[], { tabs }: OverrideContext): Promise<void> {
  tabs.bringToFront(page)
  await page.bringToFront()
}

async function newPage(context: BrowserContext): Promise<Page> {
  if (context.pages().length >= MAX_PAGES) {
    throw new RemoteError(`A session may have ${MAX_PAGES} pages. Close one with page.close().`)
  }
  return await context.newPage()
}

function createCodec(known: KnownObjects) {
  const references = {
    object(number: unknown): unknown {
      const { object, type } = known.find(number)
      if (type !== 'JSHandle' && type !== 'ElementHandle') {
        throw new RemoteError(`A ${type} cannot be handed over; data, handles of elements and locators can.`)
      }
      return object
    },
    locator: (object: unknown, chain: unknown): unknown =>
      resolve(known.find(object), parseShape(ChainSchema, chain)).object,
  }

  function decode(takes: Parameter[], args: unknown[], timeout: ParameterContext['timeout']): unknown[] {
    return takes.map((parameter, place) => parameter(args[place], { references, timeout }))
  }

  function resolve(start: KnownObject, steps: z.output<typeof ChainSchema>): KnownObject {
    return steps.reduce(({ object, type }, step): KnownObject => {
      const builder = API[type].builders.get(step.method)
      if (!builder) throw unknownMethod(type, step.method)
      const build = (object as Record<string, (...args: unknown[]) => object>)[step.method]!
      // Nothing that leads to a locator waits for anything.
      return {
        object: build.apply(
          object,
          decode(builder.takes, step.args, () => 0),
        ),
        type: builder.gives!,
      }
    }, start)
  }

  function encode(value: unknown, type: TypeName | undefined): RemoteValue {
    if (type === undefined || value === null || value === undefined) return encodeValue(value)
    if (Array.isArray(value)) return value.map((item) => encode(item, type))
    if (value instanceof Map) {
      return { $: 'map', entries: [...value].map(([key, item]) => [String(key), encode(item, type)]) }
    }
    const isElement = type === 'JSHandle' && (value as { asElement(): unknown }).asElement() !== null
    return { $: 'object', object: known.number(value, isElement ? 'ElementHandle' : type) }
  }

  return { read: decode, resolve, told: encode }
}

const StepSchema = z.object({ method: z.string().max(100), args: z.array(z.unknown()).max(10) })
const ChainSchema = z.array(StepSchema).max(100)
/** A call as a program sent it: of the right shape, with nothing read yet. */
const CallSchema = StepSchema.extend({ object: z.unknown(), chain: ChainSchema })

function parseShape<Shape>(schema: z.ZodType<Shape>, value: unknown): Shape {
  const { data, success } = schema.safeParse(value)
  if (!success) {
    throw new RemoteError('This is no call, or one with too many steps or arguments.', 'TypeError')
  }
  return data
}
