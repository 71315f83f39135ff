/** The characters that let a mark count beside punctuation. */
export function isBoundary(character: string): boolean {
  return character === '' || character === ' ' || isPunctuation(character, false)
}

/** Whether a mark between these characters could also close an open one. */
export function mayClose(before: string, after: string): boolean {
  return before !== '' && before !== ' ' && (!isPunctuation(before, false) || isPunctuation(after, true))
}

/**
 * Parsers disagree on whether symbols are punctuation. `isWide` counts them where punctuation is the bad
 * case.
 */
export function isPunctuation(character: string, isWide: boolean): boolean {
  const code = character.charCodeAt(0)
  if (code < 0x80) return !(code >= 0x61 && code <= 0x7a) && ASCII_PUNCTUATION.test(character)
  return isWide ? WIDE_PUNCTUATION.test(character) : /\p{P}/u.test(character)
}

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/
const WIDE_PUNCTUATION = /[\p{P}\p{S}]|[\ud800-\udfff]/u
