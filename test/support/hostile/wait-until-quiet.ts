import { setTimeout as delay } from 'node:timers/promises'
import { waitUntil } from '../wait-until.ts'

const QUIET_MS = 300

/** Waits until a count no longer rises; fails when it goes on rising although nobody should be there any more. */
export async function waitUntilQuiet(count: () => number): Promise<void> {
  await waitUntil(async () => {
    const before = count()
    await delay(QUIET_MS)
    return count() === before
  }, 5_000)
}
