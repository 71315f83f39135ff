/** Text as Markdown that reads back as the same text, with no more backslashes than that takes. */
export function escapeText(text: string): string {
  return text.replace(SPECIAL, (character, index: number) => {
    const before = text[index - 1] ?? ''
    const after = text[index + 1] ?? ''
    return isSpecial(character, before, after, text.slice(index + 1, index + LOOKAHEAD))
      ? `\\${character}`
      : character
  })
}

/** What would make a heading, list, quote or rule out of the beginning of a line. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+\s*$|-+\s*$)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** How far a bracket's partner is looked for; more would make a long text slow. */
const LOOKAHEAD = 200

const SPECIAL = /[\\`*_[\]<&~]/g

function isSpecial(character: string, before: string, after: string, rest: string): boolean {
  switch (character) {
    case '\\':
      return /[!-/:-@[-`{-~]/.test(after)
    case '*':
      return !(isSpace(before) && isSpace(after))
    case '_':
      return !(isWord(before) && isWord(after)) && !(isSpace(before) && isSpace(after))
    case '[':
      return before === '!' || /^[^\]]*\](?:[(:[])/.test(rest)
    case ']':
      return /[(:[]/.test(after)
    case '<':
      return /[a-z/!?]/i.test(after)
    case '&':
      return /^(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(rest)
    case '~':
      return before === '~' || after === '~'
    default:
      return true
  }
}

function isSpace(character: string): boolean {
  return character !== '' && character.trim() === ''
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character)
}
