import { labelIn } from '../findings/cues.ts'
import type { Finding } from '../findings/cues.ts'
import type { Wanted } from '../choose/field.ts'
import {
  isImpossible,
  isOld,
  looksIn,
  relationsInLine,
  relationsInText,
  unitOf,
} from '../choose/finding-facts.ts'
import { relatedness, relationsIn } from '../choose/relations.ts'
import { wordsOfName } from '../../language/words.ts'
import { LOOKS, lookFit } from '../choose/looks.ts'
import { readValue, statementIn } from '../choose/read-value.ts'
import type { Unit } from '../../language/units.ts'
import type { ReadContext } from '../values/read-scalar.ts'
import type { Column, Sheet } from './item-sheets.ts'
import type { Naming } from '../schema/naming.ts'
import type { FlatField } from '../schema/schema-field.ts'

/** What is measured of a column, in the order in which the model has it. */
const NAMES = (
  'exact soft named namedFirst hasLabel exactRival namedRival namedGap tight held edge text before told ' +
  'toldBeside toldText look lookLack lookExcess kind unit side wantsSide old wantsOld number readable ' +
  'coverage filled distinct heading link marked position nth chars words digits isName isAgent isTitle ' +
  'statement yes choice type reader sheet count lookRank isOver person capital longest columns fields ' +
  'lookRivals bases isBase orderGap picture ownLink head'
).split(' ')

export const COLUMN_FEATURES: readonly string[] = [...NAMES, ...LOOKS.map(({ name }) => `look.${name}`)]

const TYPES = ['text', 'number', 'boolean', 'choice', 'date', 'url', 'email']
const READERS = 'text line block value part mention attribute link json-ld microdata rdfa'.split(' ')
const SHEETS = ['items', 'table', 'group']
const SAMPLE = 10
const PERSON = LOOKS.findIndex(({ name }) => name === 'person')

type ColumnSample = ReturnType<typeof sampleColumn>

export interface ColumnFit {
  column: Column
  features: number[]
}

export function columnFits(sheet: Sheet, wanted: readonly Wanted[], readContext: ReadContext): ColumnFit[][] {
  const seen = sheet.columns.map((column, at) => sampleColumn(column, at, sheet))
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
      const values = column.sample.map((finding) => readValue(finding, one, readContext))
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

function isBase({ sample: [first], coverage }: ColumnSample, { kind }: Sheet): boolean {
  const isOwn = first?.reader === 'text' || (first?.reader === 'block' && kind === 'table')
  return isOwn && coverage > 0.5 && !first.isHead
}

function orderGap(base: number, bases: number, field: number, fields: number): number {
  return base < 0 ? -1 : Math.abs(base / Math.max(1, bases - 1) - field / Math.max(1, fields - 1))
}

function couldBe({ sample, distinct }: ColumnSample, wanted: Wanted): boolean {
  const { type, side } = wanted
  const [first] = sample
  if (sample.every(({ isHead, text }) => isHead && labelIn(text) !== undefined)) return false
  if (sample.filter((one) => isImpossible(one, wanted)).length * 3 > sample.length) return false
  if (type !== 'url' && first!.reader === 'link') return false
  // `Details`, in each record, is there to be pressed.
  const isPressed = first!.spot?.link !== undefined || first!.element?.name === 'button'
  if (type === 'text' && isPressed && sample.length > 2 && distinct * sample.length < 1.5) return false
  return (
    side === 0 ||
    sample.filter((finding) => finding.isRange || finding.side === -side).length * 2 <= sample.length
  )
}

function sampleColumn(column: Column, at: number, { records }: Sheet) {
  const present = column.cells.filter((cell) => cell !== undefined)
  const step = Math.max(1, Math.floor(present.length / SAMPLE))
  const sample = present.filter((_, index) => index % step === 0).slice(0, SAMPLE)
  return {
    column,
    at,
    sample,
    coverage: present.length / Math.max(1, records.length),
    distinct: new Set(present.map(({ text }) => text)).size / Math.max(1, present.length),
    chars: mean(sample, ({ text }) => Math.min(text.length, 500)),
  }
}

function mean<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + of(value), 0) / values.length
}

function labelFit({ column: { labels } }: ColumnSample, { words, naming }: Wanted) {
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

function lookOf({ sample }: ColumnSample, wanted: Wanted): { fit: number; excess: number } {
  const fits = sample.map((finding) => lookFit(wanted.looks, looksIn(finding)))
  return { fit: mean(fits, ({ fit }) => fit), excess: mean(fits, ({ excess }) => excess) }
}

/** Of each look: how far the column has it, and more where it is wanted; below zero where it is wanted and not there. */
function looksFor({ sample }: ColumnSample, wanted: Wanted): number[] {
  return LOOKS.map((_, at) => {
    const own = mean(sample, (finding) => looksIn(finding)[at]!)
    return own > 0 ? own * (0.2 + wanted.looks[at]!) : -wanted.looks[at]!
  })
}

function traits({ column, sample, at, coverage, chars }: ColumnSample, sheet: Sheet) {
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
    person: mean(sample, (finding) => looksIn(finding)[PERSON]!),
    capital: mean(sample, ({ text }) => Number(/^\p{Lu}/u.test(text))),
    columns: sheet.columns.length,
  }
}

function fitOf(
  { sample, column: { labels } }: ColumnSample,
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
    told: labels.reduce(
      (most, label) => Math.max(most, relatedness(asked, relationsIn(wordsOfName(label)))),
      0,
    ),
    toldBeside: mean(sample, (finding) => relatedness(asked, relationsInLine(finding))),
    toldText: mean(sample, (finding) => relatedness(asked, relationsInText(finding))),
    look: look.fit,
    lookExcess: look.excess,
    lookLack: wanted.looks.reduce((most, one) => Math.max(most, one), 0) - look.fit,
    kind: mean(sample, ({ kind }) => (kind === undefined || kinds.size === 0 ? 0 : kinds.has(kind) ? 1 : -1)),
    unit: mean(sample, (finding) => unitFit(unitOf(finding), wanted)),
    side: mean(sample, ({ side }) => side) * wanted.side,
    wantsSide: wanted.side,
    old: mean(sample, (finding) => Number(isOld(finding))),
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

interface SheetContext {
  assigned: ReadonlyMap<ItemField, Assignment>
  fields: readonly ItemField[]
  naming: Naming
  inner: number
  rank: number
  isWithin: boolean
}

export const SHEET_FEATURES = 21 + 6

export function sheetFeatures(
  sheet: Sheet,
  { assigned, fields, naming, inner, rank, isWithin }: SheetContext,
): number[] {
  const wanted = fields.length + inner
  const own = [...assigned]
  const sum = own.reduce((total, [, { confidence, coverage }]) => total + confidence * coverage, 0)
  const full = own.filter(([, { columns, coverage }]) => coverage > 0.8 && columns[0]!.key !== 'over')
  const sure = own.filter(([, { confidence }]) => confidence > 0.75)
  const name = own.find(([{ wanted: field }]) => field.titled > 0)
  const texts = sheet.columns.filter(({ key }) => key.startsWith('text '))
  const filled = texts.map(({ cells }) => cells.filter((cell) => cell !== undefined).length / cells.length)
  const used = new Set(
    own.flatMap(([, { columns }]) =>
      columns.flatMap(({ cells }) => cells.flatMap((cell) => cell?.spot?.line ?? [])),
    ),
  )
  const lines = new Set(texts.flatMap(({ cells }) => cells.flatMap((cell) => cell?.spot?.line ?? [])))
  const values = own.flatMap(([{ wanted: field }, { columns }]) => {
    const cells = columns[0]!.cells.slice(0, 8)
    return cells.flatMap((cell) => (cell ? [readValue(cell, field, {}) !== undefined] : []))
  })
  return [
    sum / Math.max(1, wanted),
    sum / Math.max(1, fields.length),
    assigned.size / Math.max(1, fields.length),
    assigned.size,
    full.length / Math.max(1, fields.length),
    sure.length / Math.max(1, fields.length),
    mean(own, ([, { coverage }]) => coverage),
    Math.min(1, ...own.map(([, { coverage }]) => coverage)),
    Math.max(0, ...sheet.titles.map((text) => naming.likenessTo(text))),
    Math.min(sheet.records.length, 40),
    Number(sheet.isAside),
    Math.min(rank, 40),
    texts.filter(({ key }, at) => /#\d+$/.test(key) && filled[at]! > 0.3).length / Math.max(1, texts.length),
    mean(filled, (one) => one),
    texts.length,
    name ? name[1].confidence : -1,
    name ? distinct(name[1], sheet) : -1,
    lines.size === 0 ? -1 : used.size / lines.size,
    values.filter(Boolean).length / Math.max(1, values.length),
    own.filter(([, { columns }]) => columns[0]!.key === 'over').length,
    Number(isWithin),
  ]
}

function distinct({ columns }: Assignment, { records }: Sheet): number {
  return (
    new Set(columns.flatMap(({ cells }) => cells.flatMap((cell) => cell?.text ?? []))).size / records.length
  )
}

type Span = readonly [first: number, last: number]
const MOST_SPANS = 40

function spansOf({ records, columns }: Sheet): Span[] {
  const own = columns.filter(({ key }) => key !== 'over')
  return records.slice(0, MOST_SPANS).flatMap((_, index): Span[] => {
    let [first, last] = [Infinity, -Infinity]
    for (const { cells } of own) {
      const line = cells[index]?.spot?.line
      if (line === undefined) continue
      first = Math.min(first, line)
      last = Math.max(last, line)
    }
    return last < first ? [] : [[first, last]]
  })
}

function shareWithin(inner: readonly Span[], outer: readonly Span[]): number {
  if (inner.length === 0) return 0
  const held = inner.filter(([first, last]) =>
    outer.some(([from, to]) => from <= first && last <= to && to - from > last - first),
  )
  return held.length / inner.length
}

export function isPartOf(part: Sheet, whole: Sheet): boolean {
  if (part.records.length >= whole.records.length || part.records.length > MOST_SPANS) return false
  const spans = new Set(spansOf(whole).map(String))
  const own = spansOf(part)
  return own.length > 0 && own.every((span) => spans.has(String(span)))
}

/** What is known about records beside all other records that were tried: what holds them, what they are made of, which fit better. */
export function relativeFeatures(all: readonly { sheet: Sheet; features: readonly number[] }[]): number[][] {
  const spans = all.map(({ sheet }) => spansOf(sheet))
  const sums = all.map(({ features }) => features[0]!)
  return all.map(({ sheet, features }, at) => {
    let [partsGap, wholes, wholesGap, best, better] = [0, 0, 0, 0, 0]
    all.forEach((other, nth) => {
      if (nth === at) return
      best = Math.max(best, sums[nth]!)
      if (sums[nth]! > sums[at]!) better++
      const [own, others] = [sheet.records.length, other.sheet.records.length]
      if (others > own && shareWithin(spans[nth]!, spans[at]!) > 0.7) {
        partsGap = Math.max(partsGap, sums[nth]! - sums[at]! + 1)
      } else if (own > others && shareWithin(spans[at]!, spans[nth]!) > 0.7) {
        wholes = Math.max(wholes, own / others)
        wholesGap = Math.max(wholesGap, sums[nth]! - sums[at]! + 1)
      }
    })
    return [...features, partsGap, Math.min(wholes, 12), wholesGap, sums[at]! - best, better, all.length]
  })
}

export interface ItemField {
  field: FlatField
  wanted: Wanted
}

export interface Assignment {
  columns: Column[]
  confidence: number
  coverage: number
}
