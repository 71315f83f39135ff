import { toField, wantedOf } from '../../src/extract/choose/field.ts'
import { readValue } from '../../src/extract/choose/read-value.ts'
import { columnFits, sheetFeatures } from '../../src/extract/compose/column-features.ts'
import type { ColumnFit, ItemField } from '../../src/extract/compose/column-features.ts'
import { readContextOf, scopeOf } from '../../src/extract/compose/scope.ts'
import type { Scope } from '../../src/extract/compose/scope.ts'
import type { Sheet } from '../../src/extract/compose/item-sheets.ts'
import { assignColumns, cellOf } from '../../src/extract/compose/assign-columns.ts'
import type { ColumnForests } from '../../src/extract/compose/assign-columns.ts'
import { isWholePage } from '../../src/extract/compose/fill-list.ts'
import { Naming } from '../../src/extract/schema/naming.ts'
import { fieldsOf, listsOf, schemaFieldOf } from '../../src/extract/schema/schema-field.ts'
import type { FlatList } from '../../src/extract/schema/schema-field.ts'
import { valueAt } from './labelled-pages.ts'
import type { LabelledPage } from './labelled-pages.ts'

/** The columns of a sheet for each field of a list, with which of them hold it. */
export interface SheetExample {
  group: string
  /** Which list of the page. */
  list: string
  /** The same for all records that were tried for one list in one place. */
  place: object
  fits: ColumnFit[][]
  right: boolean[][]
  /** Whether it has the records of the list; of others nothing is learnt about columns. */
  isRight: boolean
  /** What is known about it as a whole when its columns are assigned, and how good its values then are, from 0 to 1. */
  judge(forests: ColumnForests): { sheet: Sheet; features: number[]; quality: number } | undefined
}

const MAX_SHEETS = 14
/** Records of which the lists in them teach as well. */
const MAX_NESTED = 3

/** What the lists of a page teach about columns. */
export function sheetExamples({ group, page, schema, expected, same }: LabelledPage): SheetExample[] {
  const wish = schemaFieldOf(schema)
  const lists =
    wish.kind === 'object'
      ? listsOf(wish)
      : wish.kind === 'list'
        ? [{ path: [], words: '', schemaField: wish, required: true }]
        : []
  const reading = readContextOf(page)
  const scope = scopeOf(page, reading, undefined as unknown as ColumnForests)
  const examplesOf = (list: FlatList, holder: unknown, where: Scope): SheetExample[] => {
    const truth = valueAt(holder, list.path)
    const { item } = list.schemaField
    if (!Array.isArray(truth) || truth.length === 0 || item.kind !== 'object') return []
    const around = list.path.slice(-1)
    const fields = fieldsOf(item, around)
    const wanted = fields.map((field) => wantedOf(toField(field, around)))
    const wantedAt = (record: number, field: number) => valueAt(truth[record], fields[field]!.path)
    // Only sheets that have the records teach which column is right.
    const scored = where.sheets().map((sheet) => {
      const fits = columnFits(sheet, wanted, reading)
      const pairs = pairsOf(sheet, truth.length, (record, index) =>
        fields.some((_, field) => {
          const value = wantedAt(record, field)
          return (
            value !== undefined &&
            value !== null &&
            typeof value === 'string' &&
            sheet.columns.some(
              ({ cells }) =>
                cells[index] && same(value, readValue(cells[index], wanted[field]!, reading), {}),
            )
          )
        }),
      )
      return { sheet, fits, pairs }
    })
    const listFields = fields.map((field, at): ItemField => ({ field, wanted: wanted[at]! }))
    const naming = new Naming({ name: list.path.at(-1) ?? '', words: list.words })
    const within = listsOf(item)
    const inner = within.length
    let teaching = 0
    const [best] = scored.toSorted((one, other) => other.pairs.size - one.pairs.size)
    const records = inner === 0 || !best ? [] : [...best.pairs].slice(0, MAX_NESTED)
    const nested = records.flatMap(([record, index]) => {
      const place = where.record(best!.sheet.records[index], best!.sheet.items?.[index])
      return within.flatMap((one) => examplesOf(one, truth[record], place))
    })
    const place = {}
    const own = scored.map(({ sheet, fits, pairs }, rank) => ({
      group,
      place,
      list: `${group} ${list.path.join('/')} ${fields.map(({ path }) => path.join('/')).join()}`,
      isRight: pairs.size * 2 > Math.min(truth.length, 4) && teaching++ < MAX_SHEETS,
      judge(forests: ColumnForests) {
        const assigned = assignColumns(sheet, listFields, { readContext: reading, forests })
        if (assigned.size === 0 || isWholePage(sheet)) return undefined
        const features = sheetFeatures(sheet, {
          assigned,
          fields: listFields,
          naming,
          inner,
          rank,
          isWithin: !where.isPage,
        })
        const rows = sheet.records.map((_, index) =>
          listFields.map((field) => {
            const assignment = assigned.get(field)
            const cell = assignment && cellOf(assignment, index)
            return cell && readValue(cell, field.wanted, reading)
          }),
        )
        const quality = qualityOf(rows, truth.length, fields.length, (record, field, value) => {
          const wants = wantedAt(record, field)
          return wants === undefined || wants === null
            ? undefined
            : value !== undefined && same(wants, value, { format: fields[field]!.schemaField.format })
        })
        return { sheet, features, quality }
      },
      fits,
      right: fits.map((own, field) =>
        own.map(({ column }) => {
          let right = 0
          let wrong = 0
          for (const [record, index] of pairs) {
            const finding = column.cells[index]
            const value = finding && readValue(finding, wanted[field]!, reading)
            const wants = wantedAt(record, field)
            if (value === undefined) continue
            if (
              wants !== undefined &&
              wants !== null &&
              same(wants, value, { format: fields[field]!.schemaField.format })
            )
              right++
            else wrong++
          }
          return right > 0 && right >= wrong * 4
        }),
      ),
    }))
    return [...own, ...nested]
  }
  return lists.flatMap((list) => examplesOf(list, expected, scope))
}

/** The F1 of the values of records, each beside the expected one that it agrees with most. */
function qualityOf(
  rows: readonly (readonly unknown[])[],
  count: number,
  fields: number,
  verdict: (record: number, field: number, value: unknown) => boolean | undefined,
): number {
  const given = rows.map((row) => row.filter((value) => value !== undefined).length)
  const pairs = rows.flatMap((row, index) =>
    given[index] === 0
      ? []
      : Array.from({ length: count }, (_, record) => ({
          index,
          record,
          right: row.filter((value, field) => verdict(record, field, value) === true).length,
        })),
  )
  pairs.sort((one, other) => other.right - one.right)
  const [usedRows, usedRecords] = [new Set<number>(), new Set<number>()]
  let right = 0
  for (const pair of pairs) {
    if (pair.right === 0) break
    if (usedRows.has(pair.index) || usedRecords.has(pair.record)) continue
    usedRows.add(pair.index)
    usedRecords.add(pair.record)
    right += pair.right
  }
  const all = given.reduce((sum, one) => sum + one, 0)
  let expected = 0
  for (let record = 0; record < count; record++)
    for (let field = 0; field < fields; field++)
      if (verdict(record, field, undefined) !== undefined) expected++
  return all + expected === 0 ? 0 : (2 * right) / (all + expected)
}

/** Which record of the sheet each expected record is. */
function pairsOf(
  sheet: Sheet,
  count: number,
  isSame: (record: number, index: number) => boolean,
): Map<number, number> {
  const pairs = new Map<number, number>()
  const taken = new Set<number>()
  for (let record = 0; record < Math.min(count, 12); record++)
    for (let index = 0; index < Math.min(sheet.records.length, 40); index++) {
      if (taken.has(index) || !isSame(record, index)) continue
      pairs.set(record, index)
      taken.add(index)
      break
    }
  return pairs
}
