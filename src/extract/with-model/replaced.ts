import { isObject, stepsOf } from './schema-part.ts'

/** A copy of the value with another one where the pointer leads; undefined takes it away. */
export function replaced(value: unknown, pointer: string, replacement: unknown): unknown {
  return replace(value, stepsOf(pointer))

  function replace(one: unknown, [step, ...rest]: readonly string[]): unknown {
    if (step === undefined) return replacement
    if (Array.isArray(one)) {
      const at = Number(step)
      const inner = replace(one[at], rest)
      return inner === undefined ? one.toSpliced(at, 1) : one.with(at, inner)
    }
    if (!isObject(one)) return one
    const inner = replace(one[step], rest)
    const others = Object.entries(one).filter(([name]) => name !== step)
    return inner === undefined
      ? Object.fromEntries(others)
      : Object.fromEntries(Object.entries(one).map(([name, old]) => [name, name === step ? inner : old]))
  }
}
