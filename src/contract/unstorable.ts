import { MAX_COMPLAINTS } from './complaint.ts'

interface Found {
  path: (string | number)[]
  phrase: string
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
export function findUnstorable(input: unknown): Found[] {
  const walk: Walk = { path: [], found: [], values: 0 }
  look(input, walk)
  return walk.values > MAX_VALUES ? [{ path: [], phrase: TOO_MANY }] : walk.found
}

interface Walk {
  /** Where the walk is; copied only where something is found. */
  path: (string | number)[]
  found: Found[]
  values: number
}

function look(value: unknown, walk: Walk): void {
  if (!isListedUrl(value, walk.path)) walk.values++
  if (walk.found.length >= MAX_COMPLAINTS || walk.values > MAX_VALUES) return
  if (typeof value === 'string') {
    if (!isStorable(value)) complain(BAD_TEXT, walk)
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
    else complain(BAD_NAME, walk)
  }
}

function step(name: string | number, value: unknown, walk: Walk): void {
  walk.path.push(name)
  look(value, walk)
  walk.path.pop()
}

function complain(phrase: string, { path, found }: Walk): void {
  if (found.length < MAX_COMPLAINTS) found.push({ path: [...path], phrase })
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
