import type { RemoteApi, RemoteObject, RemoteType, RemoteValue } from '../../../browser/browser.ts'
import type { Calls } from './calls.ts'
import { refusal } from './refusal.ts'
import { readValue, tellValue } from './values.ts'
import type { Place } from './values.ts'

/** An object of the page, as the program has it. */
export type Thing = Record<string, (...args: unknown[]) => unknown>

/** The objects of the page that a program knows, made from what the service says there is. */
export interface Objects {
  /** Takes what is new about objects. */
  take(news: RemoteObject[]): void
  at(number: number): Thing
  placeOf(thing: object): Place | undefined
  /** Asks for something to be done, and reads the answer. */
  call(place: Place, method: string, args: unknown[]): Promise<unknown>
  /** Another locator from this place. */
  lead(place: Place, type: string, method: string, args: unknown[]): Thing
  read(value: RemoteValue): unknown
}

/** Methods that are more than a call, by type. */
export type OwnMethods = Record<string, Record<string, (this: Thing, ...args: unknown[]) => unknown>>

export function createObjects(
  api: RemoteApi,
  calls: Calls,
  ownMethods: (objects: Objects) => OwnMethods,
): Objects {
  const places = new WeakMap<object, Place>()
  const things = new Map<number, Thing>()
  const now = new Map<number, Record<string, RemoteValue>>()
  const references = {
    placeOf: (thing: object) => places.get(thing),
    objectAt: (number: number) => at(number),
  }

  const objects: Objects = {
    take(news) {
      for (const one of news) {
        now.set(one.object, one.now)
        if (!things.has(one.object)) {
          things.set(one.object, make({ type: one.type, object: one.object, chain: [] }))
        }
      }
    },
    at,
    placeOf: (thing) => places.get(thing),
    call({ object, chain }, method, args) {
      const told = args.map((arg) => tellValue(arg, references))
      return calls.ask({ object, chain, method, args: told }).then((value) => readValue(value, references))
    },
    lead(place, type, method, args) {
      const step = { method, args: args.map((arg) => tellValue(arg, references)) }
      return make({ type, object: place.object, chain: [...place.chain, step] })
    },
    read: (value) => readValue(value, references),
  }

  function at(number: number): Thing {
    const thing = things.get(number)
    if (!thing) throw new Error('The object is not known.')
    return thing
  }

  function make(place: Place): Thing {
    const thing = Object.create(prototypes.get(place.type) ?? null) as Thing
    places.set(thing, place)
    return thing
  }

  function placeOf(thing: object): Place {
    const place = places.get(thing)
    if (!place) throw new TypeError('This method was called on something else than its object.')
    return place
  }

  function prototypeOf(name: string, type: RemoteType, own: OwnMethods[string]): object {
    const { constructor: named } = { constructor: Object.defineProperty(() => {}, 'name', { value: name }) }
    const prototype: Record<string, unknown> = { constructor: named }
    const groups: Record<string, string[]> = {}
    for (const method of type.methods) {
      const [group, part] = method.split('.')
      if (part !== undefined) (groups[group!] ??= []).push(part)
      else prototype[method] = caller(method)
    }
    for (const [group, parts] of Object.entries(groups)) defineGroup(prototype, group, parts)
    for (const [method, gives] of Object.entries(type.builders)) {
      prototype[method] = function (this: Thing, ...args: unknown[]) {
        return objects.lead(placeOf(this), gives, method, args)
      }
    }
    for (const method of type.now) {
      prototype[method] = function (this: Thing) {
        return objects.read(now.get(placeOf(this).object)?.[method] ?? null)
      }
    }
    for (const [method, why] of Object.entries(type.refused))
      prototype[method] = refusal(`${name}.${method}`, why)
    return Object.assign(prototype, own)
  }

  function caller(method: string) {
    return function (this: Thing, ...args: unknown[]) {
      return objects.call(placeOf(this), method, args)
    }
  }

  /** `page.keyboard` is no object of its own, but a group of methods of its page. */
  function defineGroup(prototype: object, group: string, parts: string[]): void {
    Object.defineProperty(prototype, group, {
      get(this: Thing) {
        const place = placeOf(this)
        return Object.fromEntries(
          parts.map((part) => [part, (...args: unknown[]) => objects.call(place, `${group}.${part}`, args)]),
        )
      },
    })
  }

  const own = ownMethods(objects)
  const prototypes = new Map(
    Object.entries(api).map(([name, type]) => [name, prototypeOf(name, type, own[name] ?? {})]),
  )
  return objects
}
