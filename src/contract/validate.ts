import type { z } from 'zod'
import { Fault, badRequest } from '../fault.ts'
import type { FaultCode } from '../fault.ts'
import { isClosed } from './fields.ts'
import {
  complain,
  MAX_COMPLAINTS,
  quote,
  unknownValue,
  phrase,
  typeOf,
  countOf,
  ignoredFields,
  unknownFields,
} from './complaint.ts'
import type { Complaint, UnknownFields } from './complaint.ts'

/** Reads what a caller sent: gives it back with every default filled, or fails naming each field and what it takes. */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  return read(schema, input, () => false).value
}

/** The same, but unknown fields inside the request's objects are ignored, unless the object is closed. */
export function validateTolerantly<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { value: z.output<Schema>; warning: string | undefined } {
  const { value, ignored } = read(schema, input, ({ place, isInClosed }) => place.length > 0 && !isInClosed)
  return { value, warning: ignored.length === 0 ? undefined : ignoredFields(ignored) }
}

/** An issue that is answered with a code of its own instead of `BAD_REQUEST`. Its message is a whole sentence. */
export function refusal(code: FaultCode, path: (string | number)[], message: string) {
  return { code: 'custom' as const, path, message, params: { fault: code } }
}

interface UnknownHere extends UnknownFields {
  isInClosed: boolean
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  isIgnored: (unknown: UnknownHere) => boolean,
): { value: z.output<Schema>; ignored: UnknownFields[] } {
  const unstorable = findUnstorable(input)
  if (unstorable.length > 0) throw invalid(unstorable, unstorable.length)
  const ignored: UnknownFields[] = []
  for (let sent = input; ;) {
    const unknown: UnknownHere[] = []
    const result = schema.safeParse(sent, {
      reportInput: true,
      error(issue) {
        if (issue.code === 'unrecognized_keys') unknown.push(unknownIn(issue))
        return phrase(issue)
      },
    })
    if (result.success) return { value: result.data, ignored }
    // The issues get their messages, and unknown fields are noted, when they are first read.
    const { issues } = result.error
    const now = unknown.filter(isIgnored)
    if (now.length === 0) throw toFault(issues, unknown, sent)
    for (const one of now) ignored.push(one)
    sent = withoutFields(sent, now)
  }
}

function unknownIn({ path = [], keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>) {
  const object = inst as z.ZodObject
  return { place: path, names: keys, known: Object.keys(object.shape), isInClosed: isClosed(object) }
}

/** A copy: the request as it was sent is still needed by others. */
function withoutFields(sent: unknown, unknown: readonly UnknownFields[]): unknown {
  const copy = structuredClone(sent)
  for (const { place, names } of unknown) {
    const holder = place.reduce<unknown>((inside, step) => (inside as Holder)[step], copy) as Holder
    for (const name of names) delete holder[name]
  }
  return copy
}

type Holder = Record<PropertyKey, unknown>

function toFault(issues: z.core.$ZodIssue[], unknown: readonly UnknownFields[], sent: unknown): Fault {
  const refused = issues.filter((issue) => faultOf(issue) !== undefined)
  if (refused[0]) {
    const details = refused.slice(0, MAX_COMPLAINTS).map(({ path, message }) => quote(path, message))
    return new Fault(faultOf(refused[0])!, details[0]!.message, { details })
  }
  const others = issues.filter(({ code }) => code !== 'unrecognized_keys')
  const details = [
    ...others.slice(0, MAX_COMPLAINTS).map((issue) => describe(issue, sent)),
    ...unknownFields(unknown),
  ]
  return invalid(details.slice(0, MAX_COMPLAINTS), others.length + countOf(unknown))
}

function invalid(details: Complaint[], count: number): Fault {
  const listed = count > details.length ? `the first ${details.length} in details` : 'see details'
  const others = count > 1 ? ` (and ${count - 1} more, ${listed})` : ''
  return badRequest(`${details[0]?.message}${others}`, { details })
}

function faultOf(issue: z.core.$ZodIssue): FaultCode | undefined {
  return issue.code === 'custom' ? (issue.params?.['fault'] as FaultCode | undefined) : undefined
}

function describe(issue: z.core.$ZodIssue, sent: unknown): Complaint {
  const choice = choiceIn(issue)
  if (!choice || !isPlain(choice.value)) return complain(issue.path, issue.message)
  return unknownValue(pathIn(sent, issue.path), choice.value, choice.known)
}

/** A short form such as `"markdown"` is read as an object; its caller knows no fields inside it. */
function pathIn(sent: unknown, path: readonly PropertyKey[]): PropertyKey[] {
  let inside = sent
  const end = path.findIndex((step) => {
    if (inside !== undefined && (typeof inside !== 'object' || inside === null)) return true
    inside = (inside as Holder | undefined)?.[step]
    return false
  })
  return end < 0 ? [...path] : path.slice(0, end)
}

function choiceIn(issue: z.core.$ZodIssue): { value: unknown; known: readonly unknown[] } | undefined {
  if (issue.code === 'invalid_value') return { value: issue.input, known: issue.values }
  if (issue.code !== 'invalid_union' || !('options' in issue) || !Array.isArray(issue.options))
    return undefined
  return { value: typeOf(issue), known: issue.options }
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Every wrong value costs up to 10 µs to complain about, during which no other request is served. */
const MAX_VALUES = 10_000

const BAD_TEXT = 'must not contain U+0000 or half of a surrogate pair'
const BAD_NAME = 'must not have a field whose name contains U+0000 or half of a surrogate pair'
const TOO_MANY = `must not have more than ${MAX_VALUES} values, apart from urls`

/**
 * Finds text that no database can store, wherever it is in a request: PostgreSQL refuses U+0000, and half of a
 * surrogate pair has no form in UTF-8. One walk over everything keeps every schema free of the question. It also
 * refuses more values than can be validated in time. The strings in `urls` do not count: a batch may have many, and
 * they are cheap to check.
 */
function findUnstorable(input: unknown): Complaint[] {
  const walk: Walk = { path: [], found: [], values: 0 }
  look(input, walk)
  return walk.values > MAX_VALUES ? [complain([], TOO_MANY)] : walk.found
}

interface Walk {
  /** Where the walk is; copied only where something is found. */
  path: (string | number)[]
  found: Complaint[]
  values: number
}

function look(value: unknown, walk: Walk): void {
  if (!isListedUrl(value, walk.path)) walk.values++
  if (walk.found.length >= MAX_COMPLAINTS || walk.values > MAX_VALUES) return
  if (typeof value === 'string') {
    if (!isStorable(value)) note(BAD_TEXT, walk)
  } else if (typeof value === 'object' && value !== null) {
    lookInside(value, walk)
  }
}

function isListedUrl(value: unknown, path: Walk['path']): boolean {
  return path.length === 2 && path[0] === 'urls' && typeof value === 'string'
}

function lookInside(value: object, walk: Walk): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && walk.values <= MAX_VALUES; index++)
      step(index, value[index], walk)
    return
  }
  for (const name of Object.keys(value)) {
    if (isStorable(name)) step(name, (value as Record<string, unknown>)[name], walk)
    else note(BAD_NAME, walk)
  }
}

function step(name: string | number, value: unknown, walk: Walk): void {
  walk.path.push(name)
  look(value, walk)
  walk.path.pop()
}

function note(phrase: string, { path, found }: Walk): void {
  if (found.length < MAX_COMPLAINTS) found.push(complain(path, phrase))
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
