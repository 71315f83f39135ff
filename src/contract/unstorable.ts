import { MAX_COMPLAINTS } from './complaint.ts'

interface Found {
  path: (string | number)[]
  phrase: string
}

const MAX_DEPTH = 200
/** Every wrong value costs a complaint, so that millions of them would keep the process busy for seconds. */
const MAX_VALUES = 250_000

const BAD_TEXT = 'must not contain U+0000 or half of a surrogate pair'
const BAD_NAME = 'must not have a field whose name contains U+0000 or half of a surrogate pair'
const TOO_DEEP = `must not be nested more than ${MAX_DEPTH} levels deep`
const TOO_MANY = `must not hold more than ${MAX_VALUES} values`

/**
 * What no database can keep, wherever it stands in what a caller sent: PostgreSQL refuses U+0000, and half of a
 * surrogate pair has no form in UTF-8. Looking at everything once keeps every schema free of the question; what is
 * too deep or too much to be looked at is refused along with it.
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
  walk.values++
  if (walk.found.length >= MAX_COMPLAINTS || walk.values > MAX_VALUES) return
  if (typeof value === 'string') {
    if (!isStorable(value)) complain(BAD_TEXT, walk)
  } else if (typeof value === 'object' && value !== null) {
    if (walk.path.length < MAX_DEPTH) lookInside(value, walk)
    else complain(TOO_DEEP, walk)
  }
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
