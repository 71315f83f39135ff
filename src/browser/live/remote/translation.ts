import { RemoteError } from './remote.ts'
import type { RemoteValue } from './remote.ts'
import type { Known, KnownObjects } from './objects.ts'
import { API, unknownMethod } from './api.ts'
import type { TypeName } from './api.ts'
import type { Parameter, Reading } from './parameters.ts'
import { tellValue } from './values.ts'

export function createTranslation(known: KnownObjects) {
  const references = {
    object(number: unknown): unknown {
      const { object, type } = known.find(number)
      if (type !== 'JSHandle' && type !== 'ElementHandle') {
        throw new RemoteError(`A ${type} cannot be handed over; data, handles of elements and locators can.`)
      }
      return object
    },
    locator: (object: unknown, chain: unknown): unknown =>
      resolve(known.find(object), readChain(chain)).object,
  }

  function read(takes: Parameter[], args: unknown[], timeout: Reading['timeout']): unknown[] {
    return takes.map((parameter, place) => parameter(args[place], { references, timeout }))
  }

  function resolve(start: Known, steps: AskedStep[]): Known {
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

interface AskedCall {
  object: unknown
  chain: AskedStep[]
  method: string
  args: unknown[]
}

interface AskedStep {
  method: string
  args: unknown[]
}

const MAX_STEPS = 100
const MAX_ARGS = 10

export function readCall(question: unknown): AskedCall {
  const { object, chain, method, args } = record(question)
  return { object, chain: readChain(chain), method: name(method), args: list(args, MAX_ARGS) }
}

function readChain(chain: unknown): AskedStep[] {
  return list(chain, MAX_STEPS).map((step) => {
    const { method, args } = record(step)
    return { method: name(method), args: list(args, MAX_ARGS) }
  })
}

function record(value: unknown): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw noCall()
  return value as Record<string, unknown>
}

function name(value: unknown): string {
  if (typeof value !== 'string' || value.length > 100) throw noCall()
  return value
}

function list(value: unknown, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw noCall()
  return value
}

function noCall(): RemoteError {
  return new RemoteError('This is no call, or one with too many steps or arguments.', 'TypeError')
}
