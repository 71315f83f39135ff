import { setTimeout as delay } from 'node:timers/promises'

/** Slow enough to leave the cores to the awaited work. */
const POLL_MS = 5

/** Created in the waiting function, so that its stack names the caller. */
export class WaitTimeoutError extends Error {}

/** Waits for a condition up to a generous limit; throws when it does not become true. */
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
