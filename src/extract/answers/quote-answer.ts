import { holds, isSaidBy, isStrict } from './answer-kinds.ts'
import { fold } from '../../language/fold.ts'
import { TermMatcher } from './match-terms.ts'
import type { TermReader } from './match-terms.ts'
import { needsBefore } from './self-contained.ts'
import type { Question } from './question.ts'
import type { ScoredUnit } from './score-units.ts'
import { SURE } from './unit-features.ts'
import type { Unit } from './read-page.ts'

interface Source {
  /** In the order of the page. */
  units: readonly Unit[]
  question: Question
  reader: TermReader
}

/** The answer in the words of the page: the best unit with what it needs to be understood, best first among `answers`. */
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

/** The second best is added where it is nearly as good, or says what the best leaves out. */
function isWorthAdding(second: ScoredUnit, best: ScoredUnit, { wants }: Question): boolean {
  if (isStrict(wants) && second.held === 0 && best.held >= SURE) return false
  if (best.unit.kind === 'heading' || second.unit.text.length > MOST_CHARS / 2) return false
  // A value that its label names needs no talk beside it.
  if (best.unit.kind === 'pair' && second.unit.kind === 'text') return false
  const addsTerm = second.matched.some((quality, term) => quality >= 0.7 && best.matched[term] === 0)
  const isBeside = second.unit.block === best.unit.block
  return second.score >= best.score - (addsTerm || isBeside ? 1 : 0.3)
}

/** A unit with the sentence before it, where it points back, and the list that it introduces. */
function around(unit: Unit, { units, question }: Source): Unit[] {
  const index = units.indexOf(unit)
  const before = units[index - 1]
  const isTied = before && before.block === unit.block && unit.kind !== 'code' && needsBefore(unit.text)
  const after = units[index + 1]
  const { wants } = question
  const isCaused =
    wants[0]?.kind === 'reason' && after?.block === unit.block && holds(unit.text, wants) < SURE
  const isContinued =
    after?.block === unit.block &&
    needsBefore(after.text) &&
    holds(after.text, wants) > holds(unit.text, wants)
  const isNamedNext = after?.block === unit.block && namesNext(unit, after, question)
  const isFollowed = isContinued || isCaused || isNamedNext
  const quoted = [...(isTied ? [before] : []), unit, ...(isFollowed ? [after!] : [])]
  return /[:：]$/.test(unit.text) ? [...quoted, ...itemsAfter(units, index)] : quoted
}

/** A question for a thing by its name is answered one sentence on, where the first only says that there are such. */
function namesNext(unit: Unit, after: Unit, { wants, terms }: Question): boolean {
  if (wants.length > 0) return false
  const hasNew = (text: string) =>
    [
      ...text.slice(1).matchAll(/(?<=[\p{L}\p{N},;:)] ["“„«(]?)(?:\p{Lu}[\p{L}\p{N}]+|\p{Nd}[\p{Nd}.,]*)/gu),
    ].some(([word]) => !terms.some(({ roots }) => roots.some((root) => fold(word).startsWith(root))))
  return unit.kind === 'text' && !hasNew(unit.text) && hasNew(after.text)
}

function itemsAfter(units: readonly Unit[], index: number): Unit[] {
  const first = units[index + 1]
  if (first === undefined || first.kind === 'heading') return []
  if (first.kind === 'text') return [first]
  return short(units.slice(index + 1, index + 1 + MOST_ITEMS * 2).filter((unit) => unit.kind === first.kind))
}

/** What stands under the heading that fits best: what holds what was asked for, else how it begins. */
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
    return better ? [better.unit] : short(section)
  }
  return short(section.slice(0, /[:：]$/.test(section[0]!.text) ? MOST_ITEMS : MOST_UNITS))
}

const SECTION_UNITS = 20

/** As many as are short together, at least one. */
function short(units: readonly Unit[]): Unit[] {
  let room = MOST_CHARS
  return units.slice(0, MOST_ITEMS).filter((unit, index) => {
    room -= unit.text.length
    return room >= 0 || index === 0
  })
}

/** In the order of the page; what does not stand in the same block begins a line. */
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
  const { wants } = question
  const names = (terms: readonly string[]) =>
    matcher.match(terms).some((quality) => quality > 0) ||
    terms.some((term) => wants.some(({ kind }) => isSaidBy(kind, term)))
  const named = cells.filter((_, at) => at > 0 && names(headers[at]!))
  const shown = named.length > 0 && named.length < cells.length - 1 ? [cells[0]!, ...named] : cells
  return shown
    .map((cell) =>
      cell.header === undefined || cell === cells[0] ? cell.text : `${cell.header}: ${cell.text}`,
    )
    .join(' | ')
}
