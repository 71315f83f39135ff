import { waitUntil } from './wait-until.ts'

const DAY_MS = 24 * 60 * 60_000
/** Longer than any test of a daily count takes on a busy machine. */
const NEAR_MS = 20_000

/** Daily counts restart at midnight UTC: waits until midnight has passed when it is near. */
export async function avoidMidnight(): Promise<void> {
  await waitUntil(() => Date.now() % DAY_MS < DAY_MS - NEAR_MS, 2 * NEAR_MS)
}
