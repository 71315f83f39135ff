import { isDeepStrictEqual } from 'node:util'
import { RemoteError } from './remote.ts'
import type { RemoteObject, RemoteValue } from './remote.ts'
import { API } from './api.ts'
import type { TypeName } from './api.ts'
import { tellValue } from './values.ts'

const MAX_HELD = 10_000
/** How many of those that only pass by, such as requests, are kept; the oldest go first. */
const MAX_PASSING = 2_000
const PASSING = new Set<TypeName>(['Request', 'Response', 'ConsoleMessage'])
const CHANGING = new Set<TypeName>(['Page', 'Frame', 'BrowserContext'])

export interface Known {
  object: object
  type: TypeName
}

export function createKnownObjects() {
  const byNumber = new Map<number, Known & { told?: RemoteObject['now'] }>()
  const numbers = new Map<object, number>()
  const passing: number[] = []
  let untold: number[] = []
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
    untold.push(last)
    if (PASSING.has(type)) {
      passing.push(last)
      if (passing.length > MAX_PASSING) forget(passing.shift()!)
    }
    return last
  }

  /** Objects that are new or have changed since this was last asked. Looking at one may lead to others. */
  function news(): RemoteObject[] {
    const news: RemoteObject[] = []
    const changing = [...byNumber].flatMap(([one, { type }]) => (CHANGING.has(type) ? [one] : []))
    untold = [...new Set([...untold, ...changing])]
    for (let one = untold.shift(); one !== undefined; one = untold.shift()) {
      const known = byNumber.get(one)
      if (!known) continue
      const now = nowOf(known, numberOf)
      if (isDeepStrictEqual(known.told, now)) continue
      known.told = now
      news.push({ object: one, type: known.type, now })
    }
    return news
  }

  return {
    number(object: object, type: TypeName): number {
      const number = numberOf(object, type)
      // It may have changed: a request that has failed meanwhile.
      untold.push(number)
      return number
    },
    forget,
    news,
    find(number: unknown): Known {
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

type Numbered = (object: object, type: TypeName) => number

/** What the methods of an object answer that are no promises. */
function nowOf({ object, type }: Known, numbered: Numbered): RemoteObject['now'] {
  const refer = (one: object, of: TypeName): RemoteValue => ({ $: 'object', object: numbered(one, of) })
  const entries = [...API[type].now].map(([name, gives]): [string, RemoteValue] => {
    const value = attempt(() => (object as Record<string, () => unknown>)[name]!()) ?? null
    if (typeof value === 'string') return [name, value.slice(0, LONGEST_TEXTS[name])]
    if (gives === undefined || value === null) {
      const isSent = type === 'Request' && name === 'headers'
      return [name, tellValue(isSent ? withoutPass(value as Record<string, string>) : value)]
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
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** What was said to the gate, the session's pass among it: Playwright shows it with the headers of a request. */
export function isToGate(header: string): boolean {
  return /^proxy-/i.test(header)
}

export function withoutPass(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isToGate(name)))
}
