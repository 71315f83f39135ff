import { Fault } from '../fault.ts'

/** What one address may use in a day of UTC without a key; zero allows nothing. */
export interface KeylessLimits {
  requests: number
  credits: number
}

/** What is to be counted for an address: a request that came in, or credits for work that is about to begin. */
export type KeylessWish = { address: string } & (
  | { requests: 1; hold?: never }
  | { requests?: never; hold: { id: string; credits: number } }
)

export type KeylessOutcome =
  | { taken: true }
  | { taken: false; reason: keyof KeylessLimits; leftCredits: number; secondsLeft: number }

/**
 * What addresses have used today, over all processes. Calls that wait at the same time share one statement. What a process
 * holds does not count any more when the process is gone; a call that fails leaves nothing held.
 */
export interface KeylessDays {
  take(wish: KeylessWish): Promise<KeylessOutcome>
  /** What would become of a request that needs one credit, without counting it. */
  look(address: string): Promise<KeylessOutcome>
  /** Counts what was used instead of what was held. */
  close(holdId: string, usedCredits: number): Promise<void>
}

/** What a caller without a key is told whose address has used up its day. */
export function keylessLimitReached(
  { reason, leftCredits, secondsLeft }: Extract<KeylessOutcome, { taken: false }>,
  limits: KeylessLimits,
  neededCredits = 1,
): Fault {
  const why =
    reason === 'requests'
      ? `this address has used up the ${limits.requests} requests`
      : `this needs ${neededCredits} ${neededCredits === 1 ? 'credit' : 'credits'}, and this address has ${Math.max(0, leftCredits)} left of the ${limits.credits}`
  return new Fault(
    'KEYLESS_LIMIT_REACHED',
    `Daily limit without an API key: ${why} of a day. Send an API key, or retry after ${secondsLeft}s, when the next day begins (UTC).`,
    { retryAfterSeconds: secondsLeft, fields: { reason, retry_after_seconds: secondsLeft } },
  )
}
