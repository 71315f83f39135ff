const SURROGATE = /[\ud800-\udfff]/g
/** Where nothing else can be, since every text goes through here. */
const PLACE = 0xf0000

/**
 * The text with a letter of its own for each half of a surrogate pair. JavaScript's patterns match halves and those of
 * RE2 whole letters; what is rewritten so, both read alike.
 */
export function surrogateFree(text: string): string {
  return text.replace(SURROGATE, (half) => String.fromCodePoint(codeOfSurrogate(half.charCodeAt(0))))
}

/** The letter that stands for a half of a surrogate pair. */
export function codeOfSurrogate(unit: number): number {
  return PLACE + unit
}
