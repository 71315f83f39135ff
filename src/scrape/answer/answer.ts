import type { Cache } from '../cache/cache.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { Page, Run } from '../run.ts'
import { finalizePage } from './ask-model.ts'
import type { AskModel } from './ask-model.ts'

export { createAnswerFromHtml } from './answer-from-html.ts'
export { createAskModel, isForModel } from './ask-model.ts'
export type { ModelLimits } from './ask-model.ts'

/** Replaces the embedded engine's answers by those of a model. */
export type AnswerPage = (run: Run, page: Page, derived: Derived, signal: AbortSignal) => Promise<Derived>

interface AnswerNeeds {
  askModel: AskModel
  askProModel: AskModel | undefined
  cache: Pick<Cache, 'recall' | 'remember'>
}

const FIRST_ERROR_STATUS = 400

export function createAnswerPage({ askModel, askProModel, cache }: AnswerNeeds): AnswerPage {
  return async (run, { head, entryId }, derived, signal) => {
    const { request, since } = run
    const { material, ...rest } = derived
    if (!material) return derived
    // A crawl or agent has no use for the content of an error page.
    if ((request.discovers || request.leads) && head.status >= FIRST_ERROR_STATUS)
      return finalizePage(rest, request.formats)
    const ask = request.usesPro && askProModel ? askProModel : askModel
    // Requests with the same questions share answers here until they are in the cache.
    const shareKey = entryId && `${entryId} ${run.cache.deriveKey}`
    using _kept = shareKey === undefined ? undefined : ask.retainAnswers(shareKey)
    // Another request may have stored them after this one's cache lookup.
    const stored = entryId && (await cache.recall(run, entryId))
    if (stored) return stored
    const timeMs = Math.max(0, request.timeout - (performance.now() - since))
    const answered = await ask(derived, { formats: request.formats, timeMs, shareKey }, signal)
    if (entryId !== undefined && !answered.isProvisional) await cache.remember(run, entryId, answered)
    return answered
  }
}
