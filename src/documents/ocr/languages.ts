import { createRequire } from 'node:module'
import LANGUAGES from './languages.json' with { type: 'json' }

/** The OCR data for each script, by its Unicode name. Latin stands for many languages. */
const OF_SCRIPT: ReadonlyMap<string, string> = new Map(Object.entries(LANGUAGES.ofScript))

/** The most common words that are rare in the other languages here and need no accents to be recognized. */
const COMMON_WORDS: Readonly<Record<string, string>> = LANGUAGES.commonWords

const LANGUAGES_OF_WORD = new Map<string, string[]>()
for (const [language, words] of Object.entries(COMMON_WORDS)) {
  for (const word of words.split(' ')) {
    LANGUAGES_OF_WORD.set(word, [...(LANGUAGES_OF_WORD.get(word) ?? []), language])
  }
}

export function languageOfScript(script: string): string | undefined {
  return OF_SCRIPT.get(script)
}

/** Whether its alphabet is close to that of English. */
export function isLatin(language: string): boolean {
  return Object.hasOwn(COMMON_WORDS, language)
}

/**
 * The language of a text in Latin letters, by its most common words. Undefined when they are inconclusive.
 */
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

export function ocrLanguages(): string[] {
  return KNOWN.filter((language) => {
    try {
      return dataOf(language) !== ''
    } catch {
      return false
    }
  })
}

/** The path of a language's data; throws if its package is not installed. */
export function dataOf(language: string): string {
  const require = createRequire(import.meta.url)
  return require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)
}
