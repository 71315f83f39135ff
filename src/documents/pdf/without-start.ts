import type { Line } from './line.ts'

/** A line without its first letters, as those of a sign that its markup stands for. */
export function withoutStart(line: Line, length: number): Line {
  let left = length
  const spans = line.spans.flatMap((span) => {
    const cut = Math.min(left, span.text.length)
    left -= cut
    return cut === span.text.length ? [] : [{ ...span, text: span.text.slice(cut) }]
  })
  return { ...line, spans, text: line.text.slice(length) }
}
