import { readLines } from './data-files.ts'

/** The order decides between languages that fit a text equally well. */
export const LANGUAGES = 'en de fr es it pt nl sv pl ru tr da ar hi zh ja ko th'.split(
  ' ',
) as readonly Language[]
export type Language =
  | 'en'
  | 'de'
  | 'fr'
  | 'es'
  | 'it'
  | 'pt'
  | 'nl'
  | 'sv'
  | 'pl'
  | 'ru'
  | 'tr'
  | 'da'
  | 'ar'
  | 'hi'
  | 'zh'
  | 'ja'
  | 'ko'
  | 'th'

export function isKnownLanguage(language: string | undefined): language is Language {
  return (LANGUAGES as readonly (string | undefined)[]).includes(language)
}

/** A line of the file is a language or a class of words, and the words, folded. */
const LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readLines(new URL('common-words.txt', import.meta.url)).map((line) => {
    const [name = '', words = ''] = line.split(': ')
    return [name, new Set(words.split(' '))]
  }),
)

export const STOP_WORDS = Object.fromEntries(
  LANGUAGES.map((language) => [language, LISTS.get(language)]),
) as Readonly<Record<Language, ReadonlySet<string>>>

export function isStopWord(word: string): boolean {
  return REQUESTED.some((language) => STOP_WORDS[language].has(word))
}

const REQUESTED = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const

export function isMetaWord(word: string): boolean {
  return LISTS.get('meta')!.has(word)
}

/**
 * A word that a question can hardly do without and an answer easily: a common verb, an adverb, a polite word. That a page
 * does not have it says little about whether it answers. What is said of a thing after `is` is never one.
 */
export function isLightWord(
  word: string,
  asWritten: string,
  { language, isPredicate }: { language: Language | undefined; isPredicate: boolean },
): boolean {
  if (LISTS.get('light')!.has(word)) return true
  // In German whatever is not a noun is written small.
  if (language === 'de') return !isPredicate && /^\p{Ll}/u.test(asWritten)
  return VERB_ENDINGS[language ?? 'en']?.test(word) ?? false
}

const VERB_ENDINGS: Partial<Record<Language, RegExp>> = {
  en: /..(?:ed|ly)$/,
  fr: /..(?:er|ir|oir|ee|ees|ent|ait|aient|ant|enues?|endues?)$/,
  es: /..(?:ar|er|ir|ado|ada|ados|adas|ido|ida|idos|idas|aron|ieron|aba|aban|mente|ando|iendo)$/,
  it: /..(?:are|ere|ire|ato|ata|ati|uto|uta|mente|ano|ono|ando|endo|ava)$/,
  pt: /..(?:ar|er|ir|ado|ada|ido|ida|aram|eram|iram|ava|mente|ando|endo)$/,
  nl: /^(?:ge|be|ver|ont).{2,}(?:d|t|en)$/,
  sv: /..(?:ade|ades|des|ats|as|ras)$/,
  pl: /..(?:ac|ic|yc|al|ala|ali|alo|il|ila|ili|ono|ano|uje|uja|aja|ywa)$/,
  ru: /..(?:ть|ться|лся|лась|лось|лись|ет|ется|ют|ются|ит|ится|ат|ят|ал|ала|али|ало|ил|ила|или|ило|ан|ана|ано|аны|ен|ена|ено|ены|ают)$/,
  tr: /..(?:di|du|ti|tu|yor|ir|ar|er|ur|mak|mek|mis|mus|dir|dur|ildi|uldu|iliyor|acak|ecek|bilir)$/,
}
