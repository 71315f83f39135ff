import { readLines } from './data-files.ts'

export interface Unit {
  dimension: string
  factor: number
}

const UNITS = new Map<string, Unit>()
const DIMENSIONS_BY_WORD = new Map<string, string[]>()

/**
 * A line of the file has what is measured, what one of a unit is in the first of its kind, and how pages and fields write
 * that unit; or instead of a factor `:`, and what fields without a unit are called.
 */
for (const line of readLines(new URL('units.txt', import.meta.url))) {
  const [dimension = '', factor = '', ...written] = line.split(' ')
  for (const word of written) {
    if (factor !== ':') UNITS.set(word, { dimension, factor: Number(factor) })
    else DIMENSIONS_BY_WORD.set(word, [...(DIMENSIONS_BY_WORD.get(word) ?? []), dimension])
  }
}

/** Letters that are a unit only right behind a number, and never in the name of a field. */
const BARE: ReadonlySet<string> = new Set(
  'm s h t l a c f v w g in an ano mo mi cal ton " ″ ora dag ore min ha'.split(' '),
)

export function unitInWords(words: readonly string[]): Unit | undefined {
  for (const [at, word] of words.entries()) {
    const joined = UNITS.get(`${word}${words[at + 1] ?? ''}`)
    if (joined && words[at + 1] !== undefined && !BARE.has(`${word}${words[at + 1]}`)) return joined
  }
  const last = words.findLast(
    (word, at) => UNITS.has(word) && (!BARE.has(word) || (at === words.length - 1 && at > 0)),
  )
  return last === undefined ? undefined : UNITS.get(last)
}

export function dimensionsInWords(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => DIMENSIONS_BY_WORD.get(word) ?? [])
}

const WRITTEN = [...UNITS.keys()]
  .filter((one) => one !== '' && !/^(?:an|mo|c|f|ph|ton|ano)$/.test(one))
  .toSorted((one, other) => other.length - one.length)
  .map((one) => one.replaceAll(/[()/.]/g, String.raw`\$&`))
  .join('|')
const AFTER = new RegExp(
  String.raw`^(?:\s|-)?(?:square\s|sq\.?\s)?(?:${WRITTEN}|°C|°F|°|sq\.? ?ft|cu\.? ?ft)(?![\p{L}\p{N}])(?:\/(?:h|min|s|day|km|m²|m2|kg|l|100 ?km)(?!\p{L}))?`,
  'iu',
)

export function unitAfter(text: string, end: number): number {
  const found = AFTER.exec(text.slice(end, end + 24))
  // `10 in the morning` has no inches.
  if (!found || /^\s(?:in|a|an|t|s|v)$/.test(found[0])) return end
  return end + found[0].length
}

export function unitIn(text: string): Unit | undefined {
  const found =
    /(?:\d|^\p{L}+[\s-])\s?(square\s|sq\.?\s)?([\p{L}°%"″µ][\p{L}²³°%()]{0,12}(?:\/\p{L}{1,2})?|\p{L}{1,2}[23])(?![\p{L}])/u.exec(
      text.slice(0, 120),
    )
  if (!found) return undefined
  const word = found[2]!.toLowerCase()
  if (found[1]) return UNITS.get(word.startsWith('f') ? 'sqft' : word.startsWith('k') ? 'km2' : 'm2')
  return UNITS.get(word) ?? UNITS.get(word.replace(/\.$/, ''))
}
