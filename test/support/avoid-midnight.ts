import { waitUntil } from './wait-until.ts'

const DAY_MS = 24 * 60 * 60_000
/** Longer than a test of something that counts by the day takes on a busy machine. */
const NEAR_MS = 20_000

/** What counts by the day of UTC begins anew at midnight: who tests that does not begin right before it. */
export async function avoidMidnight(): Promise<void> {
  await waitUntil(() => Date.now() % DAY_MS < DAY_MS - NEAR_MS, 2 * NEAR_MS)
}
