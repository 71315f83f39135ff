import { Buffer, host } from './bytes.ts'
import type { Host, Output } from './host.ts'
import { formatted, inspect } from './inspect.ts'
import { unavailable } from './objects.ts'

export function defineGlobals({ timers, output }: { timers: Timers; output: Output }): void {
  Object.assign(globalThis, {
    URL: GuestUrl,
    URLSearchParams: SearchParams,
    ...UNAVAILABLE,
    Buffer,
    TextEncoder: class {
      readonly encoding = 'utf-8'
      encode(text = ''): Uint8Array {
        return Buffer.from(String(text))
      }
    },
    TextDecoder: class {
      readonly encoding = 'utf-8'
      decode(bytes: ArrayBuffer | Uint8Array = new Uint8Array()): string {
        return Buffer.from(bytes).toString()
      }
    },
    atob: (base64: unknown) => Buffer.from(String(base64), 'base64').toString('latin1'),
    btoa(text: unknown) {
      if (/[^\0-\u00FF]/.test(String(text))) throw new TypeError('btoa takes letters up to U+00FF only.')
      return Buffer.from(String(text), 'latin1').toString('base64')
    },
    structuredClone: (value: unknown) => clone(value),
    setTimeout: (run: Run, ms?: unknown, ...args: unknown[]) => timers.start(() => run(...args), ms, false),
    setInterval: (run: Run, ms?: unknown, ...args: unknown[]) => timers.start(() => run(...args), ms, true),
    setImmediate: (run: Run, ...args: unknown[]) => timers.start(() => run(...args), 0, false),
    clearTimeout: timers.stop,
    clearInterval: timers.stop,
    clearImmediate: timers.stop,
    console: consoleOf(output),
  })
}

type Run = (...args: unknown[]) => void

function consoleOf(output: Output): Record<string, (...values: unknown[]) => void> {
  const to =
    (stream: 'stdout' | 'stderr') =>
    (...values: unknown[]) =>
      output.print(stream, formatted(values))
  return {
    log: to('stdout'),
    info: to('stdout'),
    debug: to('stdout'),
    warn: to('stderr'),
    error: to('stderr'),
    trace: to('stderr'),
    dir: (value) => output.print('stdout', inspect(value)),
    table: (value) => output.print('stdout', inspect(value)),
    assert(isTrue, ...values) {
      if (!isTrue) output.print('stderr', formatted(['Assertion failed:', ...values]))
    },
  }
}

const AVAILABLE_HERE =
  '`page` and `context` are open already, and the language, `URL`, `Buffer` and timers are there'
const NETWORK =
  'programs have no network of their own; use `page.evaluate(() => fetch(...))` or `page.goto(...)`'

const UNAVAILABLE = {
  require: unavailable('require', `there are no modules here; ${AVAILABLE_HERE}`),
  browser: unavailable('browser', `the session has one browser; ${AVAILABLE_HERE}`),
  chromium: unavailable('chromium', `the session has one browser; ${AVAILABLE_HERE}`),
  playwright: unavailable('playwright', `the session has one browser; ${AVAILABLE_HERE}`),
  fetch: unavailable('fetch', NETWORK),
  XMLHttpRequest: unavailable('XMLHttpRequest', NETWORK),
  WebSocket: unavailable('WebSocket', NETWORK),
}

export function clone<Value>(value: Value, copies = new Map<unknown, unknown>()): Value {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError('A function or symbol cannot be cloned.')
  }
  if (value === null || typeof value !== 'object') return value
  if (copies.has(value)) return copies.get(value) as Value
  const keep = <Copy>(copy: Copy): Copy => {
    copies.set(value, copy)
    return copy
  }
  return copyOf(value, keep, (item) => clone(item, copies)) as Value
}

function copyOf(value: object, keep: <Copy>(copy: Copy) => Copy, inner: (item: unknown) => unknown): unknown {
  if (value instanceof Date) return keep(new Date(value.getTime()))
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags))
  if (value instanceof ArrayBuffer) return keep(value.slice(0))
  if (ArrayBuffer.isView(value)) return keep((value as Uint8Array).slice())
  if (value instanceof Error) return keep(Object.assign(new Error(value.message), { name: value.name }))
  if (value instanceof Map) {
    const copy = keep(new Map())
    for (const [key, item] of value) copy.set(inner(key), inner(item))
    return copy
  }
  if (value instanceof Set) {
    const copy = keep(new Set())
    for (const item of value) copy.add(inner(item))
    return copy
  }
  const copy: Record<string, unknown> | unknown[] = keep(Array.isArray(value) ? [] : {})
  for (const [key, item] of Object.entries(value)) (copy as Record<string, unknown>)[key] = inner(item)
  return copy
}

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

const MAX_TIMERS = 1_000

export type Timers = ReturnType<typeof createTimers>

export function createTimers({ schedule }: Host) {
  const timers = new Map<number, { run: () => void; everyMs: number | undefined }>()
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

type Parts = Record<(typeof PARTS)[number] | 'origin', string>

const PARTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const

function parse(address: unknown, base?: unknown, part = '', value = ''): Parts | undefined {
  const parts = host.parseUrl(String(address), base === undefined ? '' : String(base), part, value)
  return parts === '' ? undefined : (JSON.parse(parts) as Parts)
}

export class GuestUrl {
  #parts: Parts
  readonly searchParams: SearchParams

  static {
    for (const part of PARTS) {
      Object.defineProperty(this.prototype, part, {
        get(this: GuestUrl) {
          return this.#parts[part]
        },
        set(this: GuestUrl, value: unknown) {
          this.#set(part, String(value))
          this.searchParams.replace(this.#parts.search)
        },
        enumerable: true,
        configurable: true,
      })
    }
  }

  constructor(address: unknown, base?: unknown) {
    const parts = parse(address, base)
    if (!parts) throw new TypeError(`Invalid URL: ${String(address).slice(0, 200)}`)
    this.#parts = parts
    this.searchParams = new SearchParams(parts.search, (search) => this.#set('search', search))
  }

  static canParse(address: unknown, base?: unknown): boolean {
    return parse(address, base) !== undefined
  }

  static parse(address: unknown, base?: unknown): GuestUrl | null {
    return GuestUrl.canParse(address, base) ? new GuestUrl(address, base) : null
  }

  #set(part: keyof Parts, value: string): void {
    this.#parts = parse(this.#parts.href, undefined, part, value) ?? this.#parts
  }

  get origin(): string {
    return this.#parts.origin
  }

  toString(): string {
    return this.#parts.href
  }

  toJSON(): string {
    return this.#parts.href
  }
}

type Init = string | Iterable<[string, string]> | Record<string, string>

const QUERY_METHODS = [
  'append',
  'delete',
  'entries',
  'get',
  'getAll',
  'has',
  'keys',
  'set',
  'sort',
  'toString',
  'values',
]
const CHANGING_METHODS = new Set(['append', 'delete', 'set', 'sort'])
const ITERATOR_METHODS = new Set(['entries', 'keys', 'values'])

export class SearchParams {
  declare append: (name: string, value: unknown) => void
  declare entries: () => Iterator<[string, string]>
  declare get: (name: string) => string | null
  declare getAll: (name: string) => string[]
  declare has: (name: string) => boolean
  declare toString: () => string
  #query = ''
  #changed: (search: string) => void = () => {}

  static {
    for (const method of QUERY_METHODS) {
      Object.defineProperty(this.prototype, method, {
        value(this: SearchParams, ...args: unknown[]) {
          const value = this.#use(method, args.map(String))
          return ITERATOR_METHODS.has(method) ? (value as unknown[]).values() : value
        },
        writable: true,
        configurable: true,
      })
    }
  }

  constructor(init: Init = '', changed?: (search: string) => void) {
    if (typeof init === 'string') this.#query = init
    else
      for (const [key, value] of Symbol.iterator in init ? init : Object.entries(init))
        this.append(key, value)
    if (changed) this.#changed = changed
  }

  replace(search: string): void {
    this.#query = search
  }

  get size(): number {
    return [...this].length
  }

  forEach(visit: (value: string, key: string, all: this) => void): void {
    for (const [key, value] of this) visit(value, key, this)
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.entries()
  }

  #use(method: string, args: string[]): unknown {
    const { value, query } = JSON.parse(host.useQuery(this.#query, method, JSON.stringify(args))) as {
      value: unknown
      query: string
    }
    if (CHANGING_METHODS.has(method)) {
      this.#query = query
      this.#changed(query)
    }
    return value
  }
}
