const NAMES = ['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'Home', 'End']
const ARROWS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' }
const SPACES = { space: ' ', 'space bar': ' ', spacebar: ' ' }
const OTHERS = { return: 'Enter', esc: 'Escape', 'page up': 'PageUp', 'page down': 'PageDown' }
/** Keys by the words for them, as Playwright spells them. */
const KEYS: Record<string, string> = {
  ...Object.fromEntries(NAMES.map((name) => [name.toLowerCase(), name])),
  ...ARROWS,
  ...SPACES,
  ...OTHERS,
}
const COMMON = { alt: 'Alt', shift: 'Shift', cmd: 'Meta', meta: 'Meta' }
const MODIFIERS: Record<string, string> = { ctrl: 'Control', control: 'Control', ...COMMON }
const COMBINATION = new RegExp(`^(?:(?:${Object.keys(MODIFIERS).join('|')})\\s*\\+\\s*)+\\S+$`)
/** Names of keys that controls have too: `press Delete` means the control unless the instruction says `key`. */
const ALSO_NAMES = /^(?:delete|home|end|left|right|up|down|return)$/

/** The key that a phrase names, as Playwright spells it; undefined if it names none. */
export function readKey(phrase: string): string | undefined {
  const lower = phrase.toLowerCase().trim()
  const bare = lower
    .replace(/^the\s+/, '')
    .replace(/\s+key$/, '')
    .replace(/^arrow\s+(?=up|down|left|right)/, '')
    .replace(/\s+arrow$/, '')
    .replace(/\s+on (?:the|your) keyboard$/, '')
  if (COMBINATION.test(bare)) {
    const parts = bare.split(/\s*\+\s*/)
    return parts.map((part) => MODIFIERS[part] ?? KEYS[part] ?? part).join('+')
  }
  return ALSO_NAMES.test(bare) && !/\b(?:key|arrow)\b/.test(lower) ? undefined : KEYS[bare]
}
