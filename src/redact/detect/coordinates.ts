import { search } from '../search.ts'
import type { PiiSpan } from '../span.ts'

const FINE_DECIMAL = /\d\.\d{4}/g
const DECIMAL =
  /[-+]?(?:90(?:\.0+)?|[1-8]?\d\.\d{4,12})°?\s?[NS]?\s?[,;/ ]\s?[-+]?(?:180(?:\.0+)?|(?:1[0-7]\d|\d{1,2})\.\d{4,12})°?(?:\s?[EWO](?!\p{L}))?(?![\d.]\d)/uy
const SEXAGESIMAL =
  /[NS]?\s?\d{1,2}\s?°\s?\d{1,2}(?:\.\d+)?\s?['′’](?:\s?\d{1,2}(?:[.,]\d{1,6})?\s?(?:"|″|”|''|′′))?\s?[NS]?\s?[,;/]?\s?[EWO]?\s?\d{1,3}\s?°\s?\d{1,2}(?:\.\d+)?\s?['′’](?:\s?\d{1,2}(?:[.,]\d{1,6})?\s?(?:"|″|”|''|′′))?\s?[EWO]?/gu

/** Pairs of latitude and longitude that are exact enough to point at a house. */
export function* findCoordinates(text: string): Iterable<PiiSpan> {
  let done = 0
  for (const found of search(text, FINE_DECIMAL)) {
    let start = found.index
    if (start < done) continue
    if (/\d/u.test(text[start - 1] ?? '')) start--
    if (/[-+]/u.test(text[start - 1] ?? '')) start--
    DECIMAL.lastIndex = start
    if (/[\p{L}\d.,/]/u.test(text[start - 1] ?? '') || !DECIMAL.exec(text)) continue
    done = DECIMAL.lastIndex
    yield { start, end: done, entity: 'LOCATION', kind: 'coordinates' }
  }
  if (!text.includes('°')) return
  for (const found of search(text, SEXAGESIMAL)) {
    yield { start: found.index, end: found.index + found[0].length, entity: 'LOCATION', kind: 'coordinates' }
  }
}
