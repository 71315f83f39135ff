/** The engine copies a shorter piece of a text by itself. */
const SHORTEST_VIEW = 13

/**
 * The same text in memory of its own. A piece of a text is a view into it, so whoever keeps the piece for long would keep
 * the whole page.
 */
export function flatCopy(text: string): string {
  return text.length < SHORTEST_VIEW ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}
