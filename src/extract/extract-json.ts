import { toField } from './choose/field.ts'
import type { Field } from './choose/similarity.ts'
import { shippedModel, chooseScalars } from './choose/choose.ts'
import type { Model } from './choose/choose.ts'
import type { PageTrace } from './choose/site-knowledge.ts'
import { assemble } from './compose/assemble.ts'
import type { FoundValue } from './compose/assemble.ts'
import { fillList, fillMap, recordOfPage } from './compose/fill-list.ts'
import { readContextOf, scopeOf } from './compose/scope.ts'
import { recordLinksOf } from './compose/record-links.ts'
import { sourceOf } from './findings/cues.ts'
import { memoizePerObject } from '../language/memoize.ts'
import type { ReadablePage } from './page.ts'
import { schemaFromPrompt, applyPrompt } from './prompt/schema-from-prompt.ts'
import { pointerStep } from './schema/json-schema.ts'
import type { JsonSchema } from './schema/json-schema.ts'
import { schemaFieldOf, fieldsOf, listsOf } from './schema/schema-field.ts'
import type { SchemaField, FlatField } from './schema/schema-field.ts'
import { isTag } from 'domhandler'
import type { Element } from 'domhandler'

export interface ExtractJsonOptions {
  schema?: JsonSchema
  prompt?: string
}

/** An optional field whose best value is less probable is left out; a required one is given with its low confidence. */
const LEAST_CONFIDENCE = 0.65
const LEAST_REQUIRED = 0.3
/** The same of a field that the request tells the meaning of. */
const LEAST_DESCRIBED = 0.55
const MOST_FIELDS = 300

/**
 * Reads the fields of a schema from a page. Every value stands on the page, and the result is valid except for required
 * fields that the page lacks. The `model` parameter is for measuring other models.
 */
export function extractJson(
  page: ReadablePage,
  options: ExtractJsonOptions,
  siblings: readonly PageTrace[] = [],
  model: Model = shippedModel(),
) {
  const readContext = readContextOf(page)
  const scope = scopeOf(page, readContext, model)
  const schema = options.schema ?? schemaFromPrompt(options.prompt ?? '', scope)
  const plain = schemaFieldOf(schema)
  const wanted = options.schema === undefined ? plain : applyPrompt(plain, options.prompt ?? '')
  const fields = fieldsIn(wanted)
  const said = wanted === plain ? undefined : new Set(fieldsIn(plain).map(({ words }) => words))
  const asked = new Map(fields.map((field) => [toField(field), field]))
  const { chosen, trace } = chooseScalars(page, [...asked.keys()], { readContext, model, siblings })
  const chooseAlone = (some: readonly Field[]) => chooseScalars(page, some, { readContext, model }).chosen
  const scalars = [...chosen].flatMap(([key, { finding, value, confidence }]): FoundValue[] => {
    const field = asked.get(key)!
    if (confidence < leastFor(field, said !== undefined && !said.has(field.words))) return []
    const { text, element } = finding
    return [{ path: field.path, value, text, element, source: sourceOf(finding), confidence }]
  })
  const listed = listsIn(wanted).flatMap((list) => {
    const found = fillList(list, scope)
    // The only record may be all that the page says of its one thing.
    const isSeveral = found.some(({ path }) => path[list.path.length] !== 0)
    const own = isSeveral ? [] : recordOfPage(list, chooseAlone)
    return own.length > found.length ? own : found
  })
  const { value, kept, missing, missingRequired } = assemble(
    [...scalars, ...listed, ...fillMap(wanted, scope.pool, readContext)],
    { options: wanted, schema, readContext },
  )
  return {
    value,
    evidence: kept.map((found) => asEvidence(found, page)),
    missing,
    missingRequired,
    records: () => recordLinksOf(kept, page),
    trace,
  }
}

function leastFor({ required, schemaField }: FlatField, isDescribed: boolean): number {
  if (required && !schemaField.nullable) return LEAST_REQUIRED
  return isDescribed ? LEAST_DESCRIBED : LEAST_CONFIDENCE
}

function fieldsIn(schemaField: SchemaField): readonly FlatField[] {
  return schemaField.kind === 'object' ? fieldsOf(schemaField).slice(0, MOST_FIELDS) : []
}

function listsIn(schemaField: SchemaField): ReturnType<typeof listsOf> {
  if (schemaField.kind === 'object') return listsOf(schemaField)
  return schemaField.kind === 'list'
    ? [{ path: [], words: schemaField.words, schemaField, required: true }]
    : []
}

function asEvidence({ path, text, element, source, confidence }: FoundValue, { url }: ReadablePage) {
  const selector = element && selectorOf(element)
  return {
    field: path.map(pointerStep).join(''),
    ...(url !== undefined && { url }),
    ...(selector !== undefined && { selector }),
    text: text.slice(0, 1000),
    source,
    confidence: Math.round(confidence * 100) / 100,
  }
}

const MOST_SIBLINGS = 100_000

const selectorOf = memoizePerObject((element: Element): string | undefined => {
  const parent = element.parent
  const around: string | undefined = parent && isTag(parent) ? selectorOf(parent) : ''
  if (around === undefined) return undefined
  const step = stepOf(element)
  return step === undefined ? undefined : around === '' ? step : `${around} > ${step}`
})

/** Names the element among its siblings; one that is not among them is of our own making, and its parent is meant. */
function stepOf(element: Element): string | undefined {
  const id = element.attribs['id']
  const name = /^[a-z][a-z0-9-]*$/i.test(element.name) ? element.name : '*'
  if (element.name === 'html' || element.name === 'body' || element.name === 'head') return name
  let nth = 1
  let steps = 0
  for (let before = element.prev; before; before = before.prev) {
    if (isTag(before) && (name === '*' || before.name === element.name)) nth++
    if (steps++ > MOST_SIBLINGS) return undefined
  }
  const position = name === '*' ? `:nth-child(${nth})` : `:nth-of-type(${nth})`
  return id !== undefined && /^[A-Za-z][\w-]*$/.test(id) ? `${name}#${id}${position}` : `${name}${position}`
}
