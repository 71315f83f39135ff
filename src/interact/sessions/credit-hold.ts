import type { SessionTable } from '../session.ts'
import type { LiveBrowserOptions } from '../../browser/browser.ts'
import { createSemaphore } from '../../concurrency/semaphore.ts'

const FOREVER = new AbortController().signal

/** Changes the hold of a session, one call at a time: each counts on the result of the one before. */
export function createCreditHold(
  id: string,
  { withPrompt, checkCredits }: { withPrompt: boolean; checkCredits: () => number },
  table: Pick<SessionTable, 'hold'>,
) {
  const queue = createSemaphore(1)
  let usedPrompt = withPrompt
  return {
    async holdMinutes(untilMs: number) {
      using _lock = await queue.acquire(FOREVER)
      return await table.hold(id, creditsOf(untilMs, usedPrompt) + checkCredits())
    },
    /** From the first prompt on, all minutes of the session cost the price with prompts. */
    async holdPrompt(untilMs: number) {
      using _lock = await queue.acquire(FOREVER)
      if (usedPrompt) return { state: 'held' } as const
      const outcome = await table.hold(id, creditsOf(untilMs, true) + checkCredits())
      if (outcome.state === 'held') usedPrompt = true
      return { ...outcome, needed: creditsOf(untilMs, true) - creditsOf(untilMs, false) }
    },
  }
}

export const MINUTE_MS = 60_000

/** The price of a started minute. One prompt raises the price of all minutes of its session. */
const CREDITS_PER_MINUTE = { code: 2, prompt: 7 }

export function creditsOf(durationMs: number, usedPrompt: boolean): number {
  const minutes = Math.max(1, Math.ceil(durationMs / MINUTE_MS))
  return minutes * (usedPrompt ? CREDITS_PER_MINUTE.prompt : CREDITS_PER_MINUTE.code)
}

type Screen = NonNullable<LiveBrowserOptions['visit']['screen']>

export type Meter = ReturnType<typeof createMeter>

/**
 * Counts the credits of screening checks. Until `holdWith` is called they are only counted, and opening the
 * session holds them with its first minute.
 */
export function createMeter(screen: Screen) {
  let hold = async () => {}
  let paidCredits = 0

  async function holdOwed(): Promise<void> {
    const owed = screen.credits()
    if (owed <= paidCredits) return
    await hold()
    paidCredits = Math.max(paidCredits, owed)
  }

  return {
    credits: () => screen.credits(),
    /** From now on, no page opens before the cost of its checks is held. */
    holdWith: (given: () => Promise<void>) => void (hold = given),
    screen: {
      ...screen,
      async admit(...[url, signal]: Parameters<Screen['admit']>) {
        await holdOwed()
        try {
          await screen.admit(url, signal)
        } finally {
          await holdOwed()
        }
      },
    },
  }
}
