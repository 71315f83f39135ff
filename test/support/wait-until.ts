import { setTimeout as delay } from 'node:timers/promises'

/** Rare enough to leave the cores to what is waited for. */
const POLL_MS = 5

/** Waits for a condition, as long as it may reasonably take; throws when it does not come true. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  withinMs = 10_000,
): Promise<void> {
  const deadline = AbortSignal.timeout(withinMs)
  while (!(await condition())) {
    deadline.throwIfAborted()
    await delay(POLL_MS)
  }
}
