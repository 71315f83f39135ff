import { fold, isIdle, STOP_WORDS } from '../../extract/extract.ts'
import type { WishedField } from '../../extract/extract.ts'
import type { GatheredRecord } from '../gathered/record-pool.ts'
import { comparisonsIn, holds } from './comparisons.ts'
import type { Plan, PlannedList } from './plan.ts'
import { singular, wordsOf } from './words.ts'

const LONGEST = 1500
const MOST_PHRASES = 400
const LONGEST_PHRASE = 4
const FIELD_LIKENESS = 0.7

interface Within {
  plan: Plan
  list: PlannedList
  /** Whether the pages of the list are about this already. */
  isTold: (term: string) => boolean
}

/** Of records those that a request means; a condition that what is known of them does not decide is left aside. */
export function matchingRecords(records: readonly GatheredRecord[], within: Within): GatheredRecord[] {
  const { prompt } = within.plan
  let kept = [...records]
  for (const comparison of comparisonsIn(prompt, within.list.fields)) {
    const known = kept.filter((record) => valueOf(record, comparison.field) !== undefined)
    if (known.length * 2 < kept.length || known.length === 0) continue
    kept = known.filter((record) => holds(comparison, valueOf(record, comparison.field)!))
  }
  return saidOf(kept, within)
}

function valueOf({ facts }: GatheredRecord, { path }: WishedField): string | number | boolean | undefined {
  const best = facts.best(JSON.stringify(path))
  return best?.facts[0]?.value
}

interface Texts {
  record: GatheredRecord
  /** What its fields say, but for its name. */
  fields: string
  around: string
}

/** Narrows down by words of the request that some of the records have and others do not. */
function saidOf(records: readonly GatheredRecord[], within: Within): GatheredRecord[] {
  if (records.length < 2) return [...records]
  const texts = records.map((record) => textsOf(record, within.list))
  let kept = texts
  const used = new Set<number>()
  for (const { words, at, isTrusted, isDenied } of phrasesIn(within)) {
    if (words.some((_, step) => used.has(at + step))) continue
    const said = ` ${words.join(' ')} `
    // A plain word is a condition only where it is all that a field says.
    const held = isTrusted || words.length > 1 ? said : `| ${said.trim()} |`
    const inFields = texts.filter(({ fields }) => fields.includes(held))
    const found =
      inFields.length > 0 || !isTrusted ? inFields : texts.filter(({ around }) => around.includes(said))
    if (found.length === 0 || found.length === texts.length) continue
    const matching = new Set(found)
    const left = kept.filter((one) => matching.has(one) !== isDenied)
    if (left.length === 0) continue
    kept = left
    for (const step of words.keys()) used.add(at + step)
  }
  return kept.map(({ record }) => record)
}

function textsOf(record: GatheredRecord, { fields }: PlannedList): Texts {
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

interface Phrase {
  words: readonly string[]
  at: number
  /** Whether it is plain enough to be looked for around a record too. */
  isTrusted: boolean
  isDenied: boolean
}

/** Expressions of the request that may be conditions, the longest first. */
function phrasesIn({ plan, list, isTold }: Within): Phrase[] {
  const written = (plan.prompt.slice(0, LONGEST).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 200)
  const words = written.map((word) => singular(fold(word)))
  const namings = [list.naming, ...list.fields.map(({ naming }) => naming)]
  const isField = written.map((word) => namings.some((naming) => naming.likenessTo(word) >= FIELD_LIKENESS))
  const isStop = words.map(
    (word, at) => STOP_WORDS.en.has(fold(written[at]!)) || isIdle(written[at]!) || word.length < 2,
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
      if (!isOfName && telling.every((place) => named.has(words[place]!))) continue
      if (telling.length === 0 || (telling.every((place) => isTold(words[place]!)) && length === 1)) continue
      const own = span.map((place) => words[place]!)
      const strength = Math.max(...own.map((word) => plan.subject.terms.get(word) ?? 0))
      const isPlaced =
        PLACES.test(written[at - 1] ?? '') ||
        (ARTICLES.test(written[at - 1] ?? '') && PLACES.test(written[at - 2] ?? ''))
      phrases.push({
        words: own,
        at,
        isTrusted:
          strength >= 2 ||
          isOfName ||
          (isPlaced && /^\p{Lu}/u.test(written[at]!)) ||
          (length > 1 && !span.every((place) => /^\d+$/.test(words[place]!))),
        isDenied: written.slice(Math.max(0, at - 3), at).some((word) => DENIES.test(word)),
      })
    }
  return phrases
}

const DENIES = /^(?:not|without|except|excluding|no|nicht|ohne|außer|kein\p{L}*|sans|sauf|sin|excepto)$/iu
/** What stands before the name of a place, a person or a time that narrows down. */
const PLACES =
  /^(?:in|im|at|from|aus|by|von|vom|of|à|en|de|du|à|for|für|about|über|with|mit|near|bei|a|por)$/iu
const ARTICLES = /^(?:the|der|die|das|dem|den|le|la|les|el|los|las)$/iu
