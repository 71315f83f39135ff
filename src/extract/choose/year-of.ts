import type { Finding } from '../findings/finding.ts'

/** Whether a number is only the year of something: `in 2021`, `(2021)`, `2021: 14,302`. */
export function isYearOf(text: string, { lead, tail }: Pick<Finding['cues'], 'lead' | 'tail'>): boolean {
  if (!BARE.test(text)) return false
  return SINCE.test(lead) || /^\s?[:：]/.test(tail) || (lead.endsWith('(') && tail.startsWith(')'))
}

/** A text without the years that it says something of. */
export function withoutYears(text: string): string {
  return text.replace(YEARS, ' ')
}

const PREPOSITIONS = 'in|since|im|seit|en|depuis|desde|nel|dal|anno|od'
const YEAR = String.raw`(?:1\d|20)\d\d`
const BARE = new RegExp(`^${YEAR}$`)
const SINCE = new RegExp(String.raw`(?:^|\s)(?:${PREPOSITIONS})$`, 'i')
const YEARS = new RegExp(
  String.raw`(?<=(?:^|\s)(?:${PREPOSITIONS})\s)${YEAR}(?![\d.,]*\d|\s?\p{L}{0,3}[²³])|^${YEAR}\s?[:：](?=\s*\d)|\(${YEAR}\)`,
  'giu',
)
