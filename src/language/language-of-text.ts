import { isKnownLanguage, LANGUAGES, STOP_WORDS } from './common-words.ts'
import type { Language } from './common-words.ts'
import { fold } from './fold.ts'
import { TOKEN } from './words.ts'

export function languageOfText(text: string, expected: string | undefined): Language | undefined {
  const tag = expected?.trim().toLowerCase().split(/[-_]/)[0]
  const declared = tag && /^n[bno]$/.test(tag) ? 'da' : tag
  const sample = text.slice(0, SAMPLE_CHARS)
  const byScript = languageOfScript(sample, declared)
  if (byScript !== undefined) return byScript
  const words = (fold(sample).match(TOKEN) ?? []).filter((word) => word.length > 1)
  const hits = LANGUAGES.map((language) => words.filter((word) => STOP_WORDS[language].has(word)).length)
  const best = Math.max(...hits)
  const own = hits[LANGUAGES.indexOf(declared as Language)] ?? 0
  const isOwn = isKnownLanguage(declared) && own >= best * LOYALTY
  // A few words do not override the declared language.
  const isClear = best >= FEWEST_HITS && best >= words.length * LEAST_SHARE
  if (!isOwn && isClear && (declared === undefined || (words.length >= 4 && best > own + 1)))
    return LANGUAGES[hits.indexOf(best)]
  return isKnownLanguage(declared) ? declared : undefined
}

const SAMPLE_CHARS = 20_000
const LOYALTY = 0.7
const FEWEST_HITS = 2
const LEAST_SHARE = 0.12

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
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0
  const letters = count(/\p{L}/gu)
  const found = SCRIPTS.find(({ letters: own }) => count(own) > letters * SCRIPT_SHARE)?.language
  return found === 'zh' && declared === 'ja' ? 'ja' : found
}

/** `de-AT` is German, and both written forms of Norwegian are Norwegian. */
export function languageCode(tag: string): string {
  const code = tag.toLowerCase().split(/[-_]/, 1)[0]!
  return code === 'nb' || code === 'nn' ? 'no' : code
}
