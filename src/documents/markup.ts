/** Text as it stands between tags. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (sign) => ESCAPES[sign]!) : text
}

/** Text as it stands in an attribute between double quotes. */
export function escapeAttribute(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!) : text
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of a cell or a line as markup: its line ends as breaks, and without the signs that only machines used. */
export function lineMarkup(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for.
  const visible = text.replace(/[\0-\x08\x0e-\x1f]/g, '').trim()
  return escapeText(visible).replace(/\r\n?|[\n\v\f]/g, '<br>')
}

/** Pieces of markup as one line, without the gaps and breaks at its ends. */
export function joinedLine(pieces: readonly string[]): string {
  const isShown = (piece: string) => piece !== '<br>' && piece.trim() !== ''
  const start = Math.max(pieces.findIndex(isShown), 0)
  return pieces
    .slice(start, pieces.findLastIndex(isShown) + 1)
    .join('')
    .trim()
}

/** Longer than any that a reader could follow; a file can name one address, and use it for any number of words. */
export const MAX_ADDRESS_CHARS = 8192

/** Whether an address leads out of the document to where a reader can follow. */
export function isFollowable(address: string): boolean {
  return address.length <= MAX_ADDRESS_CHARS && /^(?:https?|ftps?|mailto|tel):/i.test(address)
}

/** An address without its escapes; one that is escaped wrongly as it is. */
export function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
