import type {
  RemoteApi,
  RemoteObject,
  RemoteType,
  RemoteValue,
  RemoteStep,
} from '../../../browser/browser.ts'
import type { Calls } from './host.ts'
import { Buffer } from './bytes.ts'

export type RemoteProxy = Record<string, (...args: unknown[]) => unknown>

export type OwnMethods = Record<string, Record<string, (this: RemoteProxy, ...args: unknown[]) => unknown>>

export class RemoteObjects {
  readonly #calls: Calls
  readonly #paths = new WeakMap<object, ObjectPath>()
  readonly #proxies = new Map<number, RemoteProxy>()
  readonly #now = new Map<number, Record<string, RemoteValue>>()
  readonly #prototypes: ReadonlyMap<string, object>

  constructor(api: RemoteApi, calls: Calls, ownMethods: (objects: RemoteObjects) => OwnMethods) {
    this.#calls = calls
    const own = ownMethods(this)
    this.#prototypes = new Map(
      Object.entries(api).map(([name, type]) => [name, this.#prototypeOf(name, type, own[name] ?? {})]),
    )
  }

  register(news: RemoteObject[]): void {
    for (const { object, type, now } of news) {
      this.#now.set(object, now)
      if (!this.#proxies.has(object)) this.#proxies.set(object, this.#make({ type, object, chain: [] }))
    }
  }

  get(number: number): RemoteProxy {
    const thing = this.#proxies.get(number)
    if (!thing) throw new Error('The object is not known.')
    return thing
  }

  pathOf(thing: object): ObjectPath | undefined {
    return this.#paths.get(thing)
  }

  call({ object, chain }: ObjectPath, method: string, args: unknown[]): Promise<unknown> {
    const told = args.map((arg) => encodeValue(arg, this))
    return this.#calls.ask({ object, chain, method, args: told }).then((value) => this.read(value))
  }

  extend(place: ObjectPath, type: string, method: string, args: unknown[]): RemoteProxy {
    const step = { method, args: args.map((arg) => encodeValue(arg, this)) }
    return this.#make({ type, object: place.object, chain: [...place.chain, step] })
  }

  read(value: RemoteValue): unknown {
    return decodeValue(value, this)
  }

  #make(place: ObjectPath): RemoteProxy {
    const thing = Object.create(this.#prototypes.get(place.type) ?? null) as RemoteProxy
    this.#paths.set(thing, place)
    return thing
  }

  #ownPlace(thing: object): ObjectPath {
    const place = this.#paths.get(thing)
    if (!place) throw new TypeError('This method was called on something else than its object.')
    return place
  }

  #prototypeOf(name: string, type: RemoteType, own: OwnMethods[string]): object {
    const pathOf = (thing: RemoteProxy) => this.#ownPlace(thing)
    const method = (run: (place: ObjectPath, ...args: unknown[]) => unknown) =>
      function (this: RemoteProxy, ...args: unknown[]) {
        return run(pathOf(this), ...args)
      }
    const prototype: Record<string, unknown> = {
      constructor: Object.defineProperty(() => {}, 'name', { value: name }),
    }
    const groups = Map.groupBy(type.methods, (one) => (one.includes('.') ? one.split('.')[0]! : ''))
    for (const one of groups.get('') ?? [])
      prototype[one] = method((place, ...args) => this.call(place, one, args))
    groups.delete('')
    for (const [group, methods] of groups) this.#defineGroup(prototype, group, methods)
    for (const [one, gives] of Object.entries(type.builders))
      prototype[one] = method((place, ...args) => this.extend(place, gives, one, args))
    for (const one of type.now)
      prototype[one] = method((place) => this.read(this.#now.get(place.object)?.[one] ?? null))
    for (const [one, why] of Object.entries(type.refused)) prototype[one] = unavailable(`${name}.${one}`, why)
    prototype['toJSON'] = function (this: RemoteProxy) {
      return describeObject(pathOf(this), this)
    }
    return Object.assign(prototype, own)
  }

  /** `page.keyboard` is no object of its own, but a group of methods of its page. */
  #defineGroup(prototype: object, group: string, methods: string[]): void {
    const partsOf = (thing: RemoteProxy) => {
      const place = this.#ownPlace(thing)
      return methods.map((one) => [
        one.slice(group.length + 1),
        (...args: unknown[]) => this.call(place, one, args),
      ])
    }
    Object.defineProperty(prototype, group, {
      get(this: RemoteProxy) {
        return Object.fromEntries(partsOf(this)) as unknown
      },
    })
  }
}

function describeObject({ type, chain }: ObjectPath, thing: RemoteProxy): string {
  if (chain.length > 0)
    return chain.map(({ method, args }) => `${method}(${args.map(describeArgument).join(', ')})`).join('.')
  const url = thing['url']?.()
  return typeof url === 'string' ? `[${type} ${url}]` : `[${type}]`
}

function describeArgument(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  const { $: tag, source, flags, value: plain } = (value ?? {}) as Record<string, unknown>
  if (tag === 'regexp') return `/${String(source)}/${String(flags)}`
  return tag === 'plain' ? JSON.stringify(plain) : String(value)
}

interface ObjectPath {
  type: string
  object: number
  chain: RemoteStep[]
}

const MAX_DEPTH = 60

function encodeValue(value: unknown, objects: RemoteObjects, depth = 0): RemoteValue {
  if (depth > MAX_DEPTH) throw new TypeError('An argument is nested too deeply, or refers to itself.')
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return encodeNumber(value)
  if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
  if (typeof value === 'function') return { $: 'function', source: Function.prototype.toString.call(value) }
  if (typeof value !== 'object') return { $: 'undefined' }
  return encodeObject(value, objects, depth)
}

function encodeNumber(value: number): RemoteValue {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value
  return { $: 'number', text: Object.is(value, -0) ? '-0' : String(value) }
}

function encodeObject(value: object, objects: RemoteObjects, depth: number): RemoteValue {
  const place = objects.pathOf(value)
  if (place) {
    const isLocator = place.type === 'Locator'
    return isLocator
      ? { $: 'locator', object: place.object, chain: place.chain }
      : { $: 'object', object: place.object }
  }
  if (Array.isArray(value)) return value.map((item) => encodeValue(item, objects, depth + 1))
  if (value instanceof Uint8Array) return { $: 'bytes', base64: Buffer.from(value).toString('base64') }
  if (value instanceof Date) return { $: 'date', ms: value.getTime() }
  if (value instanceof RegExp) return { $: 'regexp', source: value.source, flags: value.flags }
  if (value instanceof URL) return { $: 'url', href: value.href }
  if (value instanceof Error) return { $: 'error', name: value.name, message: value.message }
  const entries = Object.entries(value)
  return {
    $: 'plain',
    value: Object.fromEntries(entries.map(([key, item]) => [key, encodeValue(item, objects, depth + 1)])),
  }
}

function decodeValue(value: RemoteValue, objects: RemoteObjects): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => decodeValue(item, objects))
  switch (value.$) {
    case 'undefined':
      return undefined
    case 'number':
      return Number(value.text)
    case 'bigint':
      return BigInt(value.text)
    case 'bytes':
      return Buffer.from(value.base64, 'base64')
    case 'regexp':
      return new RegExp(value.source, value.flags)
    case 'date':
      return new Date(value.ms)
    case 'url':
      return new URL(value.href)
    case 'error':
      return Object.assign(new Error(value.message), { name: value.name })
    case 'map':
      return new Map(value.entries.map(([key, item]) => [key, decodeValue(item, objects)]))
    case 'object':
      return objects.get(value.object)
    case 'plain':
      return Object.fromEntries(
        Object.entries(value.value).map(([key, item]) => [key, decodeValue(item, objects)]),
      )
    default:
      return undefined
  }
}

/** Stands for what is not there: using it in any way says why, and what there is instead. */
export function unavailable(name: string, why: string): unknown {
  const refuse = (used: string): never => {
    throw new Error(`${used} cannot be used: ${why}.`)
  }
  return new Proxy(() => {}, {
    get: (_target, key) =>
      typeof key === 'symbol' || key === 'then' || key === 'toJSON'
        ? undefined
        : unavailable(`${name}.${key}`, why),
    apply: () => refuse(name),
    construct: () => refuse(name),
  })
}
