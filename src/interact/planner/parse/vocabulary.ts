import type { Masked } from './masked.ts'

/** The numbers that instructions spell out: `one` to `ten`. */
export const NUMBERS = numbered('one two three four five six seven eight nine ten')

const EDGES = { top: 1, topmost: 1, last: -1, final: -1, bottom: -1 }
/** Ordinals by their position: 1 is the first, -1 the last. */
export const ORDINALS: Record<string, number> = {
  ...numbered('first second third fourth fifth sixth seventh eighth ninth tenth'),
  ...numbered('1st 2nd 3rd 4th 5th'),
  ...EDGES,
}

/** How often or how many: `twice`, `three times`, `a second`. */
export const COUNTS: Record<string, number> = { ...NUMBERS, a: 1, an: 1, once: 1, twice: 2, thrice: 3 }

function numbered(words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map((word, at) => [word, at + 1]))
}

/**
 * A pattern in short. A space stands for any gap, `(…)` groups without capturing, `<name>` captures as many words as it
 * can and `<name?>` as few; the rest is a regular expression.
 */
export function phrase(parts: TemplateStringsArray, ...values: readonly string[]): RegExp {
  const source = String.raw(parts, ...values).replaceAll(SHORT, (token, name?: string, lazy = '') => {
    if (name !== undefined) return `(?<${name}>.+${lazy})`
    return { '(': '(?:', ' ': '\\s+', ' ?': '\\s?' }[token] ?? token
  })
  return new RegExp(source, 'iu')
}

/** What is short for something else, after what stays as it is: escapes and classes of characters. */
const SHORT = /\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)|(?<!\(\?)<(\w+)(\??)>| \??/g

/** The same for a whole clause. */
export function words(...pattern: Parameters<typeof phrase>): RegExp {
  return new RegExp(`^(?:${phrase(...pattern).source})$`, 'iu')
}

const TIMES = /\s+(?:(once|twice|thrice)|(\S+)\s+(?:more\s+)?times?)(?:\s+in a row)?$/i

/** Splits `Next twice` into the phrase and the number. */
export function timesOf(phrase: string, masked: Masked): { phrase: string; times: number } {
  const match = TIMES.exec(phrase)
  const word = match && masked.plain((match[1] ?? match[2])!).toLowerCase()
  const times = word ? (COUNTS[word] ?? Number.parseInt(word, 10)) : 1
  return match && times > 0 ? { phrase: phrase.slice(0, match.index), times } : { phrase, times: 1 }
}

/** Reads a table such as `button: button, icon; link: link, hyperlink`: for each word what it stands for. */
export function byWord(table: string): Record<string, string> {
  const pairs = table.split(/;\s+/).flatMap((row) => {
    const [kind = '', list = ''] = row.split(': ')
    return list.split(', ').map((word) => [word, kind])
  })
  return Object.fromEntries(pairs)
}

/** Keys by the words for them, as Playwright spells them. */
const NAMED =
  byWord(`Enter: enter, return; Tab: tab; Escape: escape, esc; Backspace: backspace; Delete: delete; Home: home;
End: end; PageUp: page up; PageDown: page down; ArrowUp: up; ArrowDown: down; ArrowLeft: left; ArrowRight: right`)
const KEYS: Record<string, string> = { ...NAMED, space: ' ', 'space bar': ' ', spacebar: ' ' }
const MODIFIERS = byWord('Control: ctrl, control; Alt: alt; Shift: shift; Meta: cmd, meta')
const COMBINATION = new RegExp(`^(?:(?:${Object.keys(MODIFIERS).join('|')})\\s*\\+\\s*)+\\S+$`)
/** Names of keys that controls have too: `press Delete` means the control unless the instruction says `key`. */
const ALSO_NAMES = /^(?:delete|home|end|left|right|up|down|return)$/

/** The key that a phrase names, as Playwright spells it; undefined if it names none. */
export function readKey(said: string): string | undefined {
  const lower = said.toLowerCase().trim()
  const bare = lower
    .replace(/^the\s+/, '')
    .replace(/\s+key$/, '')
    .replace(/^arrow\s+(?=up|down|left|right)|\s+arrow$/g, '')
    .replace(/\s+on (?:the|your) keyboard$/, '')
  if (COMBINATION.test(bare)) {
    const parts = bare.split(/\s*\+\s*/)
    return parts.map((part) => MODIFIERS[part] ?? KEYS[part] ?? part).join('+')
  }
  return ALSO_NAMES.test(bare) && !/\b(?:key|arrow)\b/.test(lower) ? undefined : KEYS[bare]
}
