const KEYS: Record<string, string> = {
  enter: 'Enter',
  return: 'Enter',
  tab: 'Tab',
  escape: 'Escape',
  esc: 'Escape',
  space: ' ',
  'space bar': ' ',
  spacebar: ' ',
  backspace: 'Backspace',
  delete: 'Delete',
  home: 'Home',
  end: 'End',
  'page up': 'PageUp',
  'page down': 'PageDown',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
}
const MODIFIERS: Record<string, string> = {
  ctrl: 'Control',
  control: 'Control',
  alt: 'Alt',
  shift: 'Shift',
  cmd: 'Meta',
  meta: 'Meta',
}
/** Names of keys that controls have too: `press Delete` means the control unless the instruction says `key`. */
const ALSO_NAMES = /^(?:delete|home|end|left|right|up|down|return)$/

/** The key that a phrase names, as Playwright spells it; undefined if it names none. */
export function readKey(phrase: string): string | undefined {
  const lower = phrase.toLowerCase().trim()
  const isSaid = /\bkey\b|\barrow\b/.test(lower)
  const bare = lower
    .replace(/^the\s+/, '')
    .replace(/\s+key$/, '')
    .replace(/^arrow\s+(?=up|down|left|right)/, '')
    .replace(/\s+arrow$/, '')
    .replace(/\s+on (?:the|your) keyboard$/, '')
  if (/^(?:(?:ctrl|control|alt|shift|cmd|meta)\s*\+\s*)+\S+$/.test(bare)) {
    return bare
      .split(/\s*\+\s*/)
      .map((part) => MODIFIERS[part] ?? KEYS[part] ?? part)
      .join('+')
  }
  return ALSO_NAMES.test(bare) && !isSaid ? undefined : KEYS[bare]
}
