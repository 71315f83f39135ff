/** A cell of a table on a slide, where it begins; the places that it covers besides are not listed. */
export interface SlideCell {
  html: string
  columns: number
  rows: number
}

const MAX_PLACES = 100_000
/** A merged cell is read in every place that it covers, unless that would be most of the document. */
const MAX_REPEATED_CHARS = 1_000_000

/**
 * A table of a slide; its first row is its head. No cell reaches beyond the table, whatever it says. Merged cells are
 * read in each of their places, or only in their first.
 */
export function slideTableHtml(
  rows: readonly SlideCell[][],
  width: number,
  merged: 'repeat' | 'once',
): string {
  let places = 0
  let repeated = 0
  const lines: string[] = []
  for (const [index, cells] of rows.entries()) {
    places += width
    if (places > MAX_PLACES) break
    const name = index === 0 ? 'th' : 'td'
    const written = cells.slice(0, width).map(({ html, columns, rows: height }) => {
      const span = { rows: Math.min(height, rows.length - index), columns: Math.min(columns, width) }
      if (span.rows * span.columns > 1) repeated += html.length * span.rows * span.columns
      return `<${name}${spanText('rowspan', span.rows)}${spanText('colspan', span.columns)}>${html}</${name}>`
    })
    lines.push(`<tr>${written.join('')}</tr>`)
  }
  if (lines.length === 0) return ''
  const isRepeated = merged === 'repeat' && repeated <= MAX_REPEATED_CHARS
  return `<table role="table"${isRepeated ? ' data-merged="repeat"' : ''}>\n${lines.join('\n')}\n</table>`
}

function spanText(name: string, count: number): string {
  return count > 1 ? ` ${name}="${count}"` : ''
}

/** How many places a cell says that it covers in one direction. */
export function spanCount(value: string | undefined): number {
  const count = Number(value ?? 1)
  return Number.isInteger(count) && count > 1 ? count : 1
}
