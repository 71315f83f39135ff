import { addressEnd } from '../detect/street.ts'
import { textAfter, textBefore } from '../detect/number-kinds.ts'
import type { PiiSpan } from '../span.ts'
import { ADDRESS, PLACE_LABEL } from './tagger.ts'
import type { Tagged } from './tagger.ts'

const NEAR = 40

/**
 * Runs of words labelled as postal address, with the adjacent places. A place alone counts only in aggressive
 * mode.
 */
export function* findAddresses(
  text: string,
  { tokens, labels }: Tagged,
  isAggressive: boolean,
): Iterable<PiiSpan> {
  let addressed = -Infinity
  for (let at = 0; at < tokens.count; at++) {
    if (labels[at] !== ADDRESS && labels[at] !== PLACE_LABEL) continue
    const last = runEnd(text, { tokens, labels }, at)
    const start = tokens.starts[at]!
    const end = tokens.ends[last]!
    const words = text.slice(start, end)
    if (labels.subarray(at, last + 1).includes(ADDRESS)) {
      const isNear = start - addressed < NEAR && /\d/u.test(words)
      if (isNear || isAddress(words, textBefore(text, start), textAfter(text, end))) {
        addressed = /\d/u.test(words) ? addressEnd(text, end) : end
        yield { start, end: addressed, entity: 'LOCATION', kind: 'street' }
      }
    } else if (isAggressive && /\p{L}/u.test(words) && !/\p{Lo}/u.test(words)) {
      yield { start, end, entity: 'LOCATION', kind: 'place' }
    }
    at = last
  }
}

/** The last token of a run. Punctuation and line ends may separate its words, a blank line may not. */
function runEnd(text: string, { tokens, labels }: Tagged, first: number): number {
  let last = first
  for (let next = first; next < tokens.count && next - last <= 3; next++) {
    const isPart = labels[next] === ADDRESS || labels[next] === PLACE_LABEL
    if (isPart && tokens.texts[next] !== '\n') last = next
    else if (!isPart && /\p{L}/u.test(tokens.texts[next]!)) break
    if (tokens.texts[next] === '\n' && text.slice(tokens.starts[next]! + 1, tokens.ends[next]).includes('\n'))
      break
  }
  return last
}

const OTHER =
  /[€$£¥%°]|\d ?(?:cm|mm|m|km|kg|g|l|ml|[kmgt]b|litres?|liters?|metres?|meters?|hours?|minutes?|days?|x)(?!\p{L})|(?:^|\s)(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\p{L}{0,6}\.? \d|\p{Lo}/iu
const UNIT = /(?<!\p{L})(?:apt|suite|ste|unit|floor|flat|room|psc|box|apo|fpo|dpo)(?!\p{L})/iu
const STREET =
  /(?<!\p{L})(?:street|st|avenue|ave|road|rd|lane|drive|court|boulevard|blvd|rue|calle|via|rua|ul|avenida|str|utca|cesta|corner|avda|viale|piazza|plaza|jalan|út|útja|tér|place|square|terrace|crescent|close|way|hill|c\/)(?!\p{L})|(?:stra(?:ß|ss)e|gasse|weg|platz|allee|straat|laan|gatan|vägen|vej|gade|veien|katu|tie|kuja|gata|braut|vegur)(?!\p{L})/iu
const CUE =
  /(?<!\p{L})(?:address|addr|lives?|living|located|location|moved?|send|sent|ship(?:ped)?|deliver(?:ed|y)?|return to|arrived at|meet|office|offices|restaurant|visit|drops|street|bus|wohnt|wohnhaft|adresse|anschrift|habite|vive|domicilio|zip|postal)(?!\p{L})[^.!?]{0,50}$/u

const STREET_AFTER = /^ (?:street|st\.?|road|avenue)(?!\p{L})/u
const YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/u

/** True when there is other evidence for a postal address than the tagger's labels. */
function isAddress(words: string, before: string, after: string): boolean {
  if (OTHER.test(words)) return false
  if (STREET_AFTER.test(after)) return true
  if (!/\d/u.test(words)) return CUE.test(before) && (UNIT.test(words) || STREET.test(words))
  if (CUE.test(before) || UNIT.test(words) || STREET.test(words)) return true
  if (!/\p{L}/u.test(words) || YEAR.test(words)) return false
  return /\d\D+\d/u.test(words) || /(?<!\d)\d{4,6}(?!\d)/u.test(words)
}
