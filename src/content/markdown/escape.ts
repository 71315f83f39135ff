/** Escapes text so that Markdown reads back as the same text, with as few backslashes as possible. */
export function escapeText(text: string, before: string): string {
  if (!SPECIAL.test(text)) return text
  const isMoney = text.includes('$') && !LOOKS_LIKE_FORMULA.test(text)
  return text.replace(SPECIALS, (character, index: number) => {
    const previous = index === 0 ? before : text[index - 1]!
    return isSpecial(character, previous, text, index, isMoney) ? `\\${character}` : character
  })
}

/** Escapes line starts that would become a heading, list, quote, rule or table. */
export function escapeLineStart(line: string): string {
  const first = line.charCodeAt(0)
  if (first >= DIGIT_0 && first <= DIGIT_9) return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
  return LINE_STARTERS.has(first) ? line.replace(LINE_START, '\\$1') : line
}

export function escapeBrackets(markdown: string): string {
  return markdown.replace(/\\[^]|[[\]]/g, (found) => (found.startsWith('\\') ? found : `\\${found}`))
}

const SPECIAL = /[\\`*_[\]<&~$]/
const SPECIALS = /[\\`*_[\]<&~$]/g

const DIGIT_0 = 0x30
const DIGIT_9 = 0x39
const LINE_STARTERS = new Set(Array.from('#-+*_>=|:', (character) => character.charCodeAt(0)))
const LINE_START = /^(#{1,6}(?=\s|$)|[-+*](?=\s|$)|_(?=(?:\s+_){2})|>|=+\s*$|[|:-][|:\s-]*$)/

/** Two dollar signs that a renderer of formulas would take for a formula. */
const LOOKS_LIKE_FORMULA = /\$\S(?:[^$]{0,1000}[^\s$\\])?\$(?!\d)/

/** How far the matching bracket is searched; searching farther would be slow on long texts. */
const LOOKAHEAD = 200

function isSpecial(character: string, before: string, text: string, index: number, isMoney: boolean) {
  const after = text[index + 1] ?? ''
  switch (character) {
    case '\\':
      return after === '' || /[!-/:-@[-`{-~]/.test(after)
    case '*':
      return !(isSpace(before) && isSpace(after))
    case '_':
      return !(isWord(before) && isWord(after)) && !(isSpace(before) && isSpace(after))
    case '[':
      return before === '!' || after === '^' || /^[^\]]*\](?:[(:[])/.test(ahead(text, index))
    case ']':
      return /[(:[]/.test(after)
    case '<':
      return after === '' || /[a-z/!?]/i.test(after)
    case '&':
      return /^(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(ahead(text, index))
    case '~':
      return before === '~' || after === '~' || after === '' || isClosing(before, after)
    case '$':
      return !isMoney
    default:
      return true
  }
}

function ahead(text: string, index: number): string {
  return text.slice(index + 1, index + LOOKAHEAD)
}

/** Whether a single tilde here could end a strikethrough; GitHub accepts one tilde too. */
function isClosing(before: string, after: string): boolean {
  return isWord(before) || (before !== '' && !isSpace(before) && !isWord(after))
}

function isSpace(character: string): boolean {
  return character !== '' && character.trim() === ''
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character)
}
