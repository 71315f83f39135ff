import {
  isObject,
  valueAtPointer,
  pointerTo,
  MODEL_CONFIDENCE,
  numberReadings,
} from '../../extract/extract.ts'
import type { FieldEvidence } from '../step.ts'
import shapes from './shapes.json' with { type: 'json' }

export interface ComputedValue {
  as: string
  value: unknown
  records: string[]
  text: string
}

/** The formulas that a model may write. Nothing of them is run as code. */
export const FORMULAS = shapes.formulas

const MOST_FORMULAS = 20
const MOST_CONDITIONS = 5

/** Computes what a model asks for over the records of some data. A formula that makes no sense gives nothing. */
export function computeAll(formulas: unknown, data: unknown): ComputedValue[] {
  const given = Array.isArray(formulas) ? formulas.slice(0, MOST_FORMULAS) : []
  return given.flatMap((formula) => (isObject(formula) ? (compute(formula, data) ?? []) : []))
}

interface Row {
  pointer: string
  record: Record<string, unknown>
}

function compute(formula: Record<string, unknown>, data: unknown): ComputedValue | undefined {
  const { as, operation, list, field, where } = formula
  const items = typeof list === 'string' ? valueAtPointer(data, list) : undefined
  const conditions = (Array.isArray(where) ? where : []).slice(0, MOST_CONDITIONS).map(conditionIn)
  if (typeof as !== 'string' || !Array.isArray(items) || conditions.includes(undefined)) return undefined
  const rows = items
    .map((record, at): Row => ({
      pointer: pointerTo(list as string, at),
      record: isObject(record) ? record : {},
    }))
    .filter(({ record }) => conditions.every((holds) => holds!(record)))
  const name = typeof field === 'string' ? field : undefined
  const result = resultOf(operation, rows, name, formula)
  return (
    result && {
      as,
      value: result.value,
      records: result.from.map(({ pointer }) => pointer),
      text: `${String(operation)} of ${name === undefined ? '' : `${name} of `}${result.from.length} records`,
    }
  )
}

function resultOf(
  operation: unknown,
  rows: readonly Row[],
  field: string | undefined,
  { order, most }: Record<string, unknown>,
): { value: unknown; from: readonly Row[] } | undefined {
  if (operation === 'count') return { value: rows.length, from: rows }
  if (operation === 'filter') return { value: rows.map(({ record }) => record), from: rows }
  const counted = rows.filter(({ record }) => field !== undefined && numberIn(record[field]) !== undefined)
  if (operation === 'sort' && field !== undefined) {
    const known =
      counted.length > 0 ? counted : rows.filter(({ record }) => typeof record[field] === 'string')
    const sign = order === 'descending' ? -1 : 1
    const sorted = known.toSorted((a, b) => sign * compare(a.record[field], b.record[field]))
    const kept = sorted.slice(0, typeof most === 'number' && most > 0 ? most : undefined)
    return { value: kept.map(({ record }) => record), from: kept }
  }
  const reduce =
    typeof operation === 'string' && Object.hasOwn(AGGREGATES, operation) ? AGGREGATES[operation] : undefined
  if (!reduce || counted.length === 0) return undefined
  return { value: reduce(counted.map(({ record }) => numberIn(record[field!])!)), from: counted }
}

const sumOf = (numbers: readonly number[]) =>
  Number(numbers.reduce((sum, number) => sum + number, 0).toPrecision(12))

const AGGREGATES: Readonly<Record<string, (numbers: readonly number[]) => number>> = {
  sum: sumOf,
  min: (numbers) => numbers.reduce((least, number) => Math.min(least, number)),
  max: (numbers) => numbers.reduce((greatest, number) => Math.max(greatest, number)),
  average: (numbers) => sumOf(numbers) / numbers.length,
}

function conditionIn(given: unknown): ((record: Row['record']) => boolean) | undefined {
  const { field, is, value } = isObject(given) ? given : {}
  const holds = typeof is === 'string' && Object.hasOwn(CONDITIONS, is) ? CONDITIONS[is] : undefined
  return typeof field === 'string' && holds ? (record) => holds(record[field], value) : undefined
}

const CONDITIONS: Readonly<Record<string, (found: unknown, wanted: unknown) => boolean>> = {
  equals: (found, wanted) => normalizedText(found) !== '' && normalizedText(found) === normalizedText(wanted),
  contains: (found, wanted) => normalizedText(found).includes(normalizedText(wanted)),
  less: (found, wanted) => (numberIn(found) ?? NaN) < (numberIn(wanted) ?? NaN),
  more: (found, wanted) => (numberIn(found) ?? NaN) > (numberIn(wanted) ?? NaN),
  missing: (found) => normalizedText(found) === '',
}

function normalizedText(value: unknown): string {
  return isObject(value) || Array.isArray(value)
    ? ''
    : String(value ?? '')
        .trim()
        .toLowerCase()
}

function compare(one: unknown, other: unknown): number {
  const [a, b] = [numberIn(one), numberIn(other)]
  return a !== undefined && b !== undefined ? a - b : normalizedText(one).localeCompare(normalizedText(other))
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const [run] = typeof value === 'string' ? (/-?\d+(?:[.,'’]\d+)*/.exec(value) ?? []) : []
  if (run === undefined) return undefined
  const size = numberReadings(run.replace('-', ''))[0]
  return size === undefined ? undefined : run.startsWith('-') ? -size : size
}

export function addComputedValues(
  data: unknown,
  evidence: readonly FieldEvidence[],
  results: readonly ComputedValue[],
): { data: unknown; evidence: FieldEvidence[] } {
  if (!isObject(data)) return { data, evidence: [...evidence] }
  const named = results.filter(({ as }) => /^\/[^/~]+$/.test(as) && !Object.hasOwn(data, as.slice(1)))
  return {
    data: { ...data, ...Object.fromEntries(named.map(({ as, value }) => [as.slice(1), value])) },
    evidence: [
      ...evidence,
      ...named.flatMap(({ as, records, text }) =>
        pagesOf(records, evidence).map((url) => ({
          field: as,
          ...(url !== undefined && { url }),
          text,
          source: 'computed',
          confidence: MODEL_CONFIDENCE,
        })),
      ),
    ],
  }
}

function pagesOf(records: readonly string[], evidence: readonly FieldEvidence[]): (string | undefined)[] {
  const wanted = new Set(records)
  const from = evidence.filter(({ field }) => wanted.has(/^.*\/\d+(?=\/)/.exec(field)?.[0] ?? field))
  return [...new Set(from.map(({ url }) => url))]
}
