import type { z } from 'zod'

/** One invalid part of a request. `message` names the field, because clients print it without the path. */
export interface ValidationIssue {
  path: (string | number)[]
  message: string
}

/** More issues help no caller, and a response must stay small for any input. */
export const MAX_ISSUES = 100

const MAX_PATH_CHARACTERS = 1000
const MAX_NAME_CHARACTERS = 200
const MAX_MESSAGE_CHARACTERS = 500
const MAX_VALUE_CHARACTERS = 100

/** Adds an issue for one field, from a rule that compares several fields. */
export function addIssue(context: z.core.$RefinementCtx, path: PropertyKey[], message: string): void {
  context.addIssue({ code: 'custom', path, message })
}

/** An issue whose message starts with the name of the field; quoted parts of the request are shortened. */
export function fieldIssue(path: readonly PropertyKey[], requirement: string): ValidationIssue {
  const steps = shortPath(path)
  return { path: steps, message: `${fieldName(steps)} ${shorten(requirement, MAX_MESSAGE_CHARACTERS)}` }
}

/** An issue whose message is a complete sentence. */
export function messageIssue(path: readonly PropertyKey[], message: string): ValidationIssue {
  return { path: shortPath(path), message: shorten(message, MAX_MESSAGE_CHARACTERS) }
}

/** An issue about a value that is not one of the known ones. */
export function unknownValueIssue(
  path: readonly PropertyKey[],
  value: string | number | boolean,
  known: readonly unknown[],
): ValidationIssue {
  const names = known.map(String)
  const shownValue = shorten(String(value), MAX_VALUE_CHARACTERS)
  const suggested = suggestionFor(closestName(String(value), names))
  return messageIssue(
    path,
    `Unknown value \`${shownValue}\` for \`${fieldPathOf(path)}\`.${suggested} Use ${oneOf(names)}.`,
  )
}

function oneOf(names: readonly unknown[]): string {
  const list = names.map(String).join(', ')
  return names.length === 1 ? list : `one of ${list}`
}

/** Asks whether a similar known name was meant. */
function suggestionFor(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean \`${name}\`?`
}

function fieldPathOf(path: readonly PropertyKey[]): string {
  return fieldName(shortPath(path))
}

/** The path, cut off when it gets long. */
function shortPath(path: readonly PropertyKey[]): (string | number)[] {
  const steps = path.map((step) =>
    typeof step === 'number' ? step : shorten(String(step), MAX_NAME_CHARACTERS),
  )
  let left = MAX_PATH_CHARACTERS
  const end = steps.findIndex((step) => (left -= String(step).length) < 0)
  return end < 0 ? steps : steps.slice(0, end)
}

function fieldName(path: (string | number)[]): string {
  if (path.length === 0) return 'The body'
  const name = path.reduce<string>((before, step) => {
    if (typeof step === 'number') return `${before}[${step}]`
    return before === '' ? step : `${before}.${step}`
  }, '')
  return shorten(name, MAX_NAME_CHARACTERS)
}

/** Cuts between characters, never inside one. */
function shorten(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')}…`
}

/**
 * Returns the phrase after the field name, such as "must be a number". Schemas with a rule of their own
 * return a phrase in the same form.
 */
export function requirementOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${typeNoun(issue.expected)}`
    case 'invalid_value':
      return `${issue.input === undefined ? 'is required:' : 'must be'} ${oneOf(issue.values)}`
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `${discriminatorOf(issue) === undefined ? 'is required:' : 'must be'} ${oneOf(issue.options)}`
        : 'has an unsupported form'
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong form'
    default:
      return undefined
  }
}

const NOUNS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Record<string, string> = {
  email: 'must be an e-mail address',
  guid: 'must be a UUID',
  datetime: 'must be a date and time such as 2026-01-31T12:00:00Z',
}

function typeNoun(expected: string): string {
  return NOUNS[expected] ?? `a ${expected}`
}

/** The field that decides the kind of an object. */
export function discriminatorOf({
  discriminator,
  input,
}: {
  discriminator?: unknown
  input?: unknown
}): unknown {
  return (input as Record<string, unknown> | null | undefined)?.[String(discriminator)]
}

type Size = { origin: string; inclusive?: boolean }

function tooSmall({ origin, minimum, inclusive }: Size & { minimum: unknown }): string {
  if (origin === 'number' || origin === 'int')
    return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`
  if (minimum === 1) return 'must not be empty'
  return `must have at least ${minimum} ${units(origin)}`
}

function tooBig({ origin, maximum, inclusive }: Size & { maximum: unknown }): string {
  if (origin === 'number' || origin === 'int')
    return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`
  return `must have at most ${maximum} ${units(origin)}`
}

function units(origin: string): string {
  return origin === 'string' ? 'characters' : 'items'
}

/** Longer names are not compared, because the cost grows with the length of both. */
const MAX_COMPARED_CHARACTERS = 64

/** The known name that was probably meant; undefined if none is similar. */
export function closestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > MAX_COMPARED_CHARACTERS) return undefined
  let best: string | undefined
  let least = Infinity
  for (const name of known) {
    const distance = editDistance(normalizeName(given), normalizeName(name))
    // Names that differ in more than a third of their characters are unrelated.
    const isAlike = distance <= Math.floor(Math.max(given.length, name.length) / 3)
    if (isAlike && distance < least) [best, least] = [name, distance]
  }
  if (best !== undefined || normalizeName(given).length < MIN_PREFIX_CHARACTERS) return best
  return known.find((name) => normalizeName(name).startsWith(normalizeName(given)))
}

/** Shorter prefixes match too many names. */
const MIN_PREFIX_CHARACTERS = 5

/** `only_main_content` and `onlyMainContent` are the same. */
function normalizeName(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase()
}

/** The number of characters to add, remove, replace or swap with their neighbour. */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Infinity,
      )
    }
    ;[before, last] = [last, current]
  }
  return last[other.length]!
}

/** Unknown fields of one object of a request. There may be very many, so only a few are examined. */
export interface UnknownFields {
  path: PropertyKey[]
  names: string[]
  known: string[]
}

const MAX_IGNORED = 10

/** Issues for the first of them. */
export function unknownFieldIssues(unknown: readonly UnknownFields[]): ValidationIssue[] {
  return firstUnknownFields(unknown, MAX_ISSUES).map(({ path, suggestion }) =>
    messageIssue(path, `Unknown field \`${fieldPathOf(path)}\`.${suggestionFor(suggestion)}`),
  )
}

/** The warning about ignored fields; it names a few and counts the rest. */
export function ignoredFieldsWarning(unknown: readonly UnknownFields[]): string {
  const fields = firstUnknownFields(unknown, MAX_IGNORED)
  const count = countUnknownFields(unknown)
  const named = fields.map(({ path }) => `\`${fieldPathOf(path)}\``).join(', ')
  if (count === 1) return `Ignored the unknown field ${named}.${suggestionFor(fields[0]!.suggestion)}`
  return `Ignored the unknown fields ${named}${count > fields.length ? ` and ${count - fields.length} more` : ''}.`
}

export function countUnknownFields(unknown: readonly UnknownFields[]): number {
  return unknown.reduce((count, { names }) => count + names.length, 0)
}

function firstUnknownFields(unknown: readonly UnknownFields[], max: number) {
  return unknown
    .slice(0, max)
    .flatMap(({ path: objectPath, names, known }) =>
      names.slice(0, max).map((name) => ({ place: objectPath, name, known })),
    )
    .slice(0, max)
    .map(({ place: objectPath, name, known }) => {
      const found = closestName(name, known)
      return { path: [...objectPath, name], suggestion: found && fieldPathOf([...objectPath, found]) }
    })
}
