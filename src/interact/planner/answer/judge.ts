import { wordsOf } from '../match/words.ts'
import { sameness } from './concepts.ts'
import type { Fact } from './facts.ts'
import { isOfKind } from './kind-asked.ts'
import type { AskedWord, Question } from './question.ts'
import { isSmall } from './small-words.ts'

/** What a fact is worth as an answer. */
export interface Judged {
  fact: Fact
  score: number
  /** Words of the question that it has nothing to do with. */
  open: readonly AskedWord[]
  /** Whether it came up with what was done last. */
  isFresh: boolean
  /** Whether nothing of what was asked is left open that matters. */
  sure: boolean
}

/** What is known besides the facts when they are judged. */
export interface Circumstances {
  /** Texts that came up with what was done last. */
  fresh: ReadonlySet<string>
  /** What holds of the whole page: its heading, what is chosen on it. */
  settings: readonly string[]
  /** What was chosen for the question. */
  chosen: readonly string[]
  /** Whether a fact is about what the last step was about. */
  isNear(fact: Fact): boolean
}

const NAME = /^\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|de|del|van|von|der|da|di))+$/u

/** How well a text has a word: 1 for the word itself, less for what means the same. */
export function has(words: readonly string[], word: string): number {
  let best = 0
  for (const other of words) {
    const same = sameness(word, other)
    if (same > best) best = same
    if (best === 1) return 1
  }
  return best
}

/** A fact as an answer to a question; undefined where it is none: of another kind, about something else, nothing new. */
export function judge(question: Question, fact: Fact, given: Circumstances): Judged | undefined {
  if (!isOfKind(fact.value, question.kind) || !saysMore(question, fact)) return undefined
  if (fact.control === 'state' && !question.whether) return undefined
  const isSpoken = fact.label !== '' || NAME.test(fact.value) || /\p{Ll}{2,} \p{Ll}{2,}/u.test(fact.value)
  if (question.kind === 'person' && !isSpoken) return undefined
  const label = wordsOf(fact.label)
  const value = wordsOf(fact.value)
  const heads = fact.heads.map(wordsOf)
  const settings = given.settings.map(wordsOf)
  const chosen = given.chosen.map(wordsOf)
  let covered = 0
  const open: AskedWord[] = []
  for (const asked of question.about) {
    const worth = Math.max(
      has(label, asked.word) * 1.05,
      has(value, asked.word),
      ...heads.map((words, depth) => has(words, asked.word) * Math.max(0.5, 0.95 - 0.1 * depth)),
      ...settings.map((words) => has(words, asked.word) * 0.5),
      ...chosen.map((words) => has(words, asked.word) * 0.7),
    )
    if (worth < 0.35) open.push(asked)
    covered += worth
  }
  const isFresh =
    !fact.clickable &&
    (given.fresh.has(fact.whole) || given.fresh.has(fact.value) || given.fresh.has(fact.element.ownText))
  const count = question.about.length
  const share = count === 0 ? 0.5 : covered / count
  const own = count === 0 ? 1 : ownShare(question, label, value)
  const soft = open.filter((one) => !one.hard).length
  const hard = open.length - soft
  const unexplained = label.filter(
    (word) =>
      !isSmall(word) && has(question.about.map((one) => one.word).concat(question.besides), word) === 0,
  ).length
  const isCounted = question.counted === undefined || counts(fact, label, question.counted)
  if (!isCounted) open.push({ word: question.counted!, hard: false })
  const score =
    share +
    0.15 * own +
    0.25 * Math.max(0, ...question.besides.map((word) => has(label, word))) +
    0.05 * Math.max(0, ...question.besides.map((word) => has(value, word))) +
    (isFresh ? 0.25 : 0) +
    (given.isNear(fact) ? 0.15 : 0) +
    (question.kind === 'person' && NAME.test(fact.value) ? 0.15 : 0) +
    (question.kind === 'amount' && isOfKind(fact.value, 'money') ? 0.1 : 0) +
    (fact.label !== '' ? 0.05 : 0) -
    0.06 * (count === 0 ? 0 : Math.min(3, unexplained)) -
    Math.min(0.15, fact.value.length / 1500) -
    (fact.clickable ? 0.1 : 0) -
    (fact.element.role === 'heading' && fact.label === '' ? 0.2 : 0) +
    (question.head !== undefined && has(label, question.head) > 0 ? 0.12 : 0) -
    (isCounted ? 0 : 0.5) +
    measureFit(question, fact.value)
  const isNamed = own > 0 || question.besides.some((word) => has([...label, ...value], word) > 0)
  const sure =
    isCounted &&
    hard === 0 &&
    soft * 2.5 <= count &&
    (isNamed || isFresh || given.isNear(fact) || count === 0)
  return { fact, score, open, isFresh, sure }
}

const LENGTHS = /^(high|tall|far|long|deep|wide|hoch|weit|tief|breit|hoog|ver|diep|breed)$/

/** A measure that is asked for is no sum of money, and rather has a unit. */
function measureFit({ kind, said }: Question, value: string): number {
  if (kind !== 'number') return 0
  const isLength =
    wordsOf(said).some((word) => LENGTHS.test(word)) && /\d\s*(?:m|km|cm|mm|ft|feet|miles?)\b/i.test(value)
  return (isLength ? 0.1 : 0) - (isOfKind(value, 'money') ? 0.15 : 0)
}

/** Whether a fact has a number of what is counted: it is called so, or the number stands with the word. */
function counts({ value }: Fact, label: readonly string[], counted: string): boolean {
  if (has(label, counted) > 0) return true
  const words = wordsOf(value)
  return words.some(
    (word, at) =>
      sameness(word, counted) > 0 &&
      words.slice(Math.max(0, at - 3), at + 4).some((near) => isOfKind(near, 'number')),
  )
}

/** How much of what is asked the fact itself speaks of, rather than the part of the page it stands in. */
function ownShare(question: Question, label: readonly string[], value: readonly string[]): number {
  const named = question.about.filter(({ word }) => has(label, word) > 0 || has(value, word) > 0).length
  return named / question.about.length
}

/** Whether a value has anything in it that the question does not say itself. */
function saysMore(
  { said, about, besides, kind, whether }: Question,
  { value, label, control, element, clickable }: Fact,
): boolean {
  if (control === 'state') return true
  if (whether && !clickable && element.role !== 'heading') return true
  const asked = [...about.map((one) => one.word), ...besides, ...wordsOf(said)]
  const fresh = wordsOf(value).filter((word) => !asked.includes(word))
  const isNumber = kind !== undefined && kind !== 'moment' && kind !== 'mail'
  if (isNumber && /\d/.test(value)) return fresh.some((word) => /\d/.test(word))
  if (label !== '') return value !== '' && fresh.length > 0
  return fresh.some((word) => has(asked, word) < 0.9)
}
