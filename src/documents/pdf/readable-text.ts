/** Letters in their usual form: ligatures taken apart, presentation forms and signs of private fonts made plain. */
export function readableText(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replace(UNSEEN, '')
    .replace(COMPATIBILITY, (letter) => letter.normalize('NFKC'))
    .replace(PRIVATE_BULLETS, '•')
    .replace(TORN_LIGATURE, '$1ل$2')
    .normalize('NFC')
}

const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/

/** Controls, soft hyphens, marks of no width and letters that could not be read. */
const UNSEEN = /[\p{Cc}\u00ad\u200b-\u200d\u2060\ufeff\ufffe\uffff\ufffd]/gu

/** Ligatures, Arabic presentation forms, letters and digits of full width, mathematical alphabets. */
const COMPATIBILITY =
  /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdff\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu

/** Where the fonts of symbols that office programs use keep their bullets. */
const PRIVATE_BULLETS = /[\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf06c\uf06e\uf0a8\uf071\uf02d]/g

/** The ligature of lam and alef is taken apart in the wrong order; behind an alef nothing else can be meant. */
const TORN_LIGATURE = /(ا)([اأإآ])ل/g

/** How much of a text is made of letters that mean nothing outside of its font. */
export function unreadableShare(text: string): number {
  if (text.length === 0) return 0
  const strange = text.match(UNREADABLE)
  return strange ? strange.length / text.length : 0
}

const UNREADABLE = /[\ue000-\uf8ff\ufffd\p{Cc}\p{Cn}]/gu
