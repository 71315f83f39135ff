import { escapeText } from './markup.ts'

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
