import { STOP_WORDS } from '../../language/common-words.ts'
import type { Language } from '../../language/common-words.ts'
import { fold } from '../../language/fold.ts'
import { stem } from '../../language/stems.ts'
import { isUnspaced, TOKEN } from '../../language/words.ts'

/** Reads the terms of texts of one language. It remembers the stems of words it has seen: a page has few different ones. */
export class TermReader {
  readonly language: Language | undefined
  private readonly stops: ReadonlySet<string>
  private readonly stems = new Map<string, string>()

  constructor(language: Language | undefined) {
    this.language = language
    this.stops = STOP_WORDS[language ?? 'en']
  }

  /**
   * What a text is about, in its order: stems of words, and pairs of characters where words are not set apart. Words that
   * say nothing are left out.
   */
  termsOf(text: string): string[] {
    const terms: string[] = []
    for (const [token] of withParticles(fold(text)).matchAll(TOKEN)) {
      if (isUnspaced(token)) pushPairs(token, terms)
      else if (token.includes('_')) terms.push(token, ...this.termsOf(token.replaceAll('_', ' ')))
      else if (this.isTelling(token)) terms.push(this.stemOf(token))
    }
    return terms
  }

  isTelling(word: string): boolean {
    return (word.length > 1 || isDigit(word)) && !this.stops.has(word)
  }

  stemOf(word: string): string {
    const known = this.stems.get(word)
    if (known !== undefined) return known
    const found = stem(word.replace(SEPARATORS, ''), this.language)
    if (this.stems.size < MOST_STEMS) this.stems.set(word, found)
    return found
  }
}

const MOST_STEMS = 50_000

const SEPARATORS = /(?<=\p{Nd})[.,](?=\p{Nd})/gu

/** `check-out` and `check out` are one word: what tells it from `check-in` would be left out as a word that says nothing. */
export function withParticles(text: string): string {
  return text.replace(PARTICLES, '$1$2')
}

const PARTICLES =
  /(?<!\p{L})(\p{L}{3,10}(?=-)|check|drop|pick|log|sign|opt|move|phase|switch|turn|take|kick)[ -](in|out|up|off|on|back|down)(?!\p{L})/giu

function isDigit(word: string): boolean {
  return /^\p{Nd}/u.test(word)
}

/** The pairs of neighbouring characters; a character that stands alone is given as it is. */
export function pushPairs(token: string, into: string[]): void {
  if (token.length <= 2) into.push(token)
  for (let at = 0; at + 2 <= token.length && token.length > 2; at++) into.push(token.slice(at, at + 2))
}
