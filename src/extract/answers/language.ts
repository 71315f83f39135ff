import type { ReadablePage } from '../page.ts'
import { fold } from './fold.ts'
import { isKnownLanguage, STOP_WORDS } from './stop-words.ts'
import type { Language } from './stop-words.ts'
import { TOKEN } from './terms.ts'

/** The language of a page: what it declares, where its text does not speak against that. */
export function languageOf(page: ReadablePage, text: string): Language | undefined {
  const html = page.landmarks.find(({ name }) => name === 'html')
  return languageOfText(text, html?.attribs['lang'] ?? html?.attribs['xml:lang'])
}

/** The language of a text by its letters and its commonest words. What is expected decides where they do not. */
export function languageOfText(text: string, expected: string | undefined): Language | undefined {
  const declared = primary(expected)
  const sample = text.slice(0, SAMPLE_CHARS)
  const byScript = languageOfScript(sample, declared)
  if (byScript !== undefined) return byScript
  const words = fold(sample).match(TOKEN) ?? []
  const scores = BY_WORDS.map((language) => ({ language, hits: stopHits(words, language) }))
  const best = scores.reduce((a, b) => (b.hits > a.hits ? b : a))
  const own = scores.find(({ language }) => language === declared)
  if (own && own.hits >= best.hits * LOYALTY) return own.language
  const isClear = best.hits >= FEWEST_HITS && best.hits >= words.length * LEAST_SHARE
  if (isClear && isClearly(best.hits, own?.hits ?? 0, words.length, declared)) return best.language
  return isKnownLanguage(declared) ? declared : undefined
}

const SAMPLE_CHARS = 20_000
/** The declared language needs no more than this share of the hits of the one that fits best. */
const LOYALTY = 0.7
const FEWEST_HITS = 2
const LEAST_SHARE = 0.12

/** A few words do not overrule what was declared. */
function isClearly(best: number, own: number, words: number, declared: string | undefined): boolean {
  return declared === undefined || (words >= 4 && best >= 2 && best > own + 1)
}

const BY_WORDS: readonly Language[] = 'en de fr es it pt nl sv da pl ru tr ar hi'.split(' ') as Language[]

function primary(tag: string | undefined): string | undefined {
  const first = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return first === 'nb' || first === 'nn' || first === 'no' ? 'da' : first || undefined
}

function stopHits(words: readonly string[], language: Language): number {
  const stops = STOP_WORDS[language]
  let hits = 0
  for (const word of words) if (word.length > 1 && stops.has(word)) hits++
  return hits
}

/** Scripts that belong to one language here, with the share of a text's letters from which on they decide. */
const SCRIPTS: { language: Language; letters: RegExp }[] = [
  { language: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { language: 'ko', letters: /\p{Script=Hangul}/gu },
  { language: 'th', letters: /\p{Script=Thai}/gu },
  { language: 'zh', letters: /\p{Script=Han}/gu },
  { language: 'ar', letters: /\p{Script=Arabic}/gu },
  { language: 'hi', letters: /\p{Script=Devanagari}/gu },
  { language: 'ru', letters: /\p{Script=Cyrillic}/gu },
]
const SCRIPT_SHARE = 0.15

function languageOfScript(sample: string, declared: string | undefined): Language | undefined {
  const letters = count(sample, /\p{L}/gu)
  const found = SCRIPTS.find(({ letters: own }) => count(sample, own) > letters * SCRIPT_SHARE)
  if (found === undefined) return undefined
  const isDeclared = isKnownLanguage(declared) && SCRIPTS.some(({ language }) => language === declared)
  return found.language === 'zh' && isDeclared && declared === 'ja' ? 'ja' : found.language
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
