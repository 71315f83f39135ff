import type { Piece } from './piece.ts'

const UNITS: readonly (readonly [minutes: number, words: string])[] = [
  [1, 'minutes?|mins?|minuten?|minutos?|minut[io]'],
  [60, 'hours?|hrs?|stunden?|std|heures?|horas?|or[ae]|uur|uren|h'],
  [60 * 24, 'days?|tagen?|tage?|werktagen?|jours?|d[ií]as?|giorn[io]|dagen?|dag'],
  [60 * 24 * 7, 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken'],
  [60 * 24 * 30, 'months?|monaten?|monate?|mois|mes(?:es)?|mes[ei]|maand(?:en)?'],
  [60 * 24 * 365, 'years?|jahren?|jahre?|ans?|años?|ann[io]|jaar|jaren'],
]
const UNIT = UNITS.map(([, words]) => words).join('|')
const WORDED =
  "an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eine?r?|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf|une?|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|seis|diez|una?|un[’']|due|tre|quattro|cinque|sei|dieci|een|twee|vijf|tien"
const NUMBER = String.raw`(?:\d{1,4}(?:[.,]\d{1,2})?|(?<!\p{L})(?:${WORDED}))`
const KIND = String.raw`(?:(?:business|working|calendar|consecutive|full)[ -])?`
const DURATION = new RegExp(
  String.raw`(?<![\d.,:])(${NUMBER})(?:\s?(?:to|-|–|bis|à|a|or)\s?(${NUMBER}))?[\s-]?${KIND}(${UNIT})(?!\p{L})(?:\.?\s?(?:and |und |et |y |e |en )?(\d{1,2})(?:\s?(?:${UNITS[0]![1]}))?(?![\p{L}\d:]))?`,
  'giu',
)
const RANGE_OF_HOURS = /^\s?(?:à|a|to|-|–|bis)\s?\d/iu

/** Lengths of time, each with how many minutes it is; the hours between which something is open are none. */
export function durationsIn(text: string): Piece[] {
  return [...text.matchAll(DURATION)].flatMap((match) => {
    const { 0: whole, 1: number, 3: unit, 4: minutes, index } = match
    const end = index + whole.length
    if (/^h$/i.test(unit!) && RANGE_OF_HOURS.test(text.slice(end, end + 8))) return []
    const size = sizeOf(unit!) * countOf(number!) + (sizeOf(unit!) === 60 ? Number(minutes ?? 0) : 0)
    return [{ text: asSaid(whole.trim(), number!), at: index, end, size }]
  })
}

/** How many minutes a word for a unit stands for. */
export function sizeOf(unit: string): number {
  return UNITS.find(([, words]) => new RegExp(`^(?:${words})$`, 'iu').test(unit))?.[0] ?? 0
}

const COUNTS: Record<string, number> = Object.fromEntries(
  [
    "a an one ein eine einer un une uno una een un’ un'",
    'two zwei deux dos due twee',
    'three drei trois tres tre',
    'four vier quatre cuatro quattro',
    'five fünf cinq cinco cinque vijf',
    'six sechs seis sei',
    'seven',
    'eight acht',
    'nine',
    'ten zehn dix diez dieci tien',
    '',
    'twelve zwölf',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, at + 1])),
)

function countOf(number: string): number {
  return COUNTS[number.toLowerCase()] ?? Number(number.replace(',', '.'))
}

/** `21-day` are 21 days. */
function asSaid(text: string, number: string): string {
  const joined = /^(\d+)-(\p{L}+)$/u.exec(text)
  if (!joined) return text
  return `${joined[1]} ${joined[2]}${/^(?:day|week|month|year|hour|minute)$/i.test(joined[2]!) && countOf(number) > 1 ? 's' : ''}`
}
