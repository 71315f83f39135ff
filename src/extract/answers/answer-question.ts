import type { ReadablePage } from '../page.ts'
import { isStrict } from './answer-kinds.ts'
import { bylineFor } from './byline.ts'
import { tellsEvent } from './key-terms.ts'
import { quoteAnswer } from './quote-answer.ts'
import { readQuestion } from './question.ts'
import type { Question } from './question.ts'
import { readPage, unitsFor } from './read-page.ts'
import { scoreUnits } from './score-units.ts'
import type { ScoredUnit } from './score-units.ts'
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
  const byline = bylineFor(asked, page, text)
  if (byline !== undefined) return { answer: byline }
  const units = unitsFor(text, asked.terms)
  const scored = scoreUnits(units, asked, text)
  const answers = scored.filter((one) => isAnswer(one, asked))
  if (answers.length === 0) return { warning: UNANSWERED }
  return { answer: quoteAnswer(answers, { units, question: asked, reader: text.reader }) }
}

const UNANSWERED = 'The page does not seem to answer the question.'

/** A question that names nothing asks what the page is about. */
function aboutPage(summary: string | undefined): { answer?: string; warning?: string } {
  return summary === undefined ? { warning: UNANSWERED } : { answer: summary }
}

/** How much of what was asked must be spoken of, by how surely what the question wants to know is there. */
const LEAST_COVERAGE = { open: 0.46, held: 0.42, likely: 0.58 }
const LEAST_OWN = 0.1
/** What names no place may still describe one, in the words of the question. */
const LEAST_DESCRIBED = 0.3

function isAnswer(scored: ScoredUnit, question: Question): boolean {
  const { coverage, own, kind, unit, isNamed: hasKey, isNear } = scored
  if (!isNear) return false
  if (!hasKey && tellsEvent(question.kind)) return false
  if (kind === 0 && isStrict(question.kind)) return false
  if (kind === 0 && question.kind === 'place' && own < LEAST_DESCRIBED) return false
  const least = !isStrict(question.kind)
    ? LEAST_COVERAGE.open
    : LEAST_COVERAGE[kind >= 0.6 ? 'held' : 'likely']
  const isNamed =
    own >= LEAST_OWN || unit.heading !== undefined || question.terms.every(({ isSpent }) => isSpent)
  return coverage >= least && isNamed
}
