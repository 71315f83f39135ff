import { setTimeout as delay } from 'node:timers/promises'
import { waitUntil } from '../wait-until.ts'

const QUIET_MS = 300

/** Waits until a count stops rising; fails if it does not stop. */
export async function waitUntilQuiet(count: () => number): Promise<void> {
  await waitUntil(async () => {
    const before = count()
    await delay(QUIET_MS)
    return count() === before
  }, 5_000)
}
