import type { ReadablePage } from '../page.ts'
import { bylineFor } from './byline.ts'
import { quoteAnswer } from './quote-answer.ts'
import { readQuestion } from './question.ts'
import { readPage, readWholePage, unitsFor } from './read-page.ts'
import type { PageText } from './read-page.ts'
import { scoreUnits } from './score-units.ts'
import { summarize } from './summarize.ts'

/**
 * What a page says to a question, in its own words: a sentence or a few, a row of a table, a label with its value. A page
 * that does not speak of what was asked gives no answer: a wrong one is worse.
 */
export function answerQuestion(page: ReadablePage, question: string): { answer?: string; warning?: string } {
  const text = readPage(page)
  if (text.blocks.length === 0) return { warning: 'The page has no text that could answer the question.' }
  const asked = readQuestion(question, text.reader)
  if (asked.terms.every(({ isMeta }) => isMeta)) return aboutPage(summarize(page, text))
  const answer =
    bylineFor(asked, page) ??
    answerIn(text, question, 0) ??
    answerIn(readWholePage(page), question, SURE_OUTSIDE)
  return answer === undefined ? { warning: UNANSWERED } : { answer }
}

/** What stands around the content is about other things more often. */
const SURE_OUTSIDE = 1

function answerIn(text: PageText, question: string, least: number): string | undefined {
  const asked = readQuestion(question, text.reader)
  const units = unitsFor(text, asked.terms)
  const answers = scoreUnits(units, asked, text).filter(({ score }) => score > least)
  return answers.length === 0
    ? undefined
    : quoteAnswer(answers, { units, question: asked, reader: text.reader })
}

const UNANSWERED = 'The page does not seem to answer the question.'

/** A question that names nothing asks what the page is about. */
function aboutPage(summary: string | undefined): { answer?: string; warning?: string } {
  return summary === undefined ? { warning: UNANSWERED } : { answer: summary }
}
