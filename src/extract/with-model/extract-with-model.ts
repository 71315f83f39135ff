import type { JsonSchema } from '../../contract/json-schema.ts'
import { estimateTokens, sumOfUsage } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import { pointerStep, isObject, valueAtPointer, replaceAt } from '../schema/json-schema.ts'
import { toModelSchema, coerceTypes, namesInSchema } from './model-schema.ts'
import type { ModelSchema } from './model-schema.ts'
import { candidatesOf, evidenceFor, provenValue, fillFromEmbedded, unsupportedIn } from './evidence.ts'
import { joinShortened, preparePagePrompt, readParts, withContextLimit } from './page-prompt.ts'
import type { Embedded, Material, ModelAnswer, PromptPart, ValueEvidence } from './page-prompt.ts'

interface ExtractOptions {
  schema?: JsonSchema
  prompt?: string
}

export interface Extracted extends ModelAnswer<unknown> {
  evidence: ValueEvidence[]
}

type Validate = (value: unknown) => { path: string; message: string; keyword: string }[]

/** Data of a page as a model reads it, checked against the schema, the page, and what the embedded engine found. */
export function extractWithModel(
  model: Model,
  material: Material,
  options: ExtractOptions,
  embedded: Embedded,
  validate: Validate,
  signal: AbortSignal,
): Promise<Extracted> {
  return withContextLimit(model, async (room) => {
    const { schema = {}, prompt = '' } = options
    const askable = toModelSchema(options.schema)
    const shape = JSON.stringify(askable.schema)
    const readContext = preparePagePrompt(material, {
      // A list holds every record of a page, wherever it stands.
      narrows: options.schema !== undefined && !hasList(askable.schema),
      about: `${prompt} ${namesInSchema(schema)}`,
      candidates: candidatesOf(embedded),
      alsoKnown: [JSON.stringify(embedded.value) ?? '', ...embedded.evidence.map(({ text }) => text)].join(
        '\n',
      ),
      reservedTokens: estimateTokens(shape) * 2 + estimateTokens(prompt),
      room,
    })
    const read = (answer: unknown) => coerceTypes(askable.unwrap(answer), schema)
    const complaints = (answer: unknown) =>
      valueIssues(read(answer), validate).map(({ path, message }) => `${path || 'The value'}: ${message}`)
    const ask = (part: PromptPart, over: AbortSignal) =>
      model.completeCheckedJson(
        {
          ...questionOf(part, askable, options.schema ? prompt : prompt || MAIN_ENTITY),
          issuesIn: complaints,
        },
        over,
      )
    const answers = await readParts(readContext, ask, signal, ({ value }) =>
      isFull(askable.unwrap(value), schema),
    )
    const { words } = readContext
    const whole = mergeValues(
      answers.map(({ value }) => read(value)),
      (value) => unsupportedIn(value, {}, words).length === 0,
    )
    const checked = checkAndRepair(whole, {
      schema,
      embedded,
      validate,
      unsupported: (one) => unsupportedIn(one, schema, words, prompt),
    })
    return {
      ...checked,
      evidence: evidenceFor(checked.value, embedded, { words, url: material.url }),
      warnings: [
        ...readContext.warnings,
        ...(answers.some(({ isCut }) => isCut)
          ? ["The model's answer was cut off by its limit: there may be more."]
          : []),
        ...checked.warnings,
      ],
      usage: sumOfUsage(...answers.map(({ usage }) => usage)),
    }
  })
}

function isFull(value: unknown, { properties }: JsonSchema): boolean {
  const names = isObject(properties) ? Object.keys(properties) : []
  return isObject(value) && names.every((name) => (value[name] ?? undefined) !== undefined)
}

function questionOf({ rule, prompt }: PromptPart, { schema }: ModelSchema, wanted: string) {
  const system = [
    'You read data out of web pages. You answer with one JSON object and nothing else.',
    rule,
    SYSTEM,
    ...(wanted === '' ? [] : [`What is wanted, in the words of whoever asks:\n${wanted}`]),
  ]
  return {
    system: system.join('\n\n'),
    prompt,
    schema,
    name: 'page_data',
    temperature: 0,
    isLong: hasList(schema),
  }
}

function hasList(schema: object): boolean {
  return JSON.stringify(schema).includes('"array"')
}

/** Stands in for a prompt where there is neither a prompt nor a schema. */
const MAIN_ENTITY =
  'The main entity of the page, such as the product, article, person or place it is about, with the properties that the page gives.'

const SYSTEM = `Rules:
- Take values from the page alone, as they stand there. Do not guess, calculate, translate or complete them from what you know.
- What the page does not tell is null; a list that it does not have is empty. A null is better than a guess.
- A number is written without unit, currency and separators of thousands. A date is written as YYYY-MM-DD where the schema wants a date. An address is written in full.
- A list holds every record of the page that it is about, in the order of the page.
- There may be candidates, found by a program with the text it found them in. They are often right: use them where the page bears them out, and the page where it does not.`

/**
 * What is wrong with values that are there. To demand what is not there would be to ask for an invention, and a complaint about
 * a whole only repeats those about its parts.
 */
function valueIssues(value: unknown, validate: Validate) {
  const all = validate(value).map((one) => ({ ...one, path: one.path.replace(/^#/, '') }))
  return all.filter(({ path, keyword }) => {
    const found = valueAtPointer(value, path) ?? undefined
    if (typeof found !== 'object') return found !== undefined
    const isEmpty = Array.isArray(found) && found.length === 0
    const isRepeated = all.some((other) => other.path.startsWith(`${path}/`))
    return !isEmpty && !isRepeated && keyword !== 'required'
  })
}

interface Checks {
  schema: JsonSchema
  embedded: Embedded
  validate: Validate
  unsupported(value: unknown): string[]
}

/** Where the model is wrong and the embedded engine has evidence, its value is taken; other wrong values are left out. */
function checkAndRepair(given: unknown, { schema, embedded, validate, unsupported }: Checks) {
  const filled = requiredOf(schema)
    .filter((pointer) => (valueAtPointer(given, pointer) ?? undefined) === undefined)
    .reduce((value, pointer) => withProven(value, pointer), fillFromEmbedded(given, embedded))
  const invalid = innermostIssues(filled, valueIssues(filled, validate))
  // From the last to the first, so that taking one out of a list does not move the others.
  const valid = invalid
    .toReversed()
    .reduce((value, { path }) => replaceAt(value, path, provenValue(embedded, path)), filled)
  const strange = unsupported(valid).filter(
    (pointer) => provenValue(embedded, pointer) !== valueAtPointer(valid, pointer),
  )
  const left = strange.filter((pointer) => provenValue(embedded, pointer) === undefined)
  const corrected = strange
    .toReversed()
    .reduce(
      (value, pointer) => withoutEmpty(replaceAt(value, pointer, provenValue(embedded, pointer)), pointer),
      valid,
    )
  return {
    value: corrected,
    unsupported: left,
    warnings: [
      ...(invalid.length > 0
        ? [
            `What the model said does not fit the schema and was left out: ${joinShortened(invalid.map(({ path, message }) => `${path} (${message})`))}.`,
          ]
        : []),
      ...(left.length > 0
        ? [
            `These values of the model do not occur on the page and were left out: ${joinShortened(left.map((pointer) => `${pointer} (${shortened(valueAtPointer(valid, pointer))})`))}.`,
          ]
        : []),
    ],
  }

  function withProven(value: unknown, pointer: string): unknown {
    const proven = provenValue(embedded, pointer)
    if (proven === undefined || !isObject(value)) return value
    return { ...value, [pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')]: proven }
  }
}

/** Without the record of a list that a value was taken from, when nothing is left of it. */
function withoutEmpty(value: unknown, pointer: string): unknown {
  const record = pointer.slice(0, pointer.lastIndexOf('/'))
  const left = valueAtPointer(value, record)
  const isGone = /\/\d+$/.test(record) && isObject(left) && Object.keys(left).length === 0
  return isGone ? replaceAt(value, record, undefined) : value
}

const MOST_SHOWN = 60

function shortened(value: unknown): string {
  return JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_SHOWN) : value)
}

function requiredOf({ required }: JsonSchema): string[] {
  if (!Array.isArray(required)) return []
  return required.map((name) => pointerStep(String(name)))
}

/** A complaint about a whole often only repeats one about its part, and a whole is not thrown away for it. */
function innermostIssues<Complaint extends { path: string }>(
  value: unknown,
  complaints: readonly Complaint[],
): Complaint[] {
  const seen = new Set<string>()
  return complaints.filter(({ path }) => {
    const one = valueAtPointer(value, path)
    const isLeaf = path !== '' && (typeof one !== 'object' || one === null) && !seen.has(path)
    seen.add(path)
    return isLeaf
  })
}

type IsSupported = (value: unknown) => boolean

export function mergeValues(values: readonly unknown[], isSupported: IsSupported): unknown {
  return values.reduce((sum, value) => mergePair(sum, value, isSupported))
}

/** Lists are joined; objects field by field; of two values the first stays, unless only the second stands on the page. */
function mergePair(left: unknown, right: unknown, isSupported: IsSupported): unknown {
  if (isNothing(left)) return right ?? left
  if (isNothing(right)) return left
  if (Array.isArray(left) && Array.isArray(right)) return joined([...left, ...right], isSupported)
  if (isObject(left) && isObject(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
    return Object.fromEntries(
      names.map((name) => [name, mergePair(ownProperty(left, name), ownProperty(right, name), isSupported)]),
    )
  }
  if (Array.isArray(left) || Array.isArray(right) || isObject(left) || isObject(right)) return left
  return !isSupported(left) && isSupported(right) ? right : left
}

function ownProperty(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

const NAMES = ['id', 'sku', 'url', 'link', 'name', 'title'] as const

/**
 * Pieces of a page overlap, so the same thing may be told twice: once more exactly, or with more fields where a record was cut
 * in two. Records of one name that contradict each other are two.
 */
function joined(items: readonly unknown[], isSupported: IsSupported): unknown[] {
  const kept: unknown[] = []
  const places = new Map<string, number>()
  for (const item of items) {
    const exact = JSON.stringify(normalized(item))
    const key = keyOf(item)
    const place = places.get(exact) ?? (key === undefined ? undefined : places.get(key))
    const known = place === undefined ? undefined : kept[place]
    if (place !== undefined && agree(known, item)) {
      kept[place] = mergePair(known, item, isSupported)
    } else {
      places.set(exact, kept.length)
      if (key !== undefined) places.set(key, kept.length)
      kept.push(item)
    }
  }
  return kept
}

function keyOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const name = NAMES.find((one) => typeof item[one] === 'string' || typeof item[one] === 'number')
  return name === undefined ? undefined : `${name}:${String(normalized(item[name]))}`
}

function agree(left: unknown, right: unknown): boolean {
  if (!isObject(left) || !isObject(right)) return true
  return Object.keys(left).every(
    (name) =>
      isNothing(left[name]) ||
      isNothing(ownProperty(right, name)) ||
      JSON.stringify(normalized(left[name])) === JSON.stringify(normalized(right[name])),
  )
}

function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  if (Array.isArray(value)) return value.map(normalized)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([, inner]) => !isNothing(inner))
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, normalized(inner)]),
  )
}
