/** The fields of delimited text, row by row. A quoted field may hold delimiters, line ends, and quotes written twice. */
export function* readRows(text: string, delimiter: string): Generator<string[]> {
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      const field = text[at] === '"' ? quotedField(text, at, delimiter) : plainField(text, at, delimiter)
      row.push(field.text)
      at = field.end
      if (text[at] !== delimiter) break
      at++
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    if (row.length > 1 || row[0] !== '') yield row
  }
}

interface Field {
  text: string
  /** Where the delimiter or the end of the line stands. */
  end: number
}

function plainField(text: string, start: number, delimiter: string): Field {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return { text: text.slice(start, end), end }
}

function quotedField(text: string, start: number, delimiter: string): Field {
  let inside = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    // The quote is never closed, so it is but a sign in the text.
    if (quote === -1) return plainField(text, start, delimiter)
    inside += text.slice(from, quote)
    if (text[quote + 1] !== '"') {
      const rest = plainField(text, quote + 1, delimiter)
      return { text: inside + rest.text, end: rest.end }
    }
    inside += '"'
    from = quote + 2
  }
}
