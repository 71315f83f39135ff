import { ScrapeOptions } from '../../contract/scrape-options.ts'
import type { AskModel } from './ask-model.ts'
import type { Understand } from '../understand/read-page.ts'

/** Answers a question from markup; undefined when it does not say. `spend` hears what a model took. */
export type AnswerFrom = (
  page: { html: string; url: string },
  question: string,
  signal: AbortSignal,
  spend?: (tokens: number) => void,
) => Promise<string | undefined>

export function createAnswerFrom({
  understand,
  askModel,
}: {
  understand: Understand
  askModel: AskModel
}): AnswerFrom {
  return async ({ html, url }, question, signal, spend) => {
    const options = ScrapeOptions.parse({ formats: [{ type: 'question', question }], onlyMainContent: false })
    const contentType = 'text/html; charset=utf-8'
    const source = { bytes: Buffer.from(html), contentType, url, isRendered: true }
    const understood = await understand(source, options, signal)
    if (understood.state === 'unsupported' || understood.refusal) return undefined
    const asked = { formats: options.formats, timeMs: options.timeout }
    const { fields, metadata } = await askModel(understood, asked, signal)
    spend?.(metadata.tokensUsed ?? 0)
    return fields.answer
  }
}
