import { labelIn } from '../findings/cues.ts'
import type { Finding } from '../findings/finding.ts'
import type { Wanted } from '../choose/field.ts'
import { factsOf } from '../choose/finding-facts.ts'
import type { FindingFacts } from '../choose/finding-facts.ts'
import { isImpossible } from '../choose/impossible.ts'
import { relatedness, toldBy } from '../choose/relations.ts'
import { wordsOfName } from '../../language/words.ts'
import { LOOKS, lookFit } from '../choose/looks.ts'
import { readValue, statementIn } from '../choose/read-value.ts'
import type { Unit } from '../../language/units.ts'
import type { Reading } from '../values/read-scalar.ts'
import type { Column, Sheet } from './sheet.ts'

/** What is measured of a column, in the order in which the model has it. */
const NAMES = (
  'exact soft named namedFirst hasLabel exactRival namedRival namedGap tight held edge text before told ' +
  'toldBeside toldText look lookLack lookExcess kind unit side wantsSide old wantsOld number readable ' +
  'coverage filled distinct heading link marked position nth chars words digits isName isAgent isTitle ' +
  'statement yes choice type reader sheet count lookRank isOver person capital longest columns fields ' +
  'lookRivals bases isBase orderGap picture ownLink head'
).split(' ')

/** What is known about a column of records and a field, as a row of numbers. */
export const COLUMN_FEATURES: readonly string[] = [...NAMES, ...LOOKS.map(({ name }) => `look.${name}`)]

const TYPES = ['text', 'number', 'boolean', 'choice', 'date', 'url', 'email']
const READERS = 'text line block value part mention attribute link json-ld microdata rdfa'.split(' ')
const SHEETS = ['items', 'table', 'group']
const SAMPLE = 10
const PERSON = LOOKS.findIndex(({ name }) => name === 'person')

/** What is known about a column whatever is asked for. */
interface Seen {
  column: Column
  at: number
  sample: readonly Finding[]
  facts: readonly FindingFacts[]
  coverage: number
  distinct: number
  chars: number
}

export interface ColumnFit {
  column: Column
  features: number[]
}

/** The columns that hold values of each field, with their features. */
export function columnFits(sheet: Sheet, wanted: readonly Wanted[], reading: Reading): ColumnFit[][] {
  const seen = sheet.columns.map((column, at) => see(column, at, sheet))
  const texts = seen.filter(({ sample }) => sample[0]?.reader === 'text' || sample[0]?.reader === 'line')
  const longest = texts.reduce((most, { chars }) => Math.max(most, chars), 1)
  const bases = seen.filter((one) => isBase(one, sheet))
  const fits = wanted.map((one) => seen.map((own) => labelFit(own, one)))
  const looks = wanted.map((one) => seen.map((own) => lookOf(own, one)))
  const links = bases.filter(
    ({ sample }) => mean(sample, ({ spot }) => Number(spot?.link !== undefined)) > 0.5,
  ).length
  const known = seen.map((column) => (column.sample.length === 0 ? undefined : traits(column, sheet)))
  return wanted.map((one, field) => {
    const own = fits[field]!
    const mostNamed = own.reduce((most, { named }) => Math.max(most, named), 0)
    let alike = 0
    return seen.flatMap((column, at) => {
      if (column.sample.length === 0 || !couldBe(column, one)) return []
      const values = column.sample.map((finding) => readValue(finding, one, reading))
      const readable = values.filter((value) => value !== undefined).length / column.sample.length
      if (readable < 0.4) return []
      const rivals = fits.filter((_, other) => other !== field).map((other) => other[at]!)
      const look = looks[field]![at]!
      const lookRivals = wanted.filter(
        (other, nth) => other !== one && looks[nth]![at]!.fit >= look.fit && look.fit > 0.5,
      ).length
      const shared = {
        exactRival: own[at]!.exact - rivals.reduce((most, { exact }) => Math.max(most, exact), 0),
        namedRival: own[at]!.named - rivals.reduce((most, { named }) => Math.max(most, named), 0),
        namedGap: mostNamed - own[at]!.named,
        lookRank: look.fit > 0.6 ? Math.min(alike++, 10) : -1,
        readable,
        distinct: new Set(values).size / values.length,
        longest: column.chars / longest,
        fields: wanted.length,
        lookRivals,
        bases: Math.min(bases.length, 20),
        isBase: Number(bases.includes(column)),
        ownLink: bases.includes(column) && column.sample[0]!.spot?.link ? 1 / Math.max(1, links) : 0,
        // Titles stand out wherever they stand.
        orderGap: one.naming.isTitle()
          ? -1
          : orderGap(bases.indexOf(column), bases.length, field, wanted.length),
      }
      const row: Record<string, number> = {
        ...own[at]!,
        ...known[at]!,
        ...shared,
        ...fitOf(column, one, look),
      }
      return [
        { column: column.column, features: [...NAMES.map((name) => row[name]!), ...looksFor(column, one)] },
      ]
    })
  })
}

/** Whether a column is a text of its own in most records, and not a part of one or several together. */
function isBase({ sample: [first], coverage }: Seen, { kind }: Sheet): boolean {
  const isOwn = first?.reader === 'text' || (first?.reader === 'block' && kind === 'table')
  return isOwn && coverage > 0.5 && !first.isHead
}

/** How far the place of a field among the fields is from that of a column among the columns. */
function orderGap(base: number, bases: number, field: number, fields: number): number {
  return base < 0 ? -1 : Math.abs(base / Math.max(1, bases - 1) - field / Math.max(1, fields - 1))
}

function couldBe({ sample, distinct, facts }: Seen, wanted: Wanted): boolean {
  const { type, side } = wanted
  const [first] = sample
  if (sample.every(({ isHead, text }) => isHead && labelIn(text) !== undefined)) return false
  if (
    sample.filter((finding, nth) => isImpossible(finding, wanted, facts[nth]!.form)).length * 3 >
    sample.length
  )
    return false
  if (type !== 'url' && first!.reader === 'link') return false
  // `Details`, in each record, is there to be pressed.
  const isPressed = first!.spot?.link !== undefined || first!.element?.name === 'button'
  if (type === 'text' && isPressed && sample.length > 2 && distinct * sample.length < 1.5) return false
  return (
    side === 0 ||
    sample.filter((finding) => finding.isRange || finding.side === -side).length * 2 <= sample.length
  )
}

function see(column: Column, at: number, { records }: Sheet): Seen {
  const present = column.cells.filter((cell) => cell !== undefined)
  const step = Math.max(1, Math.floor(present.length / SAMPLE))
  const sample = present.filter((_, index) => index % step === 0).slice(0, SAMPLE)
  return {
    column,
    at,
    sample,
    facts: sample.map(factsOf),
    coverage: present.length / Math.max(1, records.length),
    distinct: new Set(present.map(({ text }) => text)).size / Math.max(1, present.length),
    chars: mean(sample, ({ text }) => Math.min(text.length, 500)),
  }
}

export function mean<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + of(value), 0) / values.length
}

interface LabelFit {
  exact: number
  soft: number
  named: number
  namedFirst: number
}

function labelFit({ column: { labels } }: Seen, { words, naming }: Wanted): LabelFit {
  const fit = { exact: 0, soft: 0, named: 0, namedFirst: 0 }
  labels.forEach((label, nth) => {
    const { exact, soft } = words.likenessTo(label)
    const named = naming.likenessTo(label)
    if (nth === 0) fit.namedFirst = named
    fit.exact = Math.max(fit.exact, exact)
    fit.soft = Math.max(fit.soft, soft)
    fit.named = Math.max(fit.named, named)
  })
  return fit
}

function lookOf({ facts }: Seen, wanted: Wanted): { fit: number; excess: number } {
  const fits = facts.map(({ looks }) => lookFit(wanted.looks, looks))
  return { fit: mean(fits, ({ fit }) => fit), excess: mean(fits, ({ excess }) => excess) }
}

/** Of each look: how far the column has it, and more where it is wanted; below zero where it is wanted and not there. */
function looksFor({ facts }: Seen, wanted: Wanted): number[] {
  return LOOKS.map((_, at) => {
    const own = mean(facts, ({ looks }) => looks[at]!)
    return own > 0 ? own * (0.2 + wanted.looks[at]!) : -wanted.looks[at]!
  })
}

function traits({ column, sample, at, coverage, chars, facts }: Seen, sheet: Sheet) {
  const [first] = sample
  return {
    head: mean(sample, ({ isHead }) => Number(isHead)),
    hasLabel: Number(column.labels.length > 0),
    coverage,
    filled: sample.length,
    heading: mean(sample, ({ spot }) => Number((spot?.level ?? 0) > 0)),
    link: mean(sample, ({ spot }) => Number(spot?.link !== undefined)),
    marked: mean(sample, ({ spot }) => Number(spot?.isMarked ?? false)),
    position: at / Math.max(1, sheet.columns.length),
    nth: Math.min(at, 30),
    chars,
    words: mean(sample, ({ text }) => text.split(' ').length),
    digits: mean(sample, ({ text }) => Number(/\d/.test(text))),
    reader: READERS.indexOf(first!.reader),
    sheet: SHEETS.indexOf(sheet.kind),
    count: Math.min(sheet.records.length, 30),
    isOver: Number(column.key === 'over'),
    person: mean(facts, ({ looks }) => looks[PERSON]!),
    capital: mean(sample, ({ text }) => Number(/^\p{Lu}/u.test(text))),
    columns: sheet.columns.length,
  }
}

function fitOf(
  { sample, facts, column: { labels } }: Seen,
  wanted: Wanted,
  look: { fit: number; excess: number },
) {
  const { words, kinds, type, telling, asked } = wanted
  const held = (of: (finding: Finding) => string) =>
    mean(sample, (finding) => {
      const label = of(finding)
      return label === '' ? 0 : words.likenessTo(label).softHeld
    })
  const statements = type === 'boolean' ? sample.map(({ text }) => statementIn(text, wanted)) : []
  return {
    tight: held(({ cues }) => cues.tight),
    held: held(({ cues: { lead, tail } }) => `${lead} ${tail}`.trim()),
    edge: held(({ cues: { lead, tail } }) =>
      `${lead.split(' ').slice(-2).join(' ')} ${tail.split(' ', 2).join(' ')}`.trim(),
    ),
    text: held(({ text }) => text.slice(0, 80)),
    before: held(({ cues }) => cues.before),
    told: labels.reduce((most, label) => Math.max(most, relatedness(asked, toldBy(wordsOfName(label)))), 0),
    toldBeside: mean(facts, ({ toldByLine }) => relatedness(asked, toldByLine)),
    toldText: mean(facts, ({ toldByText }) => relatedness(asked, toldByText)),
    look: look.fit,
    lookExcess: look.excess,
    lookLack: wanted.looks.reduce((most, one) => Math.max(most, one), 0) - look.fit,
    kind: mean(sample, ({ kind }) => (kind === undefined || kinds.size === 0 ? 0 : kinds.has(kind) ? 1 : -1)),
    unit: mean(facts, ({ unit }) => unitFit(unit, wanted)),
    side: mean(sample, ({ side }) => side) * wanted.side,
    wantsSide: wanted.side,
    old: mean(facts, ({ isOld }) => Number(isOld)),
    wantsOld: Number(wanted.wantsOld),
    number: mean(sample, ({ text }) => (/\d[\d.,' ]*/.exec(text)?.[0].length ?? 0) / text.length),
    picture: Number(sample[0]!.element?.name === 'img') * (wanted.naming.endsIn('image') ? 1 : -1),
    isName: wanted.isName,
    isAgent: wanted.isAgent,
    isTitle: Number(wanted.naming.isTitle()),
    statement: mean(statements, (one) => one?.coverage ?? -1),
    yes: mean(statements, (one) => Number(one?.value ?? 0)),
    choice: type === 'choice' ? mean(sample, ({ text }) => 1 / text.split(' ').length) : 0,
    type: TYPES.indexOf(type) + (telling.length > 1 ? 0.5 : 0),
  }
}

function unitFit(own: Unit | undefined, { unit, dimensions }: Wanted): number {
  if (!unit && own && dimensions.length > 0) return dimensions.includes(own.dimension) ? 0.8 : -0.7
  if (!unit) return own ? -0.5 : 0
  if (!own) return 0
  return own.dimension === unit.dimension ? 1 : -1
}
