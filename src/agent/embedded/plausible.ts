import type { WishedField } from '../../extract/extract.ts'
import type { Fact } from '../gathered/fact.ts'

const DATE =
  /^(?:\p{L}+,? )?(?:\d{4}-\d\d-\d\d(?:T.*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}(?:\.|st|nd|rd|th|er)?\s+(?:de\s+)?\p{L}{3,10}\.?\s+(?:de\s+)?\d{4}|\p{L}{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})(?:\s.{0,12})?$/u

/** A value into which the label of the next one has run. */
const RUN_ON = /[.;]\s+\p{Lu}[\p{L} -]{2,30}:\s/u

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const PHONE = /(?<![\w/.])(?:\+|\(?\d)[\d\s()/.–-]{4,22}\d(?![\w/])/g
const LONGEST_LABEL = 12

/** What of a value can be what a field is called, whatever it was read for: a date is nobody's phone number. */
export function plausible(field: Pick<WishedField, 'naming' | 'wish'>, fact: Fact): Fact | undefined {
  const { naming, wish } = field
  const { value, evidence } = fact
  if (typeof value === 'boolean') return fact
  const text = String(value).trim()
  const kept = (is: boolean) => (is ? fact : undefined)
  if (naming.means('email') || wish.format === 'email') return only(fact, text.match(EMAIL) ?? [])
  if (naming.means('phone', 'fax') && wish.type === 'string') {
    if (DATE.test(text)) return undefined
    const numbers = (text.match(PHONE) ?? []).filter((one) => isPhone(one))
    const isShort = text.length <= (numbers[0]?.length ?? 0) + LONGEST_LABEL
    return isShort
      ? fact
      : numbers.length > 0
        ? only(fact, numbers)
        : kept(isPhone(text) && text.length <= 60)
  }
  if (naming.means('date', 'published', 'updated', 'deadline', 'time', 'period', 'year')) return fact
  if (wish.type === 'string' && wish.format === undefined) return kept(!DATE.test(text) && !RUN_ON.test(text))
  if (typeof value === 'number') return kept(!DATE.test(evidence.text.trim()) || naming.means('day', 'age'))
  return fact
}

/** The one thing in a text that can be meant. */
function only(fact: Fact, found: readonly string[]): Fact | undefined {
  const [first, ...others] = new Set(found.map((one) => one.trim()))
  return first === undefined || others.length > 0 ? undefined : { ...fact, value: first }
}

function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return digits >= 5 && digits <= 18
}
