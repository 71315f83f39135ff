import { readFileSync } from 'node:fs'
import { answerQuestion, highlightsOf } from '../../src/extract/answers/answer-question.ts'
import { summaryOf } from '../../src/extract/answers/summarize.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import { pageOf } from '../../test/answers/page-of.ts'
import { median, printRows, quantile, startCpuClock } from '../figures.ts'
import type { Rows } from '../figures.ts'

/** A page with a question and its answer; null when the page does not answer it. Alternatives are separated by `|`. */
interface Entry {
  page: string
  /** Each set was first run before any change was made because of it: later sets show the quality on new pages. */
  set: string
  questions: [question: string, fact: string | null][]
  highlights?: [query: string, fragments: string[]][]
}

/** Asks the questions of `test/answers` and `test/pages` and prints how often the answer contains the expected fact. */
export function benchAnswers(...options: string[]): void {
  const entries: Entry[] = JSON.parse(readFileSync(new URL('questions.json', ANSWERS), 'utf8'))
  const sets = Map.groupBy(entries, ({ set }) => set)
  const rows: Rows = {}
  for (const [set, own] of sets) {
    const all = own.flatMap(answerQuestions)
    rows[set] = figuresOf(all)
    if (options.includes('--misses')) printMisses(all)
  }
  printRows('set of questions', rows)
  printHighlights(entries)
  printTimes(entries)
}

const ANSWERS = new URL('../../test/answers/', import.meta.url)

interface Asked {
  page: string
  question: string
  fact: string | null
  answer: string | undefined
}

function answerQuestions({ page, questions }: Entry): Asked[] {
  const readable = readablePage(page)
  return questions.map(([question, fact]) => ({
    page,
    question,
    fact,
    answer: answerQuestion(readable, question).answer,
  }))
}

function isHit({ fact, answer }: Asked): boolean {
  return fact !== null && answer !== undefined && fact.split('|').some((one) => answer.includes(one))
}

function figuresOf(all: readonly Asked[]): Rows[string] {
  const answerable = all.filter(({ fact }) => fact !== null)
  const unanswerable = all.filter(({ fact }) => fact === null)
  const hits = answerable.filter(isHit)
  const wrong = answerable.filter((one) => one.answer !== undefined && !isHit(one))
  const declined = unanswerable.filter(({ answer }) => answer === undefined)
  const lengths = hits.map(({ answer }) => answer!.length)
  return {
    'fact in the answer': rate(hits.length, answerable.length),
    wrong: rate(wrong.length, answerable.length),
    'declined where the page has no answer': rate(declined.length, unanswerable.length),
    'median characters': median(lengths),
    p90: quantile(lengths, 0.9),
  }
}

function printMisses(all: readonly Asked[]): void {
  for (const one of all) {
    if (one.fact === null ? one.answer === undefined : isHit(one)) continue
    console.log(
      `  ${one.page}: ${one.question}\n    expected ${one.fact ?? 'nothing'}, got ${JSON.stringify(one.answer)}`,
    )
  }
}

function printHighlights(entries: readonly Entry[]): void {
  let [wanted, found, lines, useful] = [0, 0, 0, 0]
  for (const { page, highlights = [] } of entries) {
    for (const [query, fragments] of highlights) {
      const sentences = highlightsOf(readablePage(page), query).highlights?.split('\n\n') ?? []
      wanted += fragments.length
      found += fragments.filter((fragment) =>
        sentences.some((sentence) => sentence.includes(fragment)),
      ).length
      lines += sentences.length
      useful += sentences.filter((sentence) =>
        fragments.some((fragment) => sentence.includes(fragment)),
      ).length
    }
  }
  console.log(`highlights: recall ${rate(found, wanted)}, precision ${rate(useful, lines)}`)
}

function printTimes(entries: readonly Entry[]): void {
  const pages = entries.map(({ page, questions }) => ({
    page: readablePage(page),
    question: questions[0]![0],
  }))
  for (const { page } of pages) page.content()
  const time = (work: (one: (typeof pages)[number]) => unknown) => {
    const clock = startCpuClock()
    for (let round = 0; round < ROUNDS; round++) for (const one of pages) work(one)
    return `${(clock() / ROUNDS / pages.length).toFixed(1)} ms`
  }
  console.log(
    `CPU per page: question ${time(({ page, question }) => answerQuestion(page, question))}, ` +
      `highlights ${time(({ page, question }) => highlightsOf(page, question))}, summary ${time(({ page }) => summaryOf(page))}`,
  )
}

const ROUNDS = 5

function rate(part: number, whole: number): string {
  return `${whole === 0 ? 'none' : (part / whole).toFixed(2)} (${part}/${whole})`
}

function readablePage(path: string): ReadablePage {
  return pageOf(readFileSync(new URL(`../${path}`, ANSWERS), 'utf8'), { isSelected: true })
}
