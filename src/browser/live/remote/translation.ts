import { RemoteError } from '../remote.ts'
import type { RemoteValue } from '../remote.ts'
import type { Known, KnownObjects } from './known-objects.ts'
import { BUILDERS } from './methods.ts'
import { own } from './own-entry.ts'
import type { Parameter, Reading } from './parameters.ts'
import { readChain } from './read-call.ts'
import type { AskedStep } from './read-call.ts'
import { unknownMethod } from './refusals.ts'
import { tellValue } from './tell-value.ts'
import type { TypeName } from './types.ts'

/** Between what a program says and what Playwright takes and gives. */
export interface Translation {
  /** The arguments of a method. */
  read(takes: Parameter[], args: unknown[], timeout: Reading['timeout']): unknown[]
  /** What the steps lead to from an object. */
  resolve(start: Known, steps: AskedStep[]): Known
  /** An answer of Playwright: data, or objects by their numbers. */
  told(value: unknown, type: TypeName | undefined): RemoteValue
}

export function createTranslation(known: KnownObjects): Translation {
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
      const builder = own(BUILDERS[type], step.method)
      if (!builder) throw unknownMethod(type, step.method)
      const lead = (object as Record<string, (...args: unknown[]) => object>)[step.method]!
      // Nothing that leads to a locator waits for anything.
      return {
        object: lead.apply(
          object,
          read(builder.takes, step.args, () => 0),
        ),
        type: builder.gives,
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
