import { nearest } from './nearest.ts'

/** One thing that is wrong with a request; `message` names the field, because clients print it without the path. */
export interface Complaint {
  path: (string | number)[]
  message: string
}

/** More than this many at once help nobody, and an answer must stay small whatever was sent. */
export const MAX_COMPLAINTS = 100

const MAX_PATH_CHARACTERS = 1000
const MAX_NAME_CHARACTERS = 200
const MAX_PHRASE_CHARACTERS = 500
const MAX_ECHO_CHARACTERS = 100

/** A complaint that begins with the name of the field; quoted parts of the request are shortened. */
export function complain(path: readonly PropertyKey[], phrase: string): Complaint {
  const steps = shortPath(path)
  return { path: steps, message: `${fieldName(steps)} ${shorten(phrase, MAX_PHRASE_CHARACTERS)}` }
}

/** A complaint whose message is a sentence already. */
export function quote(path: readonly PropertyKey[], sentence: string): Complaint {
  return { path: shortPath(path), message: shorten(sentence, MAX_PHRASE_CHARACTERS) }
}

/** A complaint about a value that is not one of the known ones. */
export function unknownValue(
  path: readonly PropertyKey[],
  value: string | number | boolean,
  known: readonly unknown[],
): Complaint {
  const names = known.map(String)
  const echo = shorten(String(value), MAX_ECHO_CHARACTERS)
  const suggested = suggest(nearest(String(value), names))
  return quote(path, `Unknown value \`${echo}\` for \`${placeOf(path)}\`.${suggested} Use ${oneOf(names)}.`)
}

/** A choice in words. */
export function oneOf(names: readonly unknown[]): string {
  const list = names.map(String).join(', ')
  return names.length === 1 ? list : `one of ${list}`
}

/** Asks whether a known name was meant, where there is one like it. */
export function suggest(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean \`${name}\`?`
}

/** A field by its path, as messages name it. */
export function placeOf(path: readonly PropertyKey[]): string {
  return fieldName(shortPath(path))
}

/** The path as far as it stays short; whoever nests long names inside each other knows the rest. */
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

/** Cuts between characters, never through one. */
function shorten(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')}…`
}
