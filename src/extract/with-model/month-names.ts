/** Languages whose months are known by name. */
const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'cs',
  'sk',
  'sv',
  'da',
  'nb',
  'fi',
  'hu',
  'ro',
  'el',
  'tr',
  'ru',
  'uk',
  'bg',
  'hr',
  'sl',
  'lt',
  'lv',
  'et',
  'ca',
  'id',
  'vi',
  'ar',
  'he',
  'hi',
  'fa',
] as const

let months: ReadonlyMap<string, readonly number[]> | undefined

/** The months, from 1 on, that a word is the name of in some language, long or short. */
export function monthOf(word: string): readonly number[] {
  months ??= readMonths()
  return months.get(word) ?? []
}

function readMonths(): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const language of LANGUAGES) {
    // Beside a day many languages decline the name of the month.
    for (const options of [
      { month: 'long' },
      { month: 'short' },
      { month: 'long', day: 'numeric' },
    ] as const) {
      const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, options)
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(new Date(2024, month - 1, 15))
        const name = parts
          .find(({ type }) => type === 'month')
          ?.value.normalize('NFKC')
          .toLowerCase()
        const [word] = name?.match(/[\p{L}\p{M}]{2,}/u) ?? []
        if (word !== undefined) found.set(word, [...new Set([...(found.get(word) ?? []), month])])
      }
    }
  }
  return found
}
