import { RemoteError } from '../remote.ts'
import type { RemoteObject } from '../remote.ts'
import { isDeepStrictEqual } from 'node:util'
import { NOW } from './now.ts'
import type { TypeName } from './types.ts'

/** How many objects a program may hold at once. */
const MAX_HELD = 10_000
/** How many of those that only pass by, such as requests, are kept; the oldest go first. */
const MAX_PASSING = 2_000
const PASSING = new Set<TypeName>(['Request', 'Response', 'ConsoleMessage'])
/** What may change while a program looks at it. */
const CHANGING = new Set<TypeName>(['Page', 'Frame', 'BrowserContext'])

export interface Known {
  object: object
  type: TypeName
}

/** The objects that one run has been told of, by number; what was told of each, and what is new since. */
export interface KnownObjects {
  /** The number of an object, which is told of with the next news. */
  number(object: object, type: TypeName): number
  /** Throws for a number that was never told, or that is forgotten. */
  find(number: unknown): Known
  /** All of a type. */
  all(type: TypeName): object[]
  forget(number: number): void
  /** Objects that are new or have changed since this was last asked. */
  news(): RemoteObject[]
}

export function createKnownObjects(): KnownObjects {
  const byNumber = new Map<number, Known>()
  const numbers = new Map<object, number>()
  const told = new Map<number, RemoteObject['now']>()
  const passing: number[] = []
  let untold: number[] = []
  let last = 0

  function forget(number: number): void {
    const known = byNumber.get(number)
    if (!known) return
    byNumber.delete(number)
    numbers.delete(known.object)
    told.delete(number)
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

  /** Looking at an object may lead to others, which are new then. */
  function news(): RemoteObject[] {
    const news: RemoteObject[] = []
    const changing = [...byNumber].flatMap(([one, { type }]) => (CHANGING.has(type) ? [one] : []))
    untold = [...new Set([...untold, ...changing])]
    for (let one = untold.shift(); one !== undefined; one = untold.shift()) {
      const known = byNumber.get(one)
      if (!known) continue
      const now = NOW[known.type](known.object as never, numberOf)
      if (told.has(one) && isDeepStrictEqual(told.get(one), now)) continue
      told.set(one, now)
      news.push({ object: one, type: known.type, now })
    }
    return news
  }

  return {
    number(object, type) {
      const number = numberOf(object, type)
      // It may have changed: a request that has failed meanwhile.
      untold.push(number)
      return number
    },
    forget,
    news,
    find(number) {
      const known = typeof number === 'number' ? byNumber.get(number) : undefined
      if (!known) {
        throw new RemoteError('This object is not there any more: it was disposed of, or is too old.')
      }
      return known
    },
    all: (type) => [...byNumber.values()].flatMap((known) => (known.type === type ? [known.object] : [])),
  }
}
