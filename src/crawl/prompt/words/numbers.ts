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

const NAMED = new Map(
  Object.entries({
    0.5: 'half|half a|half an|halbe|eine halbe',
    1: 'one|single|a|an|ein|eine|einen|einer|einem|eines',
    2: 'two|zwei',
    3: 'three|drei',
    4: 'four|vier',
    5: 'five|fünf',
    6: 'six|sechs',
    7: 'seven|sieben',
    8: 'eight|acht',
    9: 'nine|neun',
    10: 'ten|zehn',
    12: 'twelve|dozen|zwölf|dutzend',
    15: 'fifteen|fünfzehn',
    20: 'twenty|zwanzig',
    25: 'twenty-five|fünfundzwanzig',
    30: 'thirty|dreißig|dreissig',
    40: 'forty|vierzig',
    50: 'fifty|fünfzig',
    100: 'hundred|hundert|einhundert',
    200: 'two hundred|zweihundert',
    500: 'five hundred|fünfhundert',
    1000: 'thousand|tausend|eintausend',
  }).flatMap(([value, names]) => names.split('|').map((name) => [name, Number(value)] as const)),
)

const NAMES = [...NAMED.keys()].toSorted((one, other) => other.length - one.length).join('|')

/** The source of a pattern for such numbers; longer ones come first. */
export const NUMBER = `(?:\\d{1,3}(?:[.,'’\\u00A0\\u202F]\\d{3})+|\\d+(?:[.,]\\d+)?) ?k?|(?:(?:a|one|ein) )?(?:hundred|thousand|dozen|hundert|tausend|dutzend)|${NAMES}`
