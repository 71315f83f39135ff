import { readRows } from './read-rows.ts'

const SAMPLE_CHARS = 64 * 1024
const SAMPLE_ROWS = 200
const CANDIDATES = [',', '\t', ';', '|']
/** How many of the rows must have the same number of fields when the first one does not have several. */
const CLEAR_SHARE = 0.6

/** The sign that splits most rows into the same number of fields; undefined for text of a single column. */
export function findDelimiter(text: string, isTabbed: boolean): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARS)
  const candidates = isTabbed ? ['\t', ...CANDIDATES] : CANDIDATES
  let best: { delimiter: string; score: number } | undefined
  for (const delimiter of candidates) {
    const score = scoreOf(sample, delimiter)
    if (score > (best?.score ?? 0)) best = { delimiter, score }
  }
  return best?.delimiter
}

function scoreOf(sample: string, delimiter: string): number {
  const widths: number[] = []
  for (const row of readRows(sample, delimiter)) {
    widths.push(row.length)
    if (widths.length >= SAMPLE_ROWS) break
  }
  // The sample ends somewhere in its last row.
  if (sample.length === SAMPLE_CHARS && widths.length > 1) widths.pop()
  const counts = new Map<number, number>()
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  const share = Math.max(0, ...counts.values()) / widths.length
  return (widths[0] ?? 0) > 1 || share >= CLEAR_SHARE ? share : 0
}
