import { byWord } from './vocabulary.ts'

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
