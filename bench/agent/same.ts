/** Whether a given value says the same as the true one. */
export function isSame(truth: unknown, given: unknown): boolean {
  if (typeof truth === 'boolean') return given === truth || plain(given) === String(truth)
  if (typeof truth === 'number') return numberOf(given) === truth
  const a = plain(truth)
  const b = plain(given)
  if (a === b) return true
  if (ISO_DATE.test(a)) return dateOf(b) === a || (ISO_TIME.test(b) && b.slice(0, 10) === a)
  if (ISO_TIME.test(a)) return b.replace(' ', 't').slice(0, 16) === a.slice(0, 16)
  if (PHONE.test(a)) return digits(a) === digits(b.replace(/^tel:|\(0\)/g, ''))
  return a.length > 60 && overlap(a.split(' '), b.split(' ')) >= 0.9
}

/** A text without what does not count in it: case, kinds of quotes, dashes and spaces, a final full stop. */
export function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2018\u2019\u201a\u2032`´]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e«»\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\s\u200b]+/g, ' ')
    .replaceAll(/^["' ]+|["' .,;:]+$/g, '')
}

/** A number, or what a text says that is nothing but a number with a unit or a currency. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const found = /^\D{0,4}?(-?\d[\d.,' \u00a0]*)\D{0,8}$/.exec(value.trim())?.[1]
  return found === undefined ? undefined : readings(found)[0]
}

/** What a group of digits, points and commas may mean; the likeliest first. */
export function readings(digits: string): number[] {
  const bare = digits.replaceAll(/[' \u00a0\u202f]/g, '').replace(/[.,]+$/, '')
  const english = bare.replaceAll(',', '')
  const continental = bare.replaceAll('.', '').replace(',', '.')
  const isContinental = /,\d{1,2}$/.test(bare) || /^\d{1,3}(\.\d{3})+$/.test(bare)
  const order = isContinental ? [continental, english] : [english, continental]
  return order.map(Number).filter((number) => !Number.isNaN(number))
}

const ISO_DATE = /^\d{4}-\d\d-\d\d$/
const ISO_TIME = /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/
const PHONE = /^(tel:)?\+?[\d ()/-]{7,}$/

function digits(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^00/, '')
}

function overlap(a: string[], b: string[]): number {
  const left = new Map<string, number>()
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1)
  let both = 0
  for (const word of b) {
    const count = left.get(word) ?? 0
    if (count > 0) both++
    left.set(word, count - 1)
  }
  return (2 * both) / (a.length + b.length)
}

/** Names of months in the languages of the sites, by their first letters. */
const MONTHS = [
  ['jan', 'ene'],
  ['feb', 'fev', 'fév'],
  ['mar', 'mär'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mayo'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou', 'aoû', 'ago'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'déc', 'dez', 'dic'],
]

/** The one day that a text names, as `2031-05-04`. */
export function dateOf(text: string): string | undefined {
  const numeric = /(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/.exec(text)
  if (numeric) return iso(Number(numeric[3]), Number(numeric[2]), Number(numeric[1]))
  const dayFirst = /(\d{1,2})(?:\.|st|nd|rd|th|er)? (?:de )?([a-zäéû]{3,})\.? (?:de )?(\d{4})/.exec(text)
  if (dayFirst) return iso(Number(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1]))
  const monthFirst = /([a-z]{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/.exec(text)
  if (monthFirst) return iso(Number(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2]))
  return /\d{4}-\d\d-\d\d/.exec(text)?.[0]
}

function monthOf(name: string): number {
  const lengths = [4, 3]
  for (const length of lengths) {
    const at = MONTHS.findIndex((names) => names.includes(name.slice(0, length)))
    if (at !== -1) return at + 1
  }
  return 0
}

function iso(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
