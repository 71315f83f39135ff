import { fold } from '../../../extract/extract.ts'
import type { WishedField } from '../../../extract/extract.ts'
import type { GatheredRecord } from '../../gathered/record-pool.ts'
import { comparisonsIn, holds, isSpan } from './comparisons.ts'
import { DENIES, phrasesIn } from './conditions-phrases.ts'
import type { Phrase, Within } from './conditions-phrases.ts'
import { isTime } from './months.ts'
import type { PlannedList } from '../plan.ts'
import { singular, wordsOf } from '../words.ts'

/** Of records those that a request means, as far as what is known of them decides it. */
export function matchingRecords(records: readonly GatheredRecord[], within: Within): GatheredRecord[] {
  return narrowed(records, within).kept
}

/** Of records those whose own pages are to be read, as nothing else tells whether they are meant. */
export function undecidedRecords(records: readonly GatheredRecord[], within: Within): GatheredRecord[] {
  return narrowed(records, within).undecided
}

function narrowed(records: readonly GatheredRecord[], within: Within): ReturnType<typeof saidOf> {
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

function valueOf({ facts }: GatheredRecord, { path }: WishedField): string | number | boolean | undefined {
  const best = facts.best(JSON.stringify(path))
  return best?.facts[0]?.value
}

interface Texts {
  record: GatheredRecord
  /** What its fields say, but for its name. */
  fields: string
  around: string
  /** What its own page says; undefined where that was not read. */
  own: string | undefined
}

/** Narrows down by words of the request that some of the records have and others do not. */
function saidOf(
  records: readonly GatheredRecord[],
  phrases: readonly Phrase[],
  within: Within,
): { kept: GatheredRecord[]; undecided: GatheredRecord[] } {
  if (records.length < 2) return { kept: [...records], undecided: [] }
  const texts = records.map((record) => textsOf(record, within.list))
  let kept = texts
  const used = new Set<number>()
  const isFree = ({ words, at }: Phrase) => !words.some((_, step) => used.has(at + step))
  const narrow = ({ words, at, isDenied }: Phrase, found: readonly Texts[]) => {
    if (found.length === 0 || found.length === texts.length) return
    const matching = new Set(found)
    const left = kept.filter((one) => matching.has(one) !== isDenied)
    if (left.length === 0) return
    kept = left
    for (const step of words.keys()) used.add(at + step)
  }
  const listed = new Set<Phrase>()
  for (const phrase of phrases.filter(isFree)) {
    const found = isFree(phrase) ? listedWith(phrase, texts) : []
    if (found.length > 0) listed.add(phrase)
    narrow(phrase, found)
  }
  // What the list does not tell, the pages of its records may.
  const read = kept.filter(({ own }) => own !== undefined)
  const unread = kept.filter(({ own }) => own === undefined)
  let isOpen = false
  for (const phrase of phrases.filter((one) => one.isCondition && isFree(one) && !listed.has(one))) {
    const found = isFree(phrase) ? read.filter(({ own }) => says(own!, ` ${phrase.words.join(' ')} `)) : []
    isOpen ||= isFree(phrase) && (found.length > 0 || read.length < LEAST_READ)
    narrow(phrase, found)
  }
  return {
    kept: kept.map(({ record }) => record),
    undecided: isOpen ? unread.map(({ record }) => record) : [],
  }
}

function listedWith({ words, isTrusted }: Phrase, texts: readonly Texts[]): readonly Texts[] {
  const said = ` ${words.join(' ')} `
  // A plain word is a condition only where it is all that a field says.
  const held = isTrusted || words.length > 1 ? said : `| ${said.trim()} |`
  const inFields = texts.filter(({ fields }) => fields.includes(held))
  return inFields.length > 0 || !isTrusted ? inFields : texts.filter(({ around }) => says(around, said))
}

/** How many own pages are read at least before what none of them says is given up. */
const LEAST_READ = 2

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

/** The words of a text, part by part as its lines, cells and labels are, as expressions are looked for in them. */
export function plainWords(text: string): string {
  const parts = text
    .split(/[\n|:·,;*]+/)
    .map((part) => (fold(part).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(singular).join(' '))
  return `| ${parts.filter((part) => part !== '').join(' | ')} |`
}

function textsOf(record: GatheredRecord, { fields }: PlannedList): Texts {
  const { context, own } = record
  const said = fields
    .filter(({ naming }) => !naming.isTitle())
    .map((field) => valueOf(record, field))
    .filter((value) => typeof value === 'string' && value.length < 120)
  return {
    record,
    fields: `|${said.map((value) => ` ${wordsOf(String(value)).join(' ')} `).join('|')}|`,
    around: ` ${wordsOf(context).join(' ')} `,
    own: own === undefined ? undefined : ` ${own} `,
  }
}
