import { fold } from '../../../language/fold.ts'

/** What the months are called in the languages of our pages, as far as that tells them apart. */
const MONTHS = [
  'jan ene gen',
  'feb fev',
  'mar mae mrt maa',
  'apr avr abr',
  'may mai mag mei',
  'jun juin giu',
  'jul juil lug',
  'aug aou ago',
  'sep set',
  'oct okt ott out',
  'nov',
  'dec dez dic',
].map((names) => names.split(' '))

/** The number of a month by its name, or the beginning of it. */
export function monthOf(name: string): number | undefined {
  const small = fold(name)
  const at = MONTHS.findIndex((names) => names.some((one) => small.startsWith(one)))
  return at < 0 ? undefined : at + 1
}

const LONG = [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'januari februari maart april mei juni juli augustus september oktober november december',
]
const NAMES: ReadonlySet<string> = new Set(LONG.flatMap((names) => names.split(' ')))

/** Whether a word is the name of a month, or a year. */
export function isTime(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word) || NAMES.has(fold(word))
}
