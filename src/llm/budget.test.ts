import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFault } from '../../test/support/is-fault.ts'
import { costOf, createBudget, createDayBudget } from './budget.ts'

const USAGE = { inputTokens: 90, outputTokens: 10, cachedTokens: 40 }

describe('createBudget', () => {
  it('counts tokens and ends when they are used up', () => {
    const budget = createBudget(200, 'SETTING')
    budget.check()
    budget.spend(USAGE)
    budget.check()
    budget.spend(USAGE)
    assert.throws(() => budget.check(), isFault('UNAVAILABLE', /200 model tokens is used up \(SETTING\)/))
    assert.deepEqual(budget.spent, { inputTokens: 180, outputTokens: 20, cachedTokens: 80 })
  })
})

describe('costOf', () => {
  it('counts cached tokens by their own price', () => {
    assert.deepEqual(costOf(USAGE, { input: 2, output: 10, cached: 1 }), { cost: 0.00024 })
    assert.deepEqual(costOf(USAGE, undefined), {})
  })
})

describe('createDayBudget', () => {
  const stored = () => {
    const days = new Map<string, number>()
    const add = async (day: string, tokens: number) => {
      days.set(day, (days.get(day) ?? 0) + tokens)
      return days.get(day)!
    }
    return { days, add }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('counts the tokens of all processes and starts again each day', async () => {
    const { days, add } = stored()
    let now = Date.UTC(2026, 10, 18, 23, 59)
    const [one, other] = [0, 1].map(() => createDayBudget({ mostTokens: 150, add, now: () => now }))
    await settled()
    one!.spend(USAGE)
    other!.spend(USAGE)
    await settled()
    assert.deepEqual([...days], [['2026-11-18', 200]])
    assert.throws(
      () => other!.check(),
      isFault('UNAVAILABLE', /150 model tokens is used up \(WINNOW_LLM_MAX_TOKENS_PER_DAY\)/),
    )
    now += 2 * 60_000
    other!.check()
  })

  it('includes the tokens spent before a restart', async () => {
    const { add } = stored()
    await add('2026-11-18', 150)
    const budget = createDayBudget({ mostTokens: 150, add, now: () => Date.UTC(2026, 10, 18) })
    await settled()
    assert.throws(() => budget.check(), isFault('UNAVAILABLE'))
  })

  it('keeps counting locally while the count cannot be stored', async () => {
    const add = () => Promise.reject(new Error('no database'))
    const budget = createDayBudget({ mostTokens: 150, add, now: () => 0 })
    budget.spend(USAGE)
    await settled()
    budget.check()
    budget.spend(USAGE)
    assert.throws(() => budget.check(), isFault('UNAVAILABLE'))
  })
})
