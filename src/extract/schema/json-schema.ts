import { decodeUrlPart } from '../../language/decode-url-part.ts'

/** A JSON Schema of any draft, as a caller sends it: nothing about it is certain. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value)
}

/** What a reference inside a schema points at; undefined for one that leads outside or nowhere. */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (reference === '#' || reference === '') return root
  if (!reference.startsWith('#')) return undefined
  if (!reference.startsWith('#/')) return findAnchor(root, reference.slice(1))
  const target = valueAtPointer(root, decodeUrlPart(reference.slice(1)))
  return isSchema(target) ? target : undefined
}

export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function findAnchor(root: JsonSchema, anchor: string): JsonSchema | undefined {
  if (typeof root === 'boolean') return undefined
  for (const keyword of ['$defs', 'definitions']) {
    const named = root[keyword]
    if (!isObject(named)) continue
    for (const one of Object.values(named)) {
      if (isObject(one) && (one['$anchor'] === anchor || one['$id'] === `#${anchor}`)) return one
    }
  }
  return undefined
}

export function valueAtPointer(value: unknown, pointer: string): unknown {
  return valueAtPath(value, stepsOf(pointer))
}

export function valueAtPath(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (found, step) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, step)
        ? (found as Record<string, unknown>)[step]
        : undefined,
    value,
  )
}

export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function pointerTo(pointer: string, step: string | number): string {
  return pointer + pointerStep(step)
}

export interface Leaf {
  pointer: string
  value: unknown
}

const MOST_LEAVES = 5000

export function leavesOf(data: unknown): Leaf[] {
  const found: Leaf[] = []
  walk(data, '')
  return found

  function walk(value: unknown, pointer: string): void {
    if (found.length >= MOST_LEAVES) return
    if (typeof value !== 'object' || value === null) return void found.push({ pointer, value })
    for (const [step, inner] of Object.entries(value)) walk(inner, pointerTo(pointer, step))
  }
}

/** A copy of the value with another one where the pointer leads; undefined takes it away. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  return replace(value, stepsOf(pointer))

  function replace(one: unknown, [step, ...rest]: readonly string[]): unknown {
    if (step === undefined) return replacement
    if (Array.isArray(one)) {
      const inner = replace(one[Number(step)], rest)
      return inner === undefined ? one.toSpliced(Number(step), 1) : one.with(Number(step), inner)
    }
    if (!isObject(one)) return one
    const entries = Object.entries(one).map(([name, old]) => [name, name === step ? replace(old, rest) : old])
    return Object.fromEntries(entries.filter(([name, inner]) => name !== step || inner !== undefined))
  }
}
