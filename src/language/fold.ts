/**
 * A text in lower case without diacritics, so that spellings of a word match: `Élève` and `eleve`, `Straße`
 * and `strasse`.
 */
export function fold(text: string): string {
  const small = text.toLowerCase()
  if (ASCII.test(small)) return small
  return small
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(SINGLE, (letter) => LETTERS[letter]!)
    .normalize('NFC')
}

// oxlint-disable-next-line no-control-regex -- the first 128 characters are meant
const ASCII = /^[\u0000-\u007f]*$/
const MARKS = /[\u0300-\u036f\u064b-\u0655\u0640]/g
/** Letters that Unicode does not decompose although people write them without the mark. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ł: 'l',
  ı: 'i',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ё: 'е',
}
const SINGLE = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** A word without diacritics; scripts in which a mark makes another letter keep theirs. */
export function withoutMarks(word: string): string {
  return isPlain(word) || CJK.test(word) ? word : word.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export function isPlain(text: string): boolean {
  return ASCII.test(text)
}
