import type { ReadablePage } from '../page.ts'
import { readQuestion, TermMatcher } from './term-matcher.ts'
import type { Question, TermReader } from './term-matcher.ts'
import { readPage, readWholePage, unitsFor } from './page-text.ts'
import type { PageText, Unit } from './page-text.ts'
import { scoreUnits } from './score-units.ts'
import { summarize, needsBefore } from './summarize.ts'
import { shippedModel, chooseScalars } from '../choose/choose.ts'
import { personIn } from '../choose/looks.ts'
import { certaintyOf, isImpliedBy, isStrict } from './answer-kinds.ts'
import { fold } from '../../language/fold.ts'
import type { ScoredUnit } from './score-units.ts'
import { SURE } from './unit-features.ts'

/**
 * What a page says to a question, in its own words: a sentence or a few, a row of a table, a label with its value. A page
 * that does not speak of what was asked gives no answer: a wrong one is worse.
 */
export function answerQuestion(page: ReadablePage, question: string): { answer?: string; warning?: string } {
  const text = readPage(page)
  if (text.blocks.length === 0) return { warning: 'The page has no text that could answer the question.' }
  const asked = readQuestion(question, text.reader)
  // A question without a topic of its own asks for a summary.
  const answer = asked.terms.every(({ isMeta }) => isMeta)
    ? summarize(page, text)
    : (bylineFor(asked, page) ??
      answerIn(text, question, 0) ??
      answerIn(readWholePage(page), question, SURE_OUTSIDE))
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

function bylineFor(question: Question, page: ReadablePage): string | undefined {
  if (question.kinds[0]?.kind !== 'person' || !asksForAuthor(question)) return undefined
  const { chosen } = chooseScalars(page, [AUTHOR], { readContext: {}, model: shippedModel() })
  const author = chosen.get(AUTHOR)
  if (!author) return undefined
  const name = String(author.value)
  return author.confidence > (personIn(name) >= 0.5 ? LEAST_OF_PERSON : SURE_AUTHOR) ? name : undefined
}

const AUTHOR = { name: 'author', type: 'string' } as const
const SURE_AUTHOR = 0.5
const LEAST_OF_PERSON = 0.25

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

interface Source {
  units: readonly Unit[]
  question: Question
  reader: TermReader
}

export function quoteAnswer(answers: readonly ScoredUnit[], source: Source): string {
  const best = answers[0]!
  const chosen = new Set(
    best.unit.kind === 'heading' ? ofSection(answers, source) : around(best.unit, source),
  )
  const second = answers[1]
  if (second && chosen.size < MOST_UNITS && isWorthAdding(second, best, source.question)) {
    for (const unit of second.unit.kind === 'heading' ? [] : around(second.unit, source)) chosen.add(unit)
  }
  const answer = joined(chosen, source)
  return best.isUnder && best.unit.kind !== 'heading' ? `${best.unit.heading!.text}\n${answer}` : answer
}

const MOST_UNITS = 3
const MOST_ITEMS = 10
const MOST_CHARS = 600

function isWorthAdding(second: ScoredUnit, best: ScoredUnit, { kinds }: Question): boolean {
  if (isStrict(kinds) && second.held === 0 && best.held >= SURE) return false
  if (best.unit.kind === 'heading' || second.unit.text.length > MOST_CHARS / 2) return false
  // A value that its label names needs no talk beside it.
  if (best.unit.kind === 'pair' && second.unit.kind === 'text') return false
  const addsTerm = second.matched.some((quality, term) => quality >= 0.7 && best.matched[term] === 0)
  const isBeside = second.unit.block === best.unit.block
  return second.score >= best.score - (addsTerm || isBeside ? 1 : 0.3)
}

function around(unit: Unit, { units, question }: Source): Unit[] {
  const index = units.indexOf(unit)
  const before = units[index - 1]
  const isTied = before && before.block === unit.block && unit.kind !== 'code' && needsBefore(unit.text)
  const after = units[index + 1]
  const { kinds } = question
  const isCaused =
    kinds[0]?.kind === 'reason' && after?.block === unit.block && certaintyOf(unit.text, kinds) < SURE
  const isContinued =
    after?.block === unit.block &&
    needsBefore(after.text) &&
    certaintyOf(after.text, kinds) > certaintyOf(unit.text, kinds)
  const isNamedNext = after?.block === unit.block && announcesNext(unit, after, question)
  const isFollowed = isContinued || isCaused || isNamedNext
  return [...(isTied ? [before] : []), unit, ...(isFollowed ? [after!] : [])]
}

function announcesNext(unit: Unit, after: Unit, { kinds, terms }: Question): boolean {
  if (kinds.length > 0) return false
  const hasNew = (text: string) =>
    [
      ...text.slice(1).matchAll(/(?<=[\p{L}\p{N},;:)] ["“„«(]?)(?:\p{Lu}[\p{L}\p{N}]+|\p{Nd}[\p{Nd}.,]*)/gu),
    ].some(([word]) => !terms.some(({ roots }) => roots.some((root) => fold(word).startsWith(root))))
  return unit.kind === 'text' && !hasNew(unit.text) && hasNew(after.text)
}

function ofSection(answers: readonly ScoredUnit[], source: Source): Unit[] {
  const { units } = source
  const { heading } = answers[0]!.unit
  const start = units.indexOf(answers[0]!.unit) + 1
  const section: Unit[] = []
  for (let at = start; at < units.length && section.length < SECTION_UNITS; at++) {
    if (units[at]!.heading !== heading) break
    section.push(units[at]!)
  }
  const next = answers.find(({ unit }) => unit.kind !== 'heading')
  if (section.length === 0) return next ? around(next.unit, source) : [answers[0]!.unit]
  const isList = section[0]!.kind !== 'text' && section.every((unit) => unit.kind === section[0]!.kind)
  if (isList) {
    const better = answers.find((one) => section.includes(one.unit) && one.own > answers[0]!.own)
    return better ? [better.unit] : shortened(section)
  }
  return shortened(section.slice(0, /[:：]$/.test(section[0]!.text) ? MOST_ITEMS : MOST_UNITS))
}

const SECTION_UNITS = 20

function shortened(units: readonly Unit[]): Unit[] {
  let room = MOST_CHARS
  return units.slice(0, MOST_ITEMS).filter((unit, index) => {
    room -= unit.text.length
    return room >= 0 || index === 0
  })
}

function joined(chosen: ReadonlySet<Unit>, source: Source): string {
  let text = ''
  let last: Unit | undefined
  for (const unit of [...chosen].sort((a, b) => a.block - b.block || a.at - b.at)) {
    const gap = last === undefined ? '' : last.block === unit.block ? ' ' : '\n'
    text += gap + (unit.cells ? rowText(unit, unit.cells, source) : unit.text)
    last = unit
  }
  return text
}

/**
 * A row with the names of its columns, `label | header: cell`: each part stands on the page, the marks between them do
 * not. Of a long row only the label and the columns that were asked for.
 */
function rowText({ text }: Unit, cells: NonNullable<Unit['cells']>, { question, reader }: Source): string {
  if (cells.every(({ header }) => header === undefined)) return text
  const headers = cells.map(({ header = '' }) => reader.termsOf(header))
  const matcher = new TermMatcher(question.terms, headers.flat())
  const { kinds } = question
  const names = (terms: readonly string[]) =>
    matcher.match(terms).some((quality) => quality > 0) ||
    terms.some((term) => kinds.some(({ kind }) => isImpliedBy(kind, term)))
  const named = cells.filter((_, at) => at > 0 && names(headers[at]!))
  const shown = named.length > 0 && named.length < cells.length - 1 ? [cells[0]!, ...named] : cells
  return shown
    .map((cell) =>
      cell.header === undefined || cell === cells[0] ? cell.text : `${cell.header}: ${cell.text}`,
    )
    .join(' | ')
}

export function highlightsOf(page: ReadablePage, query: string): { highlights?: string; warning?: string } {
  const text = readPage(page)
  const asked = readQuestion(query, text.reader)
  if (asked.terms.every(({ isMeta }) => isMeta)) return highlighted(summarize(page, text))
  const scored = scoreUnits(unitsFor(text, asked.terms), asked, text).filter(
    ({ unit }) => unit.kind !== 'heading',
  )
  const best = scored.toSorted((a, b) => b.relevance - a.relevance)[0]
  if (best === undefined) return highlighted(undefined)
  const kept = scored.filter((one) => isRelevant(one, best)).slice(0, MOST_SENTENCES)
  const lines = kept
    .sort((a, b) => a.unit.block - b.unit.block || a.unit.at - b.unit.at)
    .map(({ unit }) => unit.text)
  return highlighted(lines.length > 0 ? [...new Set(lines)].join('\n\n') : undefined)
}

const MOST_SENTENCES = 10
const LEAST_COVERAGE = 0.4
const LEAST_OWN = 0.15
/** An entry of a list that says nothing of it itself is relevant where what stands above the list is about the query. */
const LEAST_AROUND = 0.9
/** Next to the best one, what is much weaker is not relevant. */
const LEAST_SHARE = 0.5

function isRelevant({ relevance, coverage, own, unit }: ScoredUnit, best: ScoredUnit): boolean {
  const isListed = unit.kind === 'item' || unit.kind === 'pair' || unit.kind === 'row'
  const isAbout = own >= LEAST_OWN ? coverage >= LEAST_COVERAGE : isListed && coverage >= LEAST_AROUND
  return isAbout && relevance >= best.relevance * LEAST_SHARE
}

function highlighted(highlights: string | undefined): { highlights?: string; warning?: string } {
  return highlights === undefined
    ? { warning: 'The page does not seem to say anything about the query.' }
    : { highlights }
}
