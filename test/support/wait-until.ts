import { setTimeout as delay } from 'node:timers/promises'

/** Rare enough to leave the cores to what is waited for. */
const POLL_MS = 5

/** Thrown where it is noticed, so that it says who waited. */
export class WaitTimeoutError extends Error {}

/** Waits for a condition, as long as it may reasonably take; throws when it does not come true. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  withinMs = 60_000,
): Promise<void> {
  const deadline = AbortSignal.timeout(withinMs)
  while (!(await condition())) {
    if (deadline.aborted)
      throw new WaitTimeoutError(`This did not come true within ${withinMs} ms: ${condition}`)
    await delay(POLL_MS)
  }
}
