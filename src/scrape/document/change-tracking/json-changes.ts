import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

export type JsonChanges = Record<string, unknown>

/** A list is one value, because matching its entries is a guess. Data that is no object stands under `data`. */
export function jsonChanges(previous: unknown, current: unknown): JsonChanges {
  const sides = [previous ?? {}, current ?? {}] as const
  if (!sides.every(isObject)) return { data: pair(previous, current) }
  return fieldChanges(...(sides as [JsonObject, JsonObject]), 0)
}

export function isSameJson(one: string, other: string): boolean {
  return one === other || isDeepStrictEqual(JSON.parse(one), JSON.parse(other))
}

/** What tells data that was asked for in one way from data that was asked for in another. */
export function jsonKey({ schema, prompt }: { schema?: unknown; prompt?: string | undefined }): string {
  const asked = JSON.stringify([schema ?? null, prompt ?? null], sortKeys)
  return createHash('sha256').update(asked).digest('hex')
}

type JsonObject = Record<string, unknown>

const DEEPEST = 64

function fieldChanges(previous: JsonObject, current: JsonObject, depth: number): JsonChanges {
  const names = new Set([...Object.keys(previous), ...Object.keys(current)])
  return Object.fromEntries(
    [...names].map((name) => [name, changeOf(ownValue(previous, name), ownValue(current, name), depth)]),
  )
}

function changeOf(previous: unknown, current: unknown, depth: number): unknown {
  const [before, now] = [previous ?? {}, current ?? {}]
  const isNested = isObject(before) && isObject(now) && (isObject(previous) || isObject(current))
  return isNested && depth < DEEPEST ? fieldChanges(before, now, depth + 1) : pair(previous, current)
}

function ownValue(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function pair(previous: unknown, current: unknown) {
  return { previous: previous ?? null, current: current ?? null }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortKeys(_: string, value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
