import type { SessionTable } from '../session.ts'
import type { LiveBrowserOptions } from '../../browser/browser.ts'
import { createSemaphore } from '../../concurrency/semaphore.ts'

const FOREVER = new AbortController().signal

/** Holds what a session costs, one change after the other: each counts with what the one before has settled. */
export function createCreditHold(
  id: string,
  { withPrompt, checkCredits }: { withPrompt: boolean; checkCredits: () => number },
  table: Pick<SessionTable, 'hold'>,
) {
  const turns = createSemaphore(1)
  let usedPrompt = withPrompt
  return {
    async holdMinutes(untilMs: number) {
      using _turn = await turns.acquire(FOREVER)
      return await table.hold(id, creditsOf(untilMs, usedPrompt) + checkCredits())
    },
    /** From the first prompt on, all minutes cost what minutes with prompts do. */
    async holdPrompt(untilMs: number) {
      using _turn = await turns.acquire(FOREVER)
      if (usedPrompt) return { state: 'held' } as const
      const outcome = await table.hold(id, creditsOf(untilMs, true) + checkCredits())
      if (outcome.state === 'held') usedPrompt = true
      return { ...outcome, needed: creditsOf(untilMs, true) - creditsOf(untilMs, false) }
    },
  }
}

export const MINUTE_MS = 60_000

/** What a started minute of a browser costs. One prompt makes all minutes of its session such minutes. */
const CREDITS_PER_MINUTE = { code: 2, prompt: 7 }

export function creditsOf(durationMs: number, usedPrompt: boolean): number {
  const minutes = Math.max(1, Math.ceil(durationMs / MINUTE_MS))
  return minutes * (usedPrompt ? CREDITS_PER_MINUTE.prompt : CREDITS_PER_MINUTE.code)
}

type Screen = NonNullable<LiveBrowserOptions['visit']['screen']>

export type Meter = ReturnType<typeof createMeter>

/** Until somebody pays, asking is counted only: whoever opens the session holds that with its first minute. */
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
    /** From now on no page is opened before what asking about it has cost is held. */
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
