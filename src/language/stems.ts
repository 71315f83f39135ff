import type { Language } from './common-words.ts'
import { readLines } from './data-files.ts'
import { lazy } from './memoize.ts'

/**
 * A word without what inflection and common derivation add to it, so that `founded`, `founder` and `founding` meet.
 * Light on purpose: what it returns is only ever compared with other stems of the same language.
 */
export function stem(word: string, language: Language | undefined): string {
  if (word.length > LONGEST_WORD || /\d/.test(word)) return word
  const rule = language && rules().get(language)
  if (!rule) return word
  const lemma = rule.forms.get(word) ?? word
  const prefix = rule.beginnings.find((one) => lemma.startsWith(one) && lemma.length >= one.length + 4)
  return withoutEndings(prefix ? lemma.slice(prefix.length) : lemma, language, rule)
}

const LONGEST_WORD = 40
const SHORTEST_STEM = 3

interface Rule {
  beginnings: readonly string[]
  inflections: readonly string[]
  derivations: readonly string[]
  forms: ReadonlyMap<string, string>
}

/** A line of the file has a language, what it lists and that list; `!` after an ending: it derives another word. */
const rules = lazy((): ReadonlyMap<string, Rule> => {
  const lists = new Map(
    readLines(new URL('stems.txt', import.meta.url)).map((line) => [
      line.slice(0, 4),
      line.slice(line.indexOf(' ', 3) + 1),
    ]),
  )
  const wordsOf = (key: string) => (lists.get(key) ?? '').split(' ').sort((a, b) => b.length - a.length)
  return new Map(
    [...new Set([...lists.keys()].map((key) => key.slice(0, 2)))].map((language) => [
      language,
      {
        beginnings: wordsOf(`${language} b`).filter((word) => word !== ''),
        inflections: wordsOf(`${language} e`).filter((word) => !word.endsWith('!')),
        derivations: wordsOf(`${language} e`).flatMap((word) =>
          word.endsWith('!') ? word.slice(0, -1) : [],
        ),
        forms: new Map(
          (lists.get(`${language} f`) ?? '').split(', ').flatMap((line) => {
            const [lemma = '', ...others] = line.split(' ')
            return others.map((other) => [other, lemma] as const)
          }),
        ),
      },
    ]),
  )
})

/** English endings follow each other: `covered` and `cover` meet only when `er` goes as well. */
function withoutEndings(word: string, language: Language, rule: Rule): string {
  const inflection = rule.inflections.find(
    (ending) =>
      word.endsWith(ending) && word.length - ending.length >= SHORTEST_STEM + Number(ending.length > 2),
  )
  const bare = word.slice(0, word.length - (inflection?.length ?? 0))
  const derivation = rule.derivations.find(
    (ending) => bare.endsWith(ending) && bare.length - ending.length >= 5,
  )
  const less = tidied(bare.slice(0, bare.length - (derivation?.length ?? 0)), language)
  return language !== 'en' || less === word ? less : withoutEndings(less, language, rule)
}

/** `running` → `runn` → `run`, `making` and `make` → `mak`. */
function tidied(stem: string, language: Language): string {
  if (language === 'pl') return stem.length > 4 && /[aeiouy]$/.test(stem) ? stem.slice(0, -1) : stem
  if (!UNDOUBLED.has(language) || stem.length <= SHORTEST_STEM) return stem
  return /([^aeiou])\1$|[eiy]$/u.test(stem) ? stem.slice(0, -1) : stem
}

const UNDOUBLED: ReadonlySet<Language> = new Set(['en', 'fr', 'nl', 'sv', 'da'])

export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$|\d/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.slice(0, /(?:ch|sh|x|ss)es$/.test(word) ? -2 : -1)
}
