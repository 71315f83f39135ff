import { sumOfUsage } from '../../llm/llm.ts'
import type { Usage } from '../../llm/llm.ts'
import type { RunUsage } from '../run.ts'

/** Prices of a million tokens. */
export interface Prices {
  input: number
  output: number
  cached: number
}

/** What a run may take and has taken. */
export interface Spending {
  add(usage: Usage): void
  tokensLeft(): number
  report(rounds: number): RunUsage
}

const MILLION = 1_000_000

export function createSpending(mostTokens: number, prices: Prices | undefined): Spending {
  let spent: Usage = { inputTokens: 0, outputTokens: 0 }
  return {
    add: (usage) => void (spent = sumOfUsage(spent, usage)),
    tokensLeft: () => mostTokens - spent.inputTokens - spent.outputTokens,
    report(rounds) {
      const { inputTokens, outputTokens, cachedTokens = 0 } = spent
      return {
        rounds,
        inputTokens,
        outputTokens,
        cachedTokens,
        ...(prices && {
          cost:
            ((inputTokens - cachedTokens) * prices.input +
              cachedTokens * prices.cached +
              outputTokens * prices.output) /
            MILLION,
        }),
      }
    },
  }
}
