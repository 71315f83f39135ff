import { createHash } from 'node:crypto'
import { abortFault, orAborted } from '../concurrency/abort.ts'
import type { RateRisk, Rating } from './rate-risk.ts'

export type Rate = (url: string) => Promise<Rating>

/** How long a rating holds of which nobody said so, and the longest that any does. */
const HOLDS_MS = 5 * 60_000
const MOST_MS = 24 * 60 * 60_000
const MOST_RATINGS = 10_000

/** Asks once for all who ask at the same time; one who gives up leaves the others their answer. Keys are hashes. */
export function remembering(
  rate: Rate,
  { now = () => performance.now(), most = MOST_RATINGS } = {},
): RateRisk {
  const known = new Map<string, { rating: Rating; until: number }>()
  const underWay = new Map<string, Promise<Rating>>()

  function keep(key: string, rating: Rating): void {
    const holdsMs = Math.min(rating.holdsMs ?? HOLDS_MS, MOST_MS)
    if (holdsMs <= 0) return
    known.delete(key)
    known.set(key, { rating, until: now() + holdsMs })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
  }

  async function askFor(key: string, url: string): Promise<Rating> {
    try {
      const rating = await rate(url)
      keep(key, rating)
      return rating
    } finally {
      underWay.delete(key)
    }
  }

  return async (url, signal) => {
    if (signal.aborted) throw abortFault(signal)
    const key = createHash('sha256').update(url).digest('base64')
    const held = known.get(key)
    if (held && held.until > now()) return held.rating
    const asked = underWay.get(key) ?? askFor(key, url)
    underWay.set(key, asked)
    return orAborted(asked, signal)
  }
}
