/** How much each word speaks for content (above zero) or against it, as learned from pages; the rest say nothing. */
export type Evidence = ReadonlyMap<string, number>

export interface EvidenceTables {
  names: Evidence
  words: Evidence
}

/** The attributes in which those who build pages say what an element is. */
export const NAME_ATTRIBUTES = ['class', 'id', 'itemprop', 'aria-label', 'data-testid'] as const

/** A name in parts: `postBody main-2` → post, body, main. What has digits in it is a number or a hash. */
export function nameParts(name: string): readonly string[] {
  const parts: string[] = []
  const runs = name.slice(0, LONGEST_NAME).match(/[A-Za-z\d]+/g) ?? []
  for (const run of runs) {
    if (HAS_DIGIT.test(run)) continue
    for (const part of run.match(CAMEL_PART) ?? []) if (part.length > 1) parts.push(part.toLowerCase())
    if (parts.length >= MAX_PARTS) break
  }
  return parts
}

const HAS_DIGIT = /\d/
const CAMEL_PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g
/** Some pages style with hundreds of classes; the first ones say what the element is. */
const MAX_PARTS = 24
const LONGEST_NAME = 2000

/** The first words of a text in lower case, with the signs that speak as loudly as words. */
export function firstWords(text: string, most: number): string[] {
  const words: string[] = []
  const end = Math.min(text.length, most * 16)
  let start = -1
  for (let at = 0; at <= end && words.length < most; at++) {
    const code = at < end ? text.charCodeAt(at) : 0x20
    if (isOfWord(code)) {
      if (start < 0) start = at
      continue
    }
    if (start >= 0) words.push(text.slice(start, at).toLowerCase())
    start = -1
    if (SIGNS.has(code)) words.push(text[at]!)
  }
  return words.length > most ? words.slice(0, most) : words
}

/** Letters and digits; beyond Latin everything but punctuation counts, which is exact enough to look words up. */
function isOfWord(code: number): boolean {
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
  if (code < 0xc0) return false
  return (
    !(code >= 0x2000 && code < 0x2c00) &&
    !(code >= 0x3000 && code < 0x3040) &&
    !(code >= 0xff00 && code < 0xff10)
  )
}

const SIGNS: ReadonlySet<number> = new Set(Array.from('©@#$€£|»›→', (sign) => sign.charCodeAt(0)))
