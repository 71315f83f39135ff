/** The number that pages and the browser itself know a key by, beside its name; 0 for those without one. */
export function virtualKeyOf(key: string): number {
  if (/^[a-z0-9 ]$/i.test(key)) return key.toUpperCase().charCodeAt(0)
  const [, number] = /^F(\d{1,2})$/.exec(key) ?? []
  return number === undefined ? (NAMED.get(key) ?? 0) : 111 + Number(number)
}

const NAMED = new Map(
  Object.entries({
    Backspace: 8,
    Tab: 9,
    Enter: 13,
    Shift: 16,
    Control: 17,
    Alt: 18,
    Pause: 19,
    CapsLock: 20,
    Escape: 27,
    PageUp: 33,
    PageDown: 34,
    End: 35,
    Home: 36,
    ArrowLeft: 37,
    ArrowUp: 38,
    ArrowRight: 39,
    ArrowDown: 40,
    Insert: 45,
    Delete: 46,
    Meta: 91,
    ContextMenu: 93,
  }),
)
