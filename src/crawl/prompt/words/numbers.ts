import { numbersByWord } from '../../../language/number-words.ts'

/** Numbers as people write them: digits with separators of thousands or a fraction, `2k`, and small ones in words. */
export function readNumber(text: string): number {
  const plain = text.toLowerCase().replace(/^(?:a|an|one|ein) (?=\p{L})/u, '')
  const named = NAMED.get(plain)
  if (named !== undefined) return named
  const [, digits = '', thousands] = /^(.*?) ?(k?)$/.exec(plain) ?? []
  const isGrouped = /^\d{1,3}([.,'’\u00A0\u202F]\d{3})+$/.test(digits)
  const value = Number(isGrouped ? digits.replaceAll(/\D/g, '') : digits.replace(',', '.'))
  return thousands ? value * 1000 : value
}

const NAMED = new Map([
  ...numbersByWord('en', 'de'),
  ...Object.entries({
    0.5: 'half|half a|half an|halbe|eine halbe',
    1: 'a|an',
    12: 'dozen|dutzend',
    25: 'twenty-five|fünfundzwanzig',
    200: 'two hundred|zweihundert',
    500: 'five hundred|fünfhundert',
    1000: 'thousand|tausend|eintausend',
  }).flatMap(([value, names]) => names.split('|').map((name) => [name, Number(value)] as const)),
])

const NAMES = [...NAMED.keys()].toSorted((one, other) => other.length - one.length).join('|')

/** The source of a pattern for such numbers; longer ones come first. */
export const NUMBER = `(?:\\d{1,3}(?:[.,'’\\u00A0\\u202F]\\d{3})+|\\d+(?:[.,]\\d+)?) ?k?|(?:(?:a|one|ein) )?(?:hundred|thousand|dozen|hundert|tausend|dutzend)|${NAMES}`
