import type { JsonObject } from './tool.ts'

/**
 * The bytes of JSON that one answer may have. An answer carries its JSON twice, once escaped in a text, and the readers of
 * published clients give up at 10 MB a message.
 */
export const MAX_RESPONSE_BYTES = 2_500_000

/** Room for the note about what is left out. */
const NOTE_BYTES = 4000

/** A field that is kept at all has room for this much of its value. */
const MIN_VALUE_BYTES = 100

/** How far back the end of a word is looked for, so that no address inside a text is cut in half. */
const MAX_WORD_LENGTH = 4000

/**
 * A value that is too long for one answer is shortened, whatever its shape, and says in its `notes` what is left out. Texts
 * are cut at the end of a word, lists after a whole item, objects after a whole field. What is one word, such as an address,
 * an id or a picture in base64, is of no use in part: it is there or it is not.
 */
export function fit(
  value: JsonObject,
  { maxBytes = MAX_RESPONSE_BYTES, advice = '' }: { maxBytes?: number; advice?: string | undefined } = {},
): { fitted: JsonObject; text: string } {
  const text = JSON.stringify(value)
  const size = Buffer.byteLength(text)
  if (size <= maxBytes) return { fitted: value, text }
  const cuts: Cut[] = []
  const { notes, ...others } = value
  const givenNotes = Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : []
  const fittingNotes = shortenList(givenNotes, { budget: NOTE_BYTES / 2, at: 'notes', cuts })
  const room = maxBytes - NOTE_BYTES
  const shortened = (shorten(others, { budget: room, at: '', cuts }) ?? {}) as JsonObject
  const fitted = { ...shortened, notes: [...fittingNotes, noteOn(size, cuts, advice)] }
  return { fitted, text: JSON.stringify(fitted) }
}

/** All of the items, with the longest of them shortened where they are too long together, and what to say about it. */
export function fitEach(
  items: unknown[],
  { maxBytes, at }: { maxBytes: number; at: string },
): { items: unknown[]; notes: string[] } {
  const size = sizeOf(items)
  if (size <= maxBytes) return { items, notes: [] }
  const cuts: Cut[] = []
  const each = Object.fromEntries(items.map((item, index) => [`${at}[${index}]`, item]))
  const fitted = shortenObject(each, { budget: maxBytes, at: '', cuts })
  return { items: Object.values(fitted), notes: [noteOn(size, cuts, '')] }
}

/** One thing that is not whole any more, and where. */
interface Cut {
  at: string
  note: string
}

interface Shortening {
  /** Bytes of JSON that there may be. */
  budget: number
  at: string
  cuts: Cut[]
}

/** At most `budget` bytes of the value; undefined when no part of it is of use. */
function shorten(value: unknown, shortening: Shortening): unknown {
  if (sizeOf(value) <= shortening.budget) return value
  if (typeof value === 'string') return shortenText(value, shortening)
  if (Array.isArray(value)) return shortenList(value, shortening)
  if (typeof value === 'object' && value !== null) return shortenObject(value as JsonObject, shortening)
  return undefined
}

function shortenText(text: string, { budget, at, cuts }: Shortening): string | undefined {
  if (/^[\x21-\x7e]*$/.test(text) || budget < MIN_VALUE_BYTES) {
    cuts.push({ at, note: `left out (${text.length} characters)` })
    return undefined
  }
  let [shortest, longest] = [0, Math.min(text.length, budget)]
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2)
    if (sizeOf(`${text.slice(0, middle)}…`) <= budget) shortest = middle
    else longest = middle - 1
  }
  const kept = text.slice(0, endOfWord(text, shortest))
  cuts.push({ at, note: `cut after ${kept.length} of ${text.length} characters` })
  return `${kept}…`
}

/** The last place between two words before this one; without any, one that does not split a character. */
function endOfWord(text: string, end: number): number {
  const near = text.slice(Math.max(0, end - MAX_WORD_LENGTH), end + 1)
  const space = near.search(/\s\S*$/)
  if (space > 0) return Math.max(0, end - MAX_WORD_LENGTH) + space
  return /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end
}

function shortenList(items: unknown[], { budget, at, cuts }: Shortening): unknown[] {
  const kept: unknown[] = []
  let bytes = 2
  for (const [index, item] of items.entries()) {
    // One long item must not take the place of all the others.
    const innerCuts: Cut[] = []
    const part = shorten(item, { budget: Math.floor(budget / 2) - 2, at: `${at}[${index}]`, cuts: innerCuts })
    if (part === undefined) continue
    bytes += sizeOf(part) + 1
    if (bytes > budget) break
    kept.push(part)
    cuts.push(...innerCuts)
  }
  const missing = items.length - kept.length
  if (missing > 0) cuts.push({ at, note: `${missing} of ${items.length} items left out` })
  return kept
}

function shortenObject(object: JsonObject, { budget, at, cuts }: Shortening): JsonObject {
  const fields = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, value, size: sizeOf(value), overhead: sizeOf(name) + 2 }))
  const first = fittingFields(fields, budget - 2)
  let room = budget - 2
  const parts = new Map<string, unknown>()
  // The small ones first: what they do not need is for the large ones, in equal parts.
  const bySize = first.toSorted((one, other) => one.size + one.overhead - other.size - other.overhead)
  for (const [index, { name, value, overhead }] of bySize.entries()) {
    const share = Math.floor(room / (bySize.length - index)) - overhead
    const part = shorten(value, { budget: share, at: at === '' ? name : `${at}.${name}`, cuts })
    if (part === undefined) continue
    parts.set(name, part)
    room -= sizeOf(part) + overhead
  }
  const missing = fields.length - first.length
  if (missing > 0) cuts.push({ at, note: `${missing} of ${fields.length} fields left out` })
  return Object.fromEntries(first.flatMap(({ name }) => (parts.has(name) ? [[name, parts.get(name)]] : [])))
}

/** As many fields from the first on as can each have a little. */
function fittingFields<Field extends { size: number; overhead: number }>(
  fields: Field[],
  budget: number,
): Field[] {
  let bytes = 0
  const over = fields.findIndex(
    ({ size, overhead }) => (bytes += overhead + Math.min(size, MIN_VALUE_BYTES)) > budget,
  )
  return over === -1 ? fields : fields.slice(0, over)
}

function noteOn(size: number, cuts: readonly Cut[], advice: string): string {
  const described = cuts.slice(-10).map(({ at, note: said }) => `${displayPath(at)}: ${said}`)
  const more = cuts.length > described.length ? `; and ${cuts.length - described.length} more` : ''
  return `The whole answer has ${size} bytes, too many for one message. Not whole: ${described.join('; ')}${more}. ${advice}`.trim()
}

/** Names of fields may come from a page, and be of any length. */
function displayPath(at: string): string {
  return at === '' ? 'the answer' : at.slice(0, 100).replaceAll(/[^ -~]/g, '?')
}

/** Of objects and lists, which are weighed once although each is part of others. */
const sizes = new WeakMap<object, number>()

/** The bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value) ?? '')
  const known = sizes.get(value)
  if (known !== undefined) return known
  const parts = Array.isArray(value)
    ? value.map((item) => sizeOf(item ?? null) + 1)
    : Object.entries(value).map(([name, item]) => (item === undefined ? 0 : sizeOf(name) + sizeOf(item) + 2))
  // Each part has a comma but the last.
  const size = Math.max(
    2,
    parts.reduce((sum, part) => sum + part, 1),
  )
  sizes.set(value, size)
  return size
}
