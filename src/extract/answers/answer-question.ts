import type { ReadablePage } from '../page.ts'
import { quoteAnswer } from './quote-answer.ts'
import { readQuestion } from './question.ts'
import type { Question } from './question.ts'
import { readPage, readWholePage, unitsFor } from './read-page.ts'
import type { PageText } from './read-page.ts'
import { scoreUnits } from './score-units.ts'
import { summarize } from './summarize.ts'
import { shippedModel, chooseScalars } from '../choose/choose.ts'
import { personIn } from '../choose/names.ts'

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

/** Who wrote the page, for a question that asks just that. */
function bylineFor(question: Question, page: ReadablePage): string | undefined {
  if (question.wants[0]?.kind !== 'person' || !asksForAuthor(question)) return undefined
  const { chosen } = chooseScalars(page, [AUTHOR], { reading: {}, model: shippedModel() })
  const author = chosen.get(AUTHOR)
  if (!author) return undefined
  const name = String(author.value)
  return author.confidence > (personIn(name) >= 0.5 ? LEAST : SURE) ? name : undefined
}

const AUTHOR = { name: 'author', type: 'string' } as const
const SURE = 0.5
/** The same of what is likely the name of a person. */
const LEAST = 0.25

/** Every word speaks of the page or of writing it. */
function asksForAuthor({ terms }: Question): boolean {
  const isWriting = (roots: readonly string[]) => roots.some((root) => WRITING.test(root))
  return (
    terms.some(({ isMeta }) => isMeta) &&
    terms.some(({ roots }) => isWriting(roots)) &&
    terms.every(({ isMeta, roots }) => isMeta || isWriting(roots))
  )
}

const WRITING =
  /^(?:writ|wrote|autho|autor|schre|verfa|ecri|auteu|escri|scriv|scrit|escre|schri|skriv|napis|напис|автор|yaz|作者|著者)/
