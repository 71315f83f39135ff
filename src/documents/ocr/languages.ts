import { createRequire } from 'node:module'

/** The data that is read with for a script, by the name that Unicode gives to it. Latin stands for many languages. */
const OF_SCRIPT = new Map([
  ['Latin', 'eng'],
  ['Cyrillic', 'ukr'],
  ['Han', 'chi_sim'],
  ['Hiragana', 'jpn'],
  ['Katakana', 'jpn'],
  ['Japanese', 'jpn'],
  ['Hangul', 'kor'],
  ['Korean', 'kor'],
  ['Arabic', 'ara'],
])

/** The most common words, that hardly stand in another of these languages and need no accents to be recognized. */
const COMMON_WORDS: Readonly<Record<string, string>> = {
  eng: 'the of and to in is that for was with are this be by from have which or an were',
  deu: 'der die und das den von zu mit ist des sich auf nicht ein eine dem auch als werden wird',
  fra: 'le la les des et est du une dans que pour qui par sur pas avec sont aux cette ont',
  spa: 'el la los las del que en una por con para como su es se fue entre sus muy pero',
  ita: 'il di che della per un con sono del dei gli nel alla anche delle essere dal questo nella ha',
  por: 'os da do dos das em um uma para com que ao pela pelo foi mais sua seu no na',
  nld: 'de het een van en is dat op te zijn voor met niet aan ook wordt door naar bij uit',
  pol: 'w i na nie jest do z to oraz przez dla od po jak lub ich tym przy tego jego',
}

const LANGUAGES_OF_WORD = new Map<string, string[]>()
for (const [language, words] of Object.entries(COMMON_WORDS)) {
  for (const word of words.split(' ')) {
    LANGUAGES_OF_WORD.set(word, [...(LANGUAGES_OF_WORD.get(word) ?? []), language])
  }
}

export function languageOfScript(script: string): string | undefined {
  return OF_SCRIPT.get(script)
}

/** Whether its letters are those that English is written in, more or less. */
export function isLatin(language: string): boolean {
  return Object.hasOwn(COMMON_WORDS, language)
}

/** The language that a text in Latin letters is in, by its most common words; undefined when they do not tell. */
export function languageOfText(text: string): string | undefined {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    for (const language of LANGUAGES_OF_WORD.get(word) ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1)
    }
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  if (!first || first[1] < 4) return undefined
  return second && first[1] < second[1] * 1.3 ? undefined : first[0]
}

const KNOWN = ['ara', 'chi_sim', 'deu', 'eng', 'fra', 'ita', 'jpn', 'kor', 'nld', 'pol', 'por', 'spa', 'ukr']

/** The languages whose data is installed, as Tesseract names them. */
export function ocrLanguages(): string[] {
  return KNOWN.filter((language) => {
    try {
      return dataOf(language) !== ''
    } catch {
      return false
    }
  })
}

/** Where the data of a language is; throws where its package is not installed. */
export function dataOf(language: string): string {
  const require = createRequire(import.meta.url)
  return require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)
}
