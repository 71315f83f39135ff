import { matchesOf } from './matches-of.ts'

export interface FoundPhone {
  text: string
  at: number
  end: number
}

const GROUP = String.raw`(?:\(\d{1,6}\)|\d{1,14})`
const PHONE = new RegExp(
  String.raw`(?<![\p{L}\d.,/@:-])\+?\s?${GROUP}(?:(?:\s?[./–-]\s?|\s)?${GROUP}){0,8}`,
  'gu',
)
const OF_OTHER = /^(?:[:.]\d|\s?(?:%|€|\$|£|[ap]m\b|Uhr|h\b|EUR|km|kg))/u
const DATE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|(?:1[5-9]|20)\d\d(?:\s?[-–/]\s?(?:1[5-9]|20)?\d\d)?)$/

export function phonesIn(text: string): FoundPhone[] {
  return matchesOf(text.slice(0, 20_000), PHONE).flatMap(({ 0: whole, index }) => {
    const digits = whole.replaceAll(/\D/g, '').length
    const said = whole.trim()
    const isMarked = /^\+|^\(?0/.test(said)
    const isLong = isMarked ? digits >= 6 : digits >= 7
    if (!isLong || digits > 15 || DATE.test(said)) return []
    if (!isMarked && !/[\s./–-]/.test(said) && digits > 11) return []
    if (OF_OTHER.test(text.slice(index + whole.length, index + whole.length + 5))) return []
    return [
      {
        text: said,
        at: index + whole.length - whole.trimStart().length,
        end: index + whole.trimEnd().length,
      },
    ]
  })
}
