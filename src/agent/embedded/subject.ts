import { isFillerWord } from '../../extract/extract.ts'
import { fold } from '../../language/fold.ts'
import { languageOfText } from '../../language/language-of-text.ts'
import { STOP_WORDS, isStopWord } from '../../language/common-words.ts'
import type { Naming } from '../../extract/extract.ts'
import { singular } from '../../language/stems.ts'
import { wordsOf } from '../../language/words.ts'

export type Subject = ReturnType<typeof subjectOf>

const LONGEST = 4000
const MOST_TERMS = 60
const QUOTED_WEIGHT = 3
const NAMED_WEIGHT = 2
const PLAIN_WEIGHT = 1
const GENERIC_WEIGHT = 0.3
const FIELD_LIKENESS = 0.75

const GENERIC_NOUNS: ReadonlySet<string> = new Set(
  'number address nummer numero adresse company firm business organisation organization website site page product item article event person people shop store team member list record entry result name detail information overview firma unternehmen webseite seite produkt artikel person laden entreprise societe produit personne empresa producto persona'
    .split(' ')
    .map(singular),
)
const REQUEST_WORDS: ReadonlySet<string> = new Set(
  'all every each any alle aller allen jede jeder jedes tous toutes chaque todos todas cada one two three four five six eins zwei drei vier fünf sechs deux trois quatre dos tres cuatro euro euros dollar dollars month week recent older three ever whether within behind introduced written send key data first top last latest newest next current currently available together including include along with only exactly sold offered listed shown mentioned following full complete whole entire total both its their according use using leave empty null unknown stated given known cost costs collect gather look up extract compile report answer question ersten neuesten aktuelle verfügbar angegeben premiers derniers primeros ultimos'
    .split(' ')
    .map((word) => singular(fold(word))),
)

export function subjectOf(prompt: string, wanted: readonly Naming[], names: readonly string[] = []) {
  const text = prompt.slice(0, LONGEST).replaceAll(/https?:\/\/\S+/gi, ' ')
  const language = languageOfText(text, undefined)
  // A short request may be in any language.
  const stops = language === undefined ? { has: isStopWord } : STOP_WORDS[language]
  const terms = new Map<string, number>()
  const phrases: string[] = []
  const put = (word: string, weight: number) => {
    if (terms.size < MOST_TERMS || terms.has(word)) terms.set(word, Math.max(weight, terms.get(word) ?? 0))
  }
  for (const [, double, single] of text.matchAll(QUOTES)) {
    const quoted = double ?? single ?? ''
    phrases.push(quoted)
    for (const word of wordsOf(quoted)) put(word, isStopWord(word) ? GENERIC_WEIGHT : QUOTED_WEIGHT)
  }
  const named = new Set(names.flatMap((name) => wordsOf(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))))
  const isField = (word: string, term: string) =>
    named.has(term) || wanted.some((naming) => naming.likenessTo(word) >= FIELD_LIKENESS)
  for (const { word, isNamed, run } of tokensOf(text.replaceAll(QUOTES, ' , '), language)) {
    const folded = fold(word)
    const term = singular(folded)
    const isPart = run.length > 1
    if (stops.has(folded) || (STOP_WORDS.en.has(folded) && !isNamed)) continue
    if (!isPart && (REQUEST_WORDS.has(term) || isField(word, term) || (!isNamed && isFillerWord(word))))
      continue
    const isNumber = /^\d+$/.test(word)
    const weight =
      isNamed || isPart ? NAMED_WEIGHT : GENERIC_NOUNS.has(term) || isNumber ? GENERIC_WEIGHT : PLAIN_WEIGHT
    for (const part of wordsOf(word)) put(part, weight)
    if (isNamed && run[0] === word) phrases.push(run.join(' '))
  }
  return { terms, phrases: phrases.slice(0, 40) }
}

const QUOTES = /["“„«]([^"”“»\n]{2,120})["”“»]|(?<=^|[\s(])['‘]([^'’\n]{2,120})['’](?=$|[\s.,;:!?)])/gu

interface Token {
  word: string
  /** Written like a name: capital, though no sentence begins there, or with digits in it. */
  isNamed: boolean
  run: readonly string[]
}

const NAME_PARTICLES =
  /^(?:of|de|des|du|del|della|di|da|do|la|le|les|las|los|au|aux|zu|zum|zur|am|van|der|den|von)$/i

const MAX_PARTICLES = 2

function tokensOf(text: string, language: string | undefined): Token[] {
  const tokens: Token[] = []
  const isGerman = language === 'de'
  for (const sentence of text.split(/(?<=[.!?:])\s+|\n+/)) {
    const found = [...sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&._+-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu)]
    let run: string[] = []
    let links = 0
    let end = -1
    for (const [at, match] of found.entries()) {
      const word = match[0].replace(/['’]s$/, '').replace(/^(?:[ldn]|qu|jusqu)['’]/i, '')
      const isCapital =
        /^\p{Lu}/u.test(word) &&
        (at > 0 || (!isGerman && /^\p{Lu}/u.test(found[1]?.[0] ?? '') && !isFillerWord(word)))
      const follows = /^[ \u00a0-]?$/.test(sentence.slice(end, match.index)) && run.length > 0
      const isCode = /_|\d\p{L}|\p{L}\d|\d\.\p{L}|\p{Ll}\p{Lu}/u.test(word)
      end = match.index + match[0].length
      const isLink = NAME_PARTICLES.test(word)
      // Every noun has a capital in German.
      if (follows && isLink && links < MAX_PARTICLES && !isGerman) {
        links++
        tokens.push({ word, isNamed: false, run: [] })
        continue
      }
      const isPart =
        isCapital ||
        (follows && links === 0 && /\d/.test(word)) ||
        (follows && links === 1 && !isGerman && !isFillerWord(word))
      if (!follows || !isPart) run = []
      links = 0
      if (isPart) run.push(word)
      tokens.push({
        word,
        isNamed: isCode || (isPart && (!isGerman || run.length > 1)),
        run: isPart ? run : [],
      })
    }
  }
  return tokens
}

export function haveSameStem(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  return shared >= 5 && shared >= long.length - 3
}

export function coverage(terms: ReadonlyMap<string, number>, words: readonly string[]): number {
  let all = 0
  let found = 0
  const among = new Set(words)
  for (const [term, weight] of terms) {
    all += weight
    if (among.has(term)) found += weight
  }
  return all === 0 ? 0 : found / all
}

export function similarity(terms: ReadonlyMap<string, number>, words: readonly string[]): number {
  const recall = coverage(terms, words)
  if (recall === 0) return 0
  const significant = words.filter((word) => word.length > 2 || /\d/.test(word))
  const own = significant.filter((word) => terms.has(word)).length
  const precision = significant.length === 0 ? 1 : own / significant.length
  return recall * (0.7 + 0.3 * precision)
}
