import { Buffer, decodeText, encodeText } from './bytes.ts'
import { clone } from './clone.ts'
import type { Host } from './host.ts'
import { formatted, inspect } from './inspect.ts'
import type { Output } from './output.ts'
import { refusal } from './refusal.ts'
import type { Timers } from './timers.ts'
import { createUrls } from './url.ts'

interface Needs {
  host: Host
  timers: Timers
  output: Output
}

/** What programs expect to find besides the language itself. */
export function defineGlobals({ host, timers, output }: Needs): void {
  Object.assign(globalThis, {
    ...createUrls(host),
    ...NOT_THERE,
    Buffer,
    TextEncoder: class {
      readonly encoding = 'utf-8'
      encode(text = ''): Uint8Array {
        return encodeText(String(text))
      }
    },
    TextDecoder: class {
      readonly encoding = 'utf-8'
      decode(bytes: ArrayBuffer | Uint8Array = new Uint8Array()): string {
        return decodeText(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
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
