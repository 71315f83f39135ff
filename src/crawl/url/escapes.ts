const ESCAPE = /%[0-9a-f]{2}/gi

export function normalizeEscapes(text: string): string {
  return text.includes('%') ? text.replace(ESCAPE, normalizeEscape) : text
}

function normalizeEscape(escape: string): string {
  const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : escape.toUpperCase()
}
