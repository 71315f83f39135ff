import type { WishedField } from '../../../extract/extract.ts'
import type { GatheredRecord } from '../../gathered/record-pool.ts'
import { comparisonsIn, holds, isSpan } from './comparisons.ts'
import { DENIES, phrasesIn } from './conditions-phrases.ts'
import type { Phrase, Within } from './conditions-phrases.ts'
import { isMonthName } from '../../../language/months.ts'
import type { PlannedList } from '../plan.ts'
import { wordsOf } from '../../../language/words.ts'

/** Of records those that a request means, as far as what is known of them decides it. */
export function matchingRecords(records: readonly GatheredRecord[], within: Within): GatheredRecord[] {
  const { kept, isTimed } = comparedTo(records, within)
  const phrases = phrasesIn(within).filter(({ words }) => !isTimed || !words.some(isTime))
  return saidOf(kept, phrases, within)
}

/** Narrows down by what is demanded of numbers and dates; what most records do not tell is left aside. */
function comparedTo(
  records: readonly GatheredRecord[],
  { plan, list }: Within,
): { kept: GatheredRecord[]; isTimed: boolean } {
  let kept = [...records]
  let isTimed = false
  for (const comparison of comparisonsIn(plan.prompt, list.fields)) {
    const said = (record: GatheredRecord) => {
      const value = valueOf(record, comparison.field)
      return value === undefined ? undefined : holds(comparison, value)
    }
    const known = kept.filter((record) => said(record) !== undefined)
    if (known.length * 2 < kept.length || known.length === 0) continue
    kept = known.filter((record) => said(record))
    isTimed ||= isSpan(comparison)
  }
  return { kept, isTimed }
}

/** Whether a word is the name of a month, or a year. */
function isTime(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word) || isMonthName(word)
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
function saidOf(
  records: readonly GatheredRecord[],
  phrases: readonly Phrase[],
  within: Within,
): GatheredRecord[] {
  if (records.length < 2) return [...records]
  const texts = records.map((record) => textsOf(record, within.list))
  let kept = texts
  const used = new Set<number>()
  for (const phrase of phrases) {
    const { words, at, isDenied } = phrase
    if (words.some((_, step) => used.has(at + step))) continue
    const found = new Set(listedWith(phrase, texts))
    if (found.size === 0 || found.size === texts.length) continue
    const left = kept.filter((one) => found.has(one) !== isDenied)
    if (left.length === 0) continue
    kept = left
    for (const step of words.keys()) used.add(at + step)
  }
  return kept.map(({ record }) => record)
}

function listedWith({ words, isTrusted }: Phrase, texts: readonly Texts[]): readonly Texts[] {
  const said = ` ${words.join(' ')} `
  // A plain word is a condition only where it is all that a field says.
  const held = isTrusted || words.length > 1 ? said : `| ${said.trim()} |`
  const inFields = texts.filter(({ fields }) => fields.includes(held))
  return inFields.length > 0 || !isTrusted ? inFields : texts.filter(({ around }) => says(around, said))
}

/** Whether a text has an expression and does not deny it. */
function says(text: string, said: string): boolean {
  for (let at = text.indexOf(said); at >= 0; at = text.indexOf(said, at + 1))
    if (
      !text
        .slice(0, at)
        .split(' ')
        .slice(-2)
        .some((word) => DENIES.test(word))
    )
      return true
  return false
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
