import { isDeepStrictEqual } from 'node:util'
import { RemoteError } from './remote.ts'
import type { RemoteObject, RemoteValue } from './remote.ts'
import { API } from './api.ts'
import type { TypeName } from './api.ts'
import { encodeValue } from './values.ts'

const MAX_HELD = 10_000
/** How many of those that only pass by, such as requests, are kept; the oldest go first. */
const MAX_PASSING = 2_000
const PASSING = new Set<TypeName>(['Request', 'Response', 'ConsoleMessage'])
const CHANGING = new Set<TypeName>(['Page', 'Frame', 'BrowserContext'])

export interface KnownObject {
  object: object
  type: TypeName
}

export function createKnownObjects() {
  const byNumber = new Map<number, KnownObject & { reported?: RemoteObject['now'] }>()
  const numbers = new Map<object, number>()
  const passing: number[] = []
  let unreported: number[] = []
  let last = 0

  function forget(number: number): void {
    const known = byNumber.get(number)
    if (!known) return
    byNumber.delete(number)
    numbers.delete(known.object)
  }

  function numberOf(object: object, type: TypeName): number {
    const existing = numbers.get(object)
    if (existing !== undefined) return existing
    if (byNumber.size >= MAX_HELD) {
      throw new RemoteError(`The program holds ${MAX_HELD} objects of the page. Dispose of some first.`)
    }
    last += 1
    byNumber.set(last, { object, type })
    numbers.set(object, last)
    unreported.push(last)
    if (PASSING.has(type)) {
      passing.push(last)
      if (passing.length > MAX_PASSING) forget(passing.shift()!)
    }
    return last
  }

  /** Objects that are new or have changed since this was last asked. Looking at one may lead to others. */
  function changes(): RemoteObject[] {
    const changes: RemoteObject[] = []
    const changing = [...byNumber].flatMap(([one, { type }]) => (CHANGING.has(type) ? [one] : []))
    unreported = [...new Set([...unreported, ...changing])]
    for (let one = unreported.shift(); one !== undefined; one = unreported.shift()) {
      const known = byNumber.get(one)
      if (!known) continue
      const now = nowOf(known, numberOf)
      if (isDeepStrictEqual(known.reported, now)) continue
      known.reported = now
      changes.push({ object: one, type: known.type, now })
    }
    return changes
  }

  return {
    number(object: object, type: TypeName): number {
      const number = numberOf(object, type)
      // It may have changed: a request that has failed meanwhile.
      unreported.push(number)
      return number
    },
    forget,
    news: changes,
    find(number: unknown): KnownObject {
      const known = typeof number === 'number' ? byNumber.get(number) : undefined
      if (!known) {
        throw new RemoteError('This object is not there any more: it was disposed of, or is too old.')
      }
      return known
    },
    all: (type: TypeName) =>
      [...byNumber.values()].flatMap((known) => (known.type === type ? [known.object] : [])),
  }
}

export type KnownObjects = ReturnType<typeof createKnownObjects>

type NumberOf = (object: object, type: TypeName) => number

/** What the methods of an object answer that are no promises. */
function nowOf({ object, type }: KnownObject, numberOf: NumberOf): RemoteObject['now'] {
  const refer = (one: object, of: TypeName): RemoteValue => ({ $: 'object', object: numberOf(one, of) })
  const entries = [...API[type].now].map(([name, gives]): [string, RemoteValue] => {
    const value = valueOrUndefined(() => (object as Record<string, () => unknown>)[name]!()) ?? null
    if (typeof value === 'string') return [name, value.slice(0, LONGEST_TEXTS[name])]
    if (gives === undefined || value === null) {
      const isSent = type === 'Request' && name === 'headers'
      return [name, encodeValue(isSent ? withoutProxyHeaders(value as Record<string, string>) : value)]
    }
    if (!Array.isArray(value)) return [name, refer(value, gives)]
    return [name, value.slice(0, MAX_LISTED).map((one: object) => refer(one, gives))]
  })
  return Object.fromEntries(entries)
}

const MAX_LISTED = 200
const LONGEST_TEXTS: Record<string, number | undefined> = {
  toString: 1_000,
  text: 100_000,
  postData: 100_000,
}

/** Requests of service workers have no frame, and those of pages that are closing may have none any more. */
function valueOrUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** What was said to the gate, the session's pass among it: Playwright shows it with the headers of a request. */
export function isProxyHeader(header: string): boolean {
  return /^proxy-/i.test(header)
}

export function withoutProxyHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isProxyHeader(name)))
}
