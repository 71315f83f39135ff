export const UNTIDY = 1
/** The text contains a character with a possible meaning in Markdown. */
export const SPECIAL = 2

/** Finds in one pass which processing a text needs; most texts need none. */
export function traitsOf(text: string): number {
  let traits = 0
  let previous = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) {
      traits |= TRAITS[code]!
      if (code === SPACE && previous === SPACE) traits |= UNTIDY
    } else if (code < 0x100 ? code === 0xa0 || code === 0xad : isWideSpace(code)) traits |= UNTIDY
    previous = code
  }
  return traits
}

/** Collapses white space and removes invisible marks for hyphenation and line breaking. */
export function tidy(data: string): string {
  let text = data.replace(INVISIBLE, '')
  // In scripts without spaces, a line break in the source is not a space.
  if (IDEOGRAPH.test(text)) text = text.replace(BREAK_BETWEEN_IDEOGRAPHS, '')
  return text.replace(/\s+/g, ' ')
}

const SPACE = 0x20

const TRAITS = new Uint8Array(0x80)
for (let code = 0; code < SPACE; code++) TRAITS[code] = UNTIDY
TRAITS[0x7f] = UNTIDY
for (const character of '\\`*_[]<&~$') TRAITS[character.charCodeAt(0)] = SPECIAL

function isWideSpace(code: number): boolean {
  if (code < 0x1680) return false
  if (code < 0x2070) return code === 0x1680 || (code >= 0x2000 && (code <= 0x200b || WIDE_SPACES.has(code)))
  return code === 0x3000 || code === 0xfeff
}

const WIDE_SPACES = new Set([0x2028, 0x2029, 0x202f, 0x205f, 0x2060])

const INVISIBLE = /(?!\s)[\p{Cc}\u00ad\u200b\u2060]|\ufeff/gu
const IDEOGRAPH = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff9f]/
const BREAK_BETWEEN_IDEOGRAPHS =
  /(?<=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff9f])[\t ]*\r?\n\s*(?=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff9f])/g
