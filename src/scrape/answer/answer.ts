import type { Cache } from '../cache/cache.ts'
import type { Derived } from '../cache/page-cache.ts'
import type { Page, Run } from '../run.ts'
import { finalizePage } from './ask-model.ts'
import type { AskModel } from './ask-model.ts'

export { createAnswerFromHtml } from './answer-from-html.ts'
export { createAskModel, isForModel } from './ask-model.ts'
export type { ModelLimits } from './ask-model.ts'

/** Lets a model answer what the embedded engine has answered already. */
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
    // Whoever goes from page to page has no use for an error page.
    if ((request.discovers || request.leads) && head.status >= FIRST_ERROR_STATUS)
      return finalizePage(rest, request.formats)
    const ask = request.usesPro && askProModel ? askProModel : askModel
    // Requests that ask the same find the answers here until they are in the cache.
    const shareKey = entryId && `${entryId} ${run.cache.deriveKey}`
    using _kept = shareKey === undefined ? undefined : ask.retainAnswers(shareKey)
    // Another request may have stored them after this one looked into the cache.
    const stored = entryId && (await cache.recall(run, entryId))
    if (stored) return stored
    const timeMs = Math.max(0, request.timeout - (performance.now() - since))
    const answered = await ask(derived, { formats: request.formats, timeMs, shareKey }, signal)
    if (entryId !== undefined && !answered.isProvisional) await cache.remember(run, entryId, answered)
    return answered
  }
}
