import { setTimeout as delay } from 'node:timers/promises'

/** Lets time pass; when the signal aborts meanwhile, its reason is thrown. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
  signal.throwIfAborted()
}
