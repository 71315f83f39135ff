import type { z } from 'zod'
import { Fault, badRequest } from '../fault.ts'
import type { FaultCode } from '../fault.ts'
import { isClosed } from './fields.ts'
import {
  fieldIssue,
  MAX_ISSUES,
  messageIssue,
  unknownValueIssue,
  requirementOf,
  discriminatorOf,
  countUnknownFields,
  ignoredFieldsWarning,
  unknownFieldIssues,
} from './validation-issue.ts'
import type { ValidationIssue, UnknownFields } from './validation-issue.ts'

/** Parses a request: returns it with defaults filled, or throws with an issue for each invalid field. */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  return parse(schema, input, () => false).value
}

/** Like `validate`, but ignores unknown fields inside the request's objects, unless the object is closed. */
export function validateTolerantly<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { value: z.output<Schema>; warning: string | undefined } {
  const { value, ignored } = parse(schema, input, ({ path, isInClosed }) => path.length > 0 && !isInClosed)
  return { value, warning: ignored.length === 0 ? undefined : ignoredFieldsWarning(ignored) }
}

/** An issue with its own error code instead of `BAD_REQUEST`. Its message is a whole sentence. */
export function faultIssue(code: FaultCode, path: (string | number)[], message: string) {
  return { code: 'custom' as const, path, message, params: { fault: code } }
}

interface FoundUnknownFields extends UnknownFields {
  isInClosed: boolean
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  isIgnored: (unknown: FoundUnknownFields) => boolean,
): { value: z.output<Schema>; ignored: UnknownFields[] } {
  const unstorable = findUnstorableValues(input)
  if (unstorable.length > 0) throw invalidRequest(unstorable, unstorable.length)
  const ignored: UnknownFields[] = []
  for (let remaining = input; ;) {
    const unknown: FoundUnknownFields[] = []
    const result = schema.safeParse(remaining, {
      reportInput: true,
      error(issue) {
        if (issue.code === 'unrecognized_keys') unknown.push(unknownFieldsOf(issue))
        return requirementOf(issue)
      },
    })
    if (result.success) return { value: result.data, ignored }
    // Issues get their messages, and unknown fields are collected, when they are first read.
    const { issues } = result.error
    const dropped = unknown.filter(isIgnored)
    if (dropped.length === 0) throw toFault(issues, unknown, remaining)
    for (const one of dropped) ignored.push(one)
    remaining = withoutFields(remaining, dropped)
  }
}

function unknownFieldsOf({ path = [], keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>) {
  const object = inst as z.ZodObject
  return { path, names: keys, known: Object.keys(object.shape), isInClosed: isClosed(object) }
}

/** Copies the request: others still need it as sent. */
function withoutFields(sent: unknown, unknown: readonly UnknownFields[]): unknown {
  const copy = structuredClone(sent)
  for (const { path, names } of unknown) {
    const object = path.reduce<unknown>((inside, step) => (inside as FieldMap)[step], copy) as FieldMap
    for (const name of names) delete object[name]
  }
  return copy
}

type FieldMap = Record<PropertyKey, unknown>

function toFault(issues: z.core.$ZodIssue[], unknown: readonly UnknownFields[], sent: unknown): Fault {
  const refused = issues.filter((issue) => faultOf(issue) !== undefined)
  if (refused[0]) {
    const details = refused.slice(0, MAX_ISSUES).map(({ path, message }) => messageIssue(path, message))
    return new Fault(faultOf(refused[0])!, details[0]!.message, { details })
  }
  const others = issues.filter(({ code }) => code !== 'unrecognized_keys')
  const details = [
    ...others.slice(0, MAX_ISSUES).map((issue) => toValidationIssue(issue, sent)),
    ...unknownFieldIssues(unknown),
  ]
  return invalidRequest(details.slice(0, MAX_ISSUES), others.length + countUnknownFields(unknown))
}

function invalidRequest(details: ValidationIssue[], count: number): Fault {
  const listed = count > details.length ? `the first ${details.length} in details` : 'see details'
  const others = count > 1 ? ` (and ${count - 1} more, ${listed})` : ''
  return badRequest(`${details[0]?.message}${others}`, { details })
}

function faultOf(issue: z.core.$ZodIssue): FaultCode | undefined {
  return issue.code === 'custom' ? (issue.params?.['fault'] as FaultCode | undefined) : undefined
}

function toValidationIssue(issue: z.core.$ZodIssue, sent: unknown): ValidationIssue {
  const unknown = unknownValueOf(issue)
  if (!unknown || !isPlain(unknown.value)) return fieldIssue(issue.path, issue.message)
  return unknownValueIssue(sentPathOf(sent, issue.path), unknown.value, unknown.known)
}

/**
 * A short form such as `"markdown"` is validated as an object; its caller does not know the fields inside.
 */
function sentPathOf(sent: unknown, path: readonly PropertyKey[]): PropertyKey[] {
  let value = sent
  const end = path.findIndex((step) => {
    if (value !== undefined && (typeof value !== 'object' || value === null)) return true
    value = (value as FieldMap | undefined)?.[step]
    return false
  })
  return end < 0 ? [...path] : path.slice(0, end)
}

function unknownValueOf(issue: z.core.$ZodIssue): { value: unknown; known: readonly unknown[] } | undefined {
  if (issue.code === 'invalid_value') return { value: issue.input, known: issue.values }
  if (issue.code !== 'invalid_union' || !('options' in issue) || !Array.isArray(issue.options))
    return undefined
  return { value: discriminatorOf(issue), known: issue.options }
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Each invalid value costs up to 10 µs of the event loop. */
const MAX_VALUES = 10_000

const INVALID_TEXT = 'must not contain U+0000 or half of a surrogate pair'
const INVALID_NAME = 'must not have a field whose name contains U+0000 or half of a surrogate pair'
const TOO_MANY_VALUES = `must not have more than ${MAX_VALUES} values, apart from urls`

/**
 * Finds text that no database can store, anywhere in a request: PostgreSQL refuses U+0000, and half of a
 * surrogate pair has no UTF-8 form. One walk over the input keeps schemas free of this check. It also refuses
 * more values than can be validated in time. Strings in `urls` do not count: a batch may have many, and they
 * are cheap to check.
 */
function findUnstorableValues(input: unknown): ValidationIssue[] {
  const walk: Walk = { path: [], found: [], values: 0 }
  checkValue(input, walk)
  return walk.values > MAX_VALUES ? [fieldIssue([], TOO_MANY_VALUES)] : walk.found
}

interface Walk {
  /** The current path; copied only for an issue. */
  path: (string | number)[]
  found: ValidationIssue[]
  values: number
}

function checkValue(value: unknown, walk: Walk): void {
  if (!isListedUrl(value, walk.path)) walk.values++
  if (walk.found.length >= MAX_ISSUES || walk.values > MAX_VALUES) return
  if (typeof value === 'string') {
    if (!isStorable(value)) addFoundIssue(INVALID_TEXT, walk)
  } else if (typeof value === 'object' && value !== null) {
    checkChildren(value, walk)
  }
}

function isListedUrl(value: unknown, path: Walk['path']): boolean {
  return path.length === 2 && path[0] === 'urls' && typeof value === 'string'
}

function checkChildren(value: object, walk: Walk): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && walk.values <= MAX_VALUES; index++)
      checkChild(index, value[index], walk)
    return
  }
  for (const name of Object.keys(value)) {
    if (isStorable(name)) checkChild(name, (value as Record<string, unknown>)[name], walk)
    else addFoundIssue(INVALID_NAME, walk)
  }
}

function checkChild(name: string | number, value: unknown, walk: Walk): void {
  walk.path.push(name)
  checkValue(value, walk)
  walk.path.pop()
}

function addFoundIssue(requirement: string, { path, found }: Walk): void {
  if (found.length < MAX_ISSUES) found.push(fieldIssue(path, requirement))
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
