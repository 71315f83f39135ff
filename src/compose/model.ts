import type { Config } from '../config/config.ts'
import { createEgress, parseAllowedTargets } from '../egress/egress.ts'
import { createDayBudget, createModel } from '../llm/llm.ts'
import type { Model } from '../llm/llm.ts'
import { createModelTokens } from '../store/store.ts'
import type { Store } from '../store/store.ts'

/** Somebody waits for the answer to a small question, such as the prompt of a crawl. */
const SMALL_QUESTION_MS = 30_000

/** The operator's own model, which may be reached wherever it is: nobody else has a say in its URL. */
export function openModel(config: Config, store: Store, open: AsyncDisposableStack): Model | undefined {
  const { WINNOW_LLM_URL: url, WINNOW_LLM_KEY: key, WINNOW_LLM_MODEL: model } = config
  const { WINNOW_LLM_CONTEXT: contextTokens, WINNOW_LLM_VISION: vision } = config
  if (url === undefined) return undefined
  const allowedTargets = parseAllowedTargets(new URL(url).hostname)
  const { request } = open.use(createEgress({ allowedTargets }))
  const attemptMs = config.WINNOW_LLM_TIMEOUT_SECONDS * 1000
  const timeoutMs = Math.min(SMALL_QUESTION_MS, attemptMs)
  const mostTokens = config.WINNOW_LLM_MAX_TOKENS_PER_DAY
  const add = createModelTokens(store.database)
  const budget = mostTokens === undefined ? {} : { budget: createDayBudget({ mostTokens, add }) }
  const times = { timeoutMs, attemptMs, totalMs: attemptMs * 2.5 }
  return createModel({ url, key, model, request, contextTokens, vision, ...times, ...budget })
}
