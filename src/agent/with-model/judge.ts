import {
  fenceData,
  isObject,
  valueAtPointer,
  pointerTo,
  replaceAt,
  withContextLimit,
} from '../../extract/extract.ts'
import { truncateTokens, firstLinesWithin } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import type { Assignment, Outcome } from '../agent-strategy.ts'
import { relocateEvidence, removalOf, removeRecords } from '../prune.ts'
import type { FieldEvidence, Step, VisitMove } from '../step.ts'
import { computeAll, FORMULAS, addComputedValues } from './calculator.ts'
import { taskText } from './excerpts.ts'
import type { Composition } from './thought.ts'

interface ListedRecord {
  list: string
  place: number
  value: unknown
}

const RECORD_TOKENS = 120
const SHARES = { records: 0.45, conflicts: 0.15 } as const

/**
 * Lets a model say which records the task does not mean, and which of several values it does. It can choose among what was
 * found and nothing else. Undefined: there is nothing to choose.
 */
export async function judge(
  model: Model,
  {
    assignment,
    found,
    conflicts,
  }: { assignment: Assignment; found: Outcome; conflicts: readonly Conflict[] },
  signal: AbortSignal,
): Promise<Composition | undefined> {
  const records = recordsIn(found.data)
  if (records.length === 0 && conflicts.length === 0) return undefined
  const choices = conflicts.flatMap(({ field, values }) => values.map((one) => ({ field, ...one })))
  const { value, shown } = await withContextLimit(model, async (room) => {
    const listed = records.map(({ list, value: one }, index) => `${index + 1}. ${list}: ${textOf(one)}`)
    const fitting = firstLinesWithin(listed, room * SHARES.records)
    const conflictLines = choices.map(
      ({ field, value: one, evidence: { url } }, index) => `${index + 1}. ${field}: ${textOf(one)} (${url})`,
    )
    const { rule, prompt } = fenceData({
      records: fitting.join('\n'),
      values: firstLinesWithin(conflictLines, room * SHARES.conflicts).join('\n'),
    })
    const system = [ROLE, rule, taskText(assignment, room)].join('\n\n')
    const question = { system, prompt, schema: SCHEMA, name: 'choice', temperature: 0 }
    return { ...(await model.completeCheckedJson(question, signal)), shown: fitting.length }
  })
  const removed = numbersIn(value, 'leaveOut').flatMap((number) => records.slice(0, shown)[number - 1] ?? [])
  const chosen = numbersIn(value, 'choose').flatMap((number) => choices[number - 1] ?? [])
  const composition = applyDecisions(found, removed, [
    ...new Map(chosen.map((one) => [one.field, one])).values(),
  ])
  const results = computeAll(isObject(value) ? value['compute'] : undefined, composition.data).filter(
    ({ as, value: result }) => typeof result === 'number' && isNumberField(assignment.schema, as),
  )
  const names = new Set(results.map(({ as }) => as))
  return {
    ...composition,
    ...addComputedValues(composition.data, composition.evidence ?? [], results),
    missing: composition.missing?.filter((pointer) => !names.has(pointer)) ?? [],
    warnings: [
      ...(removed.length > 0
        ? [`The model left out ${removed.length} of ${records.length} records that the task does not mean.`]
        : []),
      ...(shown < records.length
        ? [`The model looked at ${shown} of ${records.length} records; the others stand as they were found.`]
        : []),
    ],
  }
}

/** Only a number that the schema asks for and that no page gave is computed. */
function isNumberField(schema: Assignment['schema'], pointer: string): boolean {
  const properties = schema?.['properties']
  const field = isObject(properties) ? properties[pointer.slice(1)] : undefined
  return isObject(field) && [field['type']].flat().some((type) => type === 'number' || type === 'integer')
}

const ROLE = `You check data that a program has gathered from web pages for a task. You answer with one JSON object and nothing else.

Rules:
- records are what was found. leaveOut: the numbers of those that the task clearly does not mean: they break one of its conditions, are something else, or are there twice. In doubt a record stays. A value that is missing is no reason.
- values are fields for which pages say different things. choose: for each field the number of the value that the task means.
- compute: formulas for fields of the schema that the task wants counted or calculated from the records, such as {"as":"/total","operation":"sum","list":"/lamps","field":"price"}. They are computed when the records are left out. Otherwise none.`

const SCHEMA = {
  type: 'object',
  properties: {
    leaveOut: { type: 'array', items: { type: 'integer' } },
    choose: { type: 'array', items: { type: 'integer' } },
    compute: FORMULAS,
  },
  required: ['leaveOut', 'choose', 'compute'],
  additionalProperties: false,
}

function recordsIn(data: unknown, pointer = ''): ListedRecord[] {
  if (Array.isArray(data)) {
    return data.flatMap((value: unknown, place) => (isObject(value) ? [{ list: pointer, place, value }] : []))
  }
  if (!isObject(data)) return []
  return Object.entries(data).flatMap(([name, inner]) => recordsIn(inner, pointerTo(pointer, name)))
}

function textOf(record: unknown): string {
  return truncateTokens(JSON.stringify(record), RECORD_TOKENS)
}

function applyDecisions(
  { data, evidence, missing }: Outcome,
  removed: readonly ListedRecord[],
  chosen: readonly (Pick<Conflict, 'field'> & Conflict['values'][number])[],
): Omit<Composition, 'warnings'> {
  const changed = chosen.filter(({ field, value }) => valueAtPointer(data, field) !== value)
  const resolved = changed.reduce((whole, { field, value }) => replaceAt(whole, field, value), data)
  const { value, relocate } = removeRecords(resolved, removalOf(removed))
  const others = evidence.filter(({ field }) => !changed.some((one) => one.field === field))
  const allEvidence = [...others, ...changed.map((one) => one.evidence)]
  return {
    kind: 'composition',
    data: value,
    ...relocateEvidence({ evidence: allEvidence, missing }, relocate),
  }
}

function numbersIn(answer: unknown, name: 'leaveOut' | 'choose'): number[] {
  const said = isObject(answer) ? answer[name] : undefined
  const numbers = (Array.isArray(said) ? said : []).filter((one) => /^(?:number|string)$/.test(typeof one))
  return [...new Set(numbers.map(Number))].filter(Number.isInteger)
}

export interface Conflict {
  field: string
  values: { value: unknown; evidence: FieldEvidence }[]
}

const MOST_CONFLICTS = 10
const MOST_VALUES = 6

export function conflictsIn(data: unknown, wish: VisitMove['wish'], steps: readonly Step[]): Conflict[] {
  const shape = JSON.stringify(wish.schema)
  const pages = steps.flatMap(({ move, seen }) =>
    move.kind === 'visit' && seen.kind === 'visit' && JSON.stringify(move.wish.schema) === shape
      ? [seen]
      : [],
  )
  const conflicts = singleFields(data).map((field): Conflict => {
    const said = pages.flatMap(({ url, value, evidence }) => {
      const one = valueAtPointer(value, field)
      const proof = evidence.find((other) => other.field === field)
      return isSingle(one) && proof ? [{ value: one, evidence: { ...proof, url: proof.url ?? url } }] : []
    })
    return {
      field,
      values: [...new Map(said.map((one) => [normalizedText(one.value), one])).values()].slice(
        0,
        MOST_VALUES,
      ),
    }
  })
  return conflicts.filter(({ values }) => values.length > 1).slice(0, MOST_CONFLICTS)
}

function singleFields(data: unknown, pointer = ''): string[] {
  if (!isObject(data)) return isSingle(data) && pointer !== '' ? [pointer] : []
  return Object.entries(data).flatMap(([name, inner]) => singleFields(inner, pointerTo(pointer, name)))
}

function isSingle(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function normalizedText(value: unknown): string {
  return String(value).replaceAll(/\s+/g, ' ').trim().toLowerCase()
}
