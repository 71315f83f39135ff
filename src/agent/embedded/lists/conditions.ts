import { fold } from '../../../language/fold.ts'
import { STOP_WORDS } from '../../../language/common-words.ts'
import { isFillerWord } from '../../../extract/extract.ts'
import type { FlatField } from '../../../extract/extract.ts'
import type { CollectedRecord } from '../../facts/facts.ts'
import type { Plan, PlannedList } from '../plan.ts'
import { singular } from '../../../language/stems.ts'
import { wordsOf } from '../../../language/words.ts'
import { comparisonsIn, isSatisfied, isTimeSpan } from './comparisons.ts'
import { isMonthName } from '../../../language/months.ts'

export function matchingRecords(
  records: readonly CollectedRecord[],
  within: ConditionContext,
): CollectedRecord[] {
  const { kept, isTimed } = filterByComparisons(records, within)
  const phrases = phrasesIn(within).filter(({ words }) => !isTimed || !words.some(isTime))
  return filterByPhrases(kept, phrases, within)
}

/** Narrows down by what is demanded of numbers and dates; what most records do not tell is left aside. */
function filterByComparisons(
  records: readonly CollectedRecord[],
  { plan, list }: ConditionContext,
): { kept: CollectedRecord[]; isTimed: boolean } {
  let kept = [...records]
  let isTimed = false
  for (const comparison of comparisonsIn(plan.prompt, list.fields)) {
    const said = (record: CollectedRecord) => {
      const value = valueOf(record, comparison.field)
      return value === undefined ? undefined : isSatisfied(comparison, value)
    }
    const known = kept.filter((record) => said(record) !== undefined)
    if (known.length * 2 < kept.length || known.length === 0) continue
    kept = known.filter((record) => said(record))
    isTimed ||= isTimeSpan(comparison)
  }
  return { kept, isTimed }
}

function isTime(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word) || isMonthName(word)
}

function valueOf({ facts }: CollectedRecord, { path }: FlatField): string | number | boolean | undefined {
  const best = facts.best(JSON.stringify(path))
  return best?.facts[0]?.value
}

type Texts = ReturnType<typeof textsOf>

function filterByPhrases(
  records: readonly CollectedRecord[],
  phrases: readonly Phrase[],
  within: ConditionContext,
): CollectedRecord[] {
  if (records.length < 2) return [...records]
  const texts = records.map((record) => textsOf(record, within.list))
  let kept = texts
  const used = new Set<number>()
  for (const phrase of phrases) {
    const { words, at, isNegated } = phrase
    if (words.some((_, step) => used.has(at + step))) continue
    const found = new Set(textsWithPhrase(phrase, texts))
    if (found.size === 0 || found.size === texts.length) continue
    const left = kept.filter((one) => found.has(one) !== isNegated)
    if (left.length === 0) continue
    kept = left
    for (const step of words.keys()) used.add(at + step)
  }
  return kept.map(({ record }) => record)
}

function textsWithPhrase({ words, isTrusted }: Phrase, texts: readonly Texts[]): readonly Texts[] {
  const said = ` ${words.join(' ')} `
  // A plain word is a condition only where it is all that a field says.
  const held = isTrusted || words.length > 1 ? said : `| ${said.trim()} |`
  const inFields = texts.filter(({ fields }) => fields.includes(held))
  return inFields.length > 0 || !isTrusted ? inFields : texts.filter(({ around }) => around.includes(said))
}

function textsOf(record: CollectedRecord, { fields }: PlannedList) {
  const said = fields
    .filter(({ naming }) => !naming.isTitle())
    .map((field) => valueOf(record, field))
    .filter((value) => typeof value === 'string' && value.length < 120)
  return {
    record,
    fields: `|${said.map((value) => ` ${wordsOf(String(value)).join(' ')} `).join('|')}|`,
    around: ` ${wordsOf(record.context).join(' ')} `,
  }
}

const LONGEST = 1500
const MOST_PHRASES = 400
const LONGEST_PHRASE = 4
const FIELD_LIKENESS = 0.7
const QUOTED = 3

interface ConditionContext {
  plan: Plan
  list: PlannedList
  /** Whether the pages of the list are about this already. */
  isListTopic: (term: string) => boolean
}

interface Phrase {
  words: readonly string[]
  at: number
  isTrusted: boolean
  isNegated: boolean
}

function phrasesIn({ plan, list, isListTopic }: ConditionContext): Phrase[] {
  const prompt = plan.prompt.slice(0, LONGEST)
  const written = (prompt.match(WORD) ?? []).slice(0, 200)
  const words = written.map((word) => singular(fold(word)))
  // What stands behind a colon says what is wanted of the records.
  const head = countWords(prompt.split(/:\s/)[0]!)
  const ends = new Set(clauseEnds(prompt))
  const namings = [list.naming, ...list.fields.map(({ naming }) => naming)]
  const isField = written.map((word) => namings.some((naming) => naming.likenessTo(word) >= FIELD_LIKENESS))
  const isStop = words.map(
    (word, at) => STOP_WORDS.en.has(fold(written[at]!)) || isFillerWord(written[at]!) || word.length < 2,
  )
  const named = new Set(wordsOf((list.path.at(-1) ?? '').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
  const phrases: Phrase[] = []
  for (let length = LONGEST_PHRASE; length > 0; length--)
    for (let at = 0; at + length <= words.length && phrases.length < MOST_PHRASES; at++) {
      const span = Array.from({ length }, (_, step) => at + step)
      if (span.some((place) => isField[place] && !named.has(words[place]!))) continue
      if (isStop[at] && !named.has(words[at]!)) continue
      const telling = span.filter((place) => !isStop[place])
      const isOfName = length > 1 && span.every((place) => named.has(words[place]!))
      // What is listed, and nothing that tells which of it.
      const isQuoted = span.every((place) => (plan.subject.terms.get(words[place]!) ?? 0) >= QUOTED)
      if (!isOfName && !isQuoted && telling.every((place) => named.has(words[place]!))) continue
      if (telling.every((place) => isListTopic(words[place]!))) continue
      const own = span.map((place) => words[place]!)
      const strength = Math.max(...own.map((word) => plan.subject.terms.get(word) ?? 0))
      const isPlaced =
        PREPOSITIONS.test(written[at - 1] ?? '') ||
        (ARTICLES.test(written[at - 1] ?? '') && PREPOSITIONS.test(written[at - 2] ?? ''))
      const isStated =
        at < head &&
        !telling.some((place) => isField[place]) &&
        (telling.length > 1
          ? RELATIVE_WORDS.test(written[at - 1] ?? '')
          : COPULAS.test(written[at - 1] ?? '') && ends.has(at + length - 1))
      phrases.push({
        words: own,
        at,
        isTrusted:
          strength >= 2 ||
          isOfName ||
          isStated ||
          (isPlaced && /^\p{Lu}/u.test(written[at]!)) ||
          (telling.length > 1 && !span.every((place) => /^\d+$/.test(words[place]!))),
        isNegated: written.slice(Math.max(0, at - 3), at).some((word) => NEGATIONS.test(word)),
      })
    }
  return phrases
}

const NEGATIONS = /^(?:not|without|except|excluding|no|nicht|ohne|außer|kein\p{L}*|sans|sauf|sin|excepto)$/iu
const PREPOSITIONS =
  /^(?:in|im|at|from|aus|by|von|vom|of|à|en|de|du|à|for|für|about|über|with|mit|near|bei|a|por)$/iu
const WORD = /[\p{L}\p{M}\p{N}]+/gu

function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0
}

function clauseEnds(text: string): number[] {
  let at = -1
  return text.split(/\s*[?!.,;:]+(?:\s|$)/).map((clause) => (at += countWords(clause)))
}

const COPULAS = /^(?:are|is|sind|ist|sont|est|son|est[aá]n?|sono|è|zijn|são)$/iu
const RELATIVE_WORDS =
  /^(?:are|is|that|who|which|currently|still|only|sind|ist|die|noch|nur|sont|est|qui|estan|están|son|que|sono|che|zijn|is|die)$/iu
const ARTICLES = /^(?:the|der|die|das|dem|den|le|la|les|el|los|las)$/iu
