const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
const HEX = /^[0-9a-f]{8,}$/i
const LONG_NUMBER = /^\d{16,}$/
const SOLID = /^[a-z0-9]{12,}$/i
const MIXED = /^(?=.*[a-z])(?=.*[A-Z])[\w.,~-]{12,}$/

/** Between letters and digits; words with a number have one or two of these changes, ids have more. */
const CHANGE = /[a-z](?=\d)|\d(?=[a-z])/gi
const CHANGES = 3

/** Whether a text reads like an id that a program drew, and not like words or a plain number. */
export function looksRandom(text: string): boolean {
  if (text.length < 8) return false
  if (UUID.test(text) || LONG_NUMBER.test(text)) return true
  if (!HEX.test(text) && !SOLID.test(text) && !MIXED.test(text)) return false
  return (text.match(CHANGE)?.length ?? 0) >= CHANGES
}
