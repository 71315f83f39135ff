import { creditsOf } from './credits.ts'
import type { SessionTable } from './table.ts'
import { createTurns } from './turns.ts'

const FOREVER = new AbortController().signal

/**
 * Holds what a session costs, one change after the other: each counts with what the one before has settled. Asking about its
 * pages is part of that.
 */
export function createCover(
  id: string,
  { withPrompt, checkCredits }: { withPrompt: boolean; checkCredits: () => number },
  table: Pick<SessionTable, 'hold'>,
) {
  const turns = createTurns()
  let usedPrompt = withPrompt
  return {
    async minutes(reachMs: number) {
      using _turn = await turns.take(FOREVER)
      return await table.hold(id, creditsOf(reachMs, usedPrompt) + checkCredits())
    },
    /** From the first prompt on, all minutes cost what minutes with prompts do. */
    async prompt(reachMs: number) {
      using _turn = await turns.take(FOREVER)
      if (usedPrompt) return { state: 'held' } as const
      const outcome = await table.hold(id, creditsOf(reachMs, true) + checkCredits())
      if (outcome.state === 'held') usedPrompt = true
      return { ...outcome, needed: creditsOf(reachMs, true) - creditsOf(reachMs, false) }
    },
  }
}
