/** A JSON Schema of any draft, as a caller sends it: nothing about it is certain. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value)
}

/** What a reference inside a schema points at; undefined for one that leads outside or nowhere. */
export function referenced(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (reference === '#' || reference === '') return root
  if (!reference.startsWith('#')) return undefined
  if (!reference.startsWith('#/')) return anchored(root, reference.slice(1))
  let at: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = unescaped(part)
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return isSchema(at) ? at : undefined
}

/** One step of a JSON pointer, escaped. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

function anchored(root: JsonSchema, anchor: string): JsonSchema | undefined {
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
