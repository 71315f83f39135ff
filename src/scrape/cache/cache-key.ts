import { createHash } from 'node:crypto'
import type { PageRequest } from '../line.ts'
import { REQUEST_OPTIONS } from './request-options.ts'
import type { OptionMeaning } from './request-options.ts'

/** Requests with the same key may be answered with the same copy of the page. */
export function cacheKey(request: PageRequest): string {
  return digest(readings(request, 'match'))
}

/**
 * Requests with the same key want the same fields from a copy. The version of the engine is part of it: what an older
 * one derived is not what this one would.
 */
export function deriveKey(request: PageRequest, engineVersion: string): string {
  return digest([engineVersion, ...readings(request, 'derive')])
}

/** Nothing in the request keeps it away from the cache by its kind. */
export function isCacheable(request: PageRequest): boolean {
  return !readings(request, 'forbids').some(([, forbids]) => forbids)
}

/** What the options say under one aspect, in the order of the table. */
function readings(request: PageRequest, aspect: keyof OptionMeaning<never>): [string, unknown][] {
  return Object.entries<OptionMeaning<never>>(REQUEST_OPTIONS).flatMap(([option, meaning]) => {
    const read = meaning[aspect]
    return read ? [[option, read(request[option as keyof PageRequest] as never)]] : []
  })
}

function digest(readings: unknown): string {
  return createHash('sha256').update(JSON.stringify(readings)).digest('base64url')
}
