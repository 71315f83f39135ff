import { Buffer } from './bytes.ts'
import type { Output } from './outside.ts'
import { formatted, inspect } from './inspect.ts'
import { refusal } from './objects.ts'
import type { Timers } from './timers.ts'
import { OwnUrl, SearchParams } from './url.ts'

interface Needs {
  timers: Timers
  output: Output
}

export function defineGlobals({ timers, output }: Needs): void {
  Object.assign(globalThis, {
    URL: OwnUrl,
    URLSearchParams: SearchParams,
    ...NOT_THERE,
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

const HERE = '`page` and `context` are open already, and the language, `URL`, `Buffer` and timers are there'
const NETWORK =
  'programs have no network of their own; use `page.evaluate(() => fetch(...))` or `page.goto(...)`'

const NOT_THERE = {
  require: refusal('require', `there are no modules here; ${HERE}`),
  browser: refusal('browser', `the session has one browser; ${HERE}`),
  chromium: refusal('chromium', `the session has one browser; ${HERE}`),
  playwright: refusal('playwright', `the session has one browser; ${HERE}`),
  fetch: refusal('fetch', NETWORK),
  XMLHttpRequest: refusal('XMLHttpRequest', NETWORK),
  WebSocket: refusal('WebSocket', NETWORK),
}

/** A copy of data that shares nothing with it, as `structuredClone` of the web makes it. */
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
