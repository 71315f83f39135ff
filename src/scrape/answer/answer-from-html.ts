import { ScrapeOptions } from '../../contract/scrape-options.ts'
import type { AskModel } from './ask-model.ts'
import type { UnderstandSource } from '../understand/understand-source.ts'

/** Answers a question from markup; undefined when it does not say. `spend` hears what a model took. */
export type AnswerFromHtml = (
  page: { html: string; url: string },
  question: string,
  signal: AbortSignal,
  reportTokens?: (tokens: number) => void,
) => Promise<string | undefined>

export function createAnswerFromHtml({
  understand,
  askModel,
}: {
  understand: UnderstandSource
  askModel: AskModel
}): AnswerFromHtml {
  return async ({ html, url }, question, signal, reportTokens) => {
    const options = ScrapeOptions.parse({ formats: [{ type: 'question', question }], onlyMainContent: false })
    const contentType = 'text/html; charset=utf-8'
    const source = { bytes: Buffer.from(html), contentType, url, isRendered: true }
    const understood = await understand(source, options, signal)
    if (understood.state === 'unsupported' || understood.refusal) return undefined
    const modelRequest = { formats: options.formats, timeMs: options.timeout }
    const { fields, metadata } = await askModel(understood, modelRequest, signal)
    reportTokens?.(metadata.tokensUsed ?? 0)
    return fields.answer
  }
}
