import { costOf, createBudget } from '../../llm/llm.ts'
import type { Budget, Prices } from '../../llm/llm.ts'
import type { RunUsage } from '../run.ts'

/** The tokens that a run may take and has taken. */
export interface Spending extends Budget {
  tokensLeft(): number
  report(rounds: number): RunUsage
}

export function createSpending(mostTokens: number, prices: Prices | undefined): Spending {
  const budget = createBudget(mostTokens, 'maxTokens')
  return {
    check: budget.check,
    spend: budget.spend,
    tokensLeft: () => mostTokens - budget.spent.inputTokens - budget.spent.outputTokens,
    report: (rounds) => ({ rounds, cachedTokens: 0, ...budget.spent, ...costOf(budget.spent, prices) }),
  }
}
