import { monthOf } from '../widgets/date/calendar-names.ts'

/** The numbers of texts, each as its digits without leading zeros, months by their names included; and all their digits in a row. */
export interface Numbers {
  single: ReadonlySet<string>
  rows: readonly string[]
}

export function numbersIn(texts: readonly string[]): Numbers {
  const single = new Set<string>()
  for (const text of texts) {
    for (const group of groupsOf(text)) single.add(group)
    for (const [word] of /\d/.test(text) ? text.matchAll(/\p{L}{3,}/gu) : []) {
      const month = monthOf(word)
      if (month !== undefined) single.add(String(month))
    }
  }
  const rows = texts.map(digitsOf)
  const typed = texts.filter((text) => /^\d$/.test(text)).join('')
  return { single, rows: [...rows, typed].filter((row) => row !== '') }
}

/** Whether a number is among others, however they are written: `30,000` and 30000, `9.30 pm` and 21:30, `2027-02-08` and 8 Feb 2027, `70k`. */
export function hasNumber(said: string, { single, rows }: Numbers): boolean {
  const digits = digitsOf(said)
  if (rows.some((row) => row === digits || (digits.length > 3 && row.includes(digits)))) return true
  const groups = groupsOf(said)
  const isThere = (group: string) =>
    single.has(group) || (groups.length > 1 && Number(group) < 13 && single.has(String(Number(group) + 12)))
  if (groups.every(isThere)) return true
  const thousands = /^(\d+(?:[.,]\d+)?)\s?k$/i.exec(said)?.[1]
  if (thousands !== undefined && single.has(String(Number(thousands.replace(',', '.')) * 1000))) return true
  const [year, short] = [groups.at(-1) ?? '', groups.slice(0, -1)]
  return short.length > 0 && short.every(isThere) && single.has(`20${year.padStart(2, '0')}`)
}

/** Whether so many things were done: `the 3 photos`, `2 more`. */
export function isCounted(said: string, deeds: readonly string[]): boolean {
  const count = /^\d{1,2}x?$/.test(said) ? Number.parseInt(said) : Number.NaN
  const times = new Map<string, number>()
  for (const deed of deeds) times.set(deed, (times.get(deed) ?? 0) + 1)
  return [...times.values()].some((done) => done === count)
}

function groupsOf(text: string): string[] {
  return (text.match(/\d+/g) ?? []).map((group) => group.replace(/^0+(?=\d)/, ''))
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, '')
}
