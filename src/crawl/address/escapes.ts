const ESCAPE = /%[0-9a-f]{2}/gi

export function plainEscapes(text: string): string {
  return text.includes('%') ? text.replace(ESCAPE, plain) : text
}

function plain(escape: string): string {
  const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : escape.toUpperCase()
}
