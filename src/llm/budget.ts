import { Fault } from '../fault.ts'
import { sumOfUsage } from './question.ts'
import type { Usage } from './question.ts'

export interface Budget {
  /** Throws `UNAVAILABLE` when no tokens are left; asked before each request. */
  check(): void
  /** Also called for a request that failed after the endpoint had read it. */
  spend(usage: Usage): void
}

export type CountedBudget = ReturnType<typeof createBudget>

/** A budget of so many tokens, some of which may be used `before`. `setting` names what an operator can change. */
export function createBudget(mostTokens = Infinity, setting = '', before = 0) {
  let spent: Usage = { inputTokens: 0, outputTokens: 0 }
  return {
    get spent() {
      return spent
    },
    check() {
      if (before + tokensIn(spent) < mostTokens) return
      throw new Fault('UNAVAILABLE', `The model's ${mostTokens} tokens are used up (${setting}).`)
    },
    spend: (usage: Usage) => void (spent = sumOfUsage(spent, usage)),
  }
}

export type AddToDay = (day: string, tokens: number) => Promise<number>

/** A budget for each day (UTC) that all processes share. While the count cannot be stored, each counts on by itself. */
export function createDayBudget({
  mostTokens,
  add,
  now = Date.now,
}: {
  mostTokens: number
  add: AddToDay
  now?: () => number
}): Budget {
  const today = () => new Date(now()).toISOString().slice(0, 10)
  let day = ''
  let used = 0
  const count = (tokens: number) => {
    const isNew = day !== today()
    if (isNew) [day, used] = [today(), 0]
    if (!isNew && tokens === 0) return
    used += tokens
    const counted = day
    void add(day, tokens).then(
      (total) => void (counted === day && (used = Math.max(used, total))),
      () => undefined,
    )
  }
  count(0)
  return {
    check() {
      count(0)
      if (used < mostTokens) return
      throw new Fault(
        'UNAVAILABLE',
        `The model's ${mostTokens} tokens of today are used up (WINNOW_LLM_MAX_TOKENS_PER_DAY).`,
      )
    },
    spend: (usage) => count(tokensIn(usage)),
  }
}

export function combineBudgets(budgets: readonly Budget[]): Budget {
  return {
    check: () => budgets.forEach((budget) => budget.check()),
    spend: (usage) => budgets.forEach((budget) => budget.spend(usage)),
  }
}

export function tokensIn({ inputTokens, outputTokens }: Usage): number {
  return inputTokens + outputTokens
}

export interface Prices {
  input: number
  output: number
  cached: number
}

const MILLION = 1_000_000

export function costOf(
  { inputTokens, outputTokens, cachedTokens = 0 }: Usage,
  prices: Prices | undefined,
): { cost?: number } {
  if (!prices) return {}
  const { input, output, cached } = prices
  return {
    cost: ((inputTokens - cachedTokens) * input + cachedTokens * cached + outputTokens * output) / MILLION,
  }
}
