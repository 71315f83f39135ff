/** What a text says about the least and the most of something; `text` is how it says it. */
export interface Limits {
  from?: number
  to?: number
  text: string
}

const NUMBER = '(?:[€$£]\\s?)?(\\d[\\d.,]*)\\s?(?:k\\b)?(?:€|\\$|£|%|(?:euros?|eur|usd|dollars?)(?!\\p{L}))?'
const BETWEEN = 'between|zwischen|entre|tra|fra|tussen'
const AND = 'and|to|und|bis|et|à|y|a|e|en|tot|até'
const FROM = 'from|von|ab|de|du|desde|da|dal|van'
const TO = "to|until|up to|bis(?: zu)?|à|au|jusqu[’']à|hasta|a|al|fino a|tot|até"
const MOST =
  "at most|no more than|not more than|up to|less than|below|under|cheaper than|maximum|maximal|max\\.?|höchstens|maximal|bis zu|bis|unter|au plus|au maximum|jusqu[’']à|moins de|como máximo|máximo|hasta|menos de|al massimo|massimo|fino a|meno di|hoogstens|maximaal|tot|onder|no máximo|até"
const LEAST =
  'at least|no less than|not less than|more than|above|over|minimum|minimal|min\\.?|mindestens|über|ab|au moins|au minimum|plus de|à partir de|al menos|como mínimo|mínimo|desde|más de|almeno|minimo|più di|minstens|minimaal|vanaf|meer dan|pelo menos|no mínimo|mais de|a partir de'
const HIGH = 'maximum|max\\.?|upper|highest|obere\\w*|höchst\\w*|maximal\\w*|máxim[oa]|massim[oa]|maximale?'
const LOW = 'minimum|min\\.?|lower|lowest|untere\\w*|mindest\\w*|minimal\\w*|mínim[oa]|minim[oa]|minimale?'
const SET = 'to|at|of|is|=|:|auf|à|en|a|su|op|para|em|be'

/** `the maximum rent to 1000`: the end, what it is of, and the number. */
const ended = (end: string) => pattern(`(?:${end})(?!\\p{L})[^,.;:\\d]{0,30}?(?:(?:${SET})\\s*)?${NUMBER}`)
const WAYS: readonly { pattern: RegExp; ends: readonly ('from' | 'to')[] }[] = [
  { pattern: pattern(`(?:${BETWEEN})\\s+${NUMBER}\\s+(?:${AND})\\s+${NUMBER}`), ends: ['from', 'to'] },
  { pattern: pattern(`(?:${FROM})\\s+${NUMBER}\\s+(?:${TO})\\s+${NUMBER}`), ends: ['from', 'to'] },
  { pattern: pattern(`${NUMBER}\\s*(?:-|–|—|\\bto\\b|\\bbis\\b)\\s*${NUMBER}`), ends: ['from', 'to'] },
  { pattern: pattern(`(?:${MOST})\\s+${NUMBER}`), ends: ['to'] },
  { pattern: pattern(`(?:${LEAST})\\s+${NUMBER}`), ends: ['from'] },
  { pattern: ended(HIGH), ends: ['to'] },
  { pattern: ended(LOW), ends: ['from'] },
]

/** The first limits that a text says: `between 700 and 1100`, `up to 70`, `the maximum rent to 1000`. */
export function readLimits(text: string): Limits | undefined {
  for (const { pattern: way, ends } of WAYS) {
    const found = way.exec(text)
    if (!found || /\d{1,2}:\d{2}|\d{4}-\d{2}/.test(found[0])) continue
    const numbers = found.slice(1).map(plainNumber)
    if (numbers.some((number) => Number.isNaN(number))) continue
    const limits: Limits = { text: found[0].trim() }
    for (const [index, end] of ends.entries()) limits[end] = numbers[index]!
    if (limits.from !== undefined && limits.to !== undefined && limits.from > limits.to) continue
    return limits
  }
  return undefined
}

/** `1,200` and `1.200` are a thousand and two hundred, `3,5` is three and a half. */
function plainNumber(written: string): number {
  const text = written.replace(/[.,]+$/, '')
  if (/^\d{1,3}([.,]\d{3})+$/.test(text)) return Number(text.replaceAll(/[.,]/g, ''))
  return Number(text.replace(',', '.'))
}

function pattern(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}.,/-])(?:${source})(?![\\d:/]|\\.\\d)`, 'iu')
}
