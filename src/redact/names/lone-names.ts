import { isLikelyName } from '../detect/person.ts'
import { matchesOf } from '../../language/matches-of.ts'
import type { PiiSpan } from '../span.ts'
import { COMMON, GIVEN_NAME, PLACE, SURNAME, shippedLexicon } from '../../language/lexicon.ts'
import type { Tokens } from './tokens.ts'

const POSSESSIVE = /['’]s?$/u
const isUpper = (name: string) => name === name.toUpperCase()
const lookUp = (word: string) => shippedLexicon()(word.toLowerCase())

export function partsOfNames(text: string, names: readonly PiiSpan[]): Set<string> {
  const parts = new Set<string>()
  for (const { start, end } of names) {
    const name = text.slice(start, end)
    const words = name.match(/\p{Lu}[\p{L}\p{M}'’-]{2,}/gu) ?? []
    if (words.length < 2 || words.length > 4 || !isLikelyName(name)) continue
    for (const word of words) if (!(lookUp(word) & (COMMON | PLACE))) parts.add(word)
  }
  return parts
}

/** A brand or the first word of a sentence looks like a name, so a list or another mention must support a lone one. */
export function withoutDoubtfulLoneNames(
  text: string,
  tokens: Tokens,
  names: readonly PiiSpan[],
  cuedNames: readonly PiiSpan[],
): PiiSpan[] {
  const wordOf = ({ start, end }: PiiSpan) => text.slice(start, end).replace(POSSESSIVE, '')
  const isLone = (name: PiiSpan) => !/[\s.]/u.test(text.slice(name.start, name.end))
  const isDoubtful = (name: PiiSpan) => isLone(name) || isUpper(text.slice(name.start, name.end))
  const wordsOf = (name: PiiSpan) => wordOf(name).toLowerCase().split(/\s+/u)
  const doubtful = names.filter(isDoubtful)
  if (doubtful.length === 0) return [...names]
  const knownWords = new Set(cuedNames.flatMap((name) => wordOf(name).split(/\s+/u)))
  for (const name of names) {
    if (!isLone(name)) for (const word of wordOf(name).split(/\s+/u)) knownWords.add(word)
  }
  const stems = new Set([...knownWords].flatMap(stemsOf))
  const capital = doubtful.filter((name) => /\p{Lu}/u.test(wordOf(name)))
  const lowerCased = lowerCasedWords(text, tokens, new Set(capital.flatMap(wordsOf)))
  const parts = partsOfNames(text, [...names, ...cuedNames])
  const isMessage = text.length <= MAX_MESSAGE && MESSAGE_END.test(text)
  const starts = new Set(cuedNames.map(({ start }) => start))
  const isSure = (name: PiiSpan) => {
    const word = wordOf(name)
    if (starts.has(name.start)) return true
    if (!isLone(name)) return !isDoubtful(name) || !wordsOf(name).every((each) => lowerCased.has(each))
    if (parts.has(word)) return true
    const known = lookUp(word)
    if (known & GIVEN_NAME) return true
    if (lowerCased.has(word.toLowerCase())) return false
    return (
      (known & SURNAME) > 0 || stemsOf(word).some((stem) => stems.has(stem)) || isPersonByContext(text, name)
    )
  }
  return isMessage
    ? names.filter((name) => !wordsOf(name).every((word) => lowerCased.has(word)) || isSure(name))
    : keepListed(text, names, isSure)
}

/** In a short message people are called by one name; a page tells their full names somewhere. */
const MAX_MESSAGE = 200
const MESSAGE_END = /[.!?]["'”’)]?\s*$/u

const KIN =
  'kid|child|son|daughter|wife|husband|partner|friend|boyfriend|girlfriend|brother|sister|mother|father|mom|mum|dad|uncle|aunt|cousin|colleague|boss|neighbou?r|freund(?:in)?|sohn|tochter|mann|frau|bruder|schwester|kollegin|kollege|ami|amie|fils|fille|mari|femme|frère|sœur|hijo|hija|amigo|amiga|hermano|hermana|marido|esposa|figlio|figlia|marito|moglie|fratello|sorella'
const PERSON_BEFORE = new RegExp(
  `(?<!\\p{L})(?:(?:my|your|his|her|our|their|mein\\p{L}{0,2}|dein\\p{L}{0,2}|mon|ma|mi|tu|su|mio|mia|meu|minha) (?:\\p{L}+ )?(?:${KIN})|(?:first|last|sur|full|maiden) ?name\\?|["”»“],? (?:says?|said|asked|replied|sagte?|dit|dijo|dice|disse|afirmó))[ \\n]$`,
  'iu',
)
const PERSON_AFTER =
  /^(?:['’]s (?:wife|husband|son|daughter|mother|father|brother|sister|birthday)| (?:lives|lived|was born|were born|got married|married|passed away|shouted|whispered|smiled|laughed|nodded|wohnt|lebt|wurde geboren|habite|est né|vive en|nació|nacque|abita)(?!\p{L}))/u

const isPersonByContext = (text: string, { start, end }: PiiSpan) =>
  PERSON_BEFORE.test(text.slice(Math.max(0, start - 50), start)) ||
  PERSON_AFTER.test(text.slice(end, end + 24))

const BETWEEN = /^,? (?:and |und |et |y |e |i |en |och |og |& )?$|^, $/u

/** Names that are sure and those that stand in one list with a sure one. */
function keepListed(text: string, names: readonly PiiSpan[], isSure: (name: PiiSpan) => boolean): PiiSpan[] {
  const sorted = names.toSorted((one, other) => one.start - other.start)
  const sure = sorted.map(isSure)
  const isListed = (one: number, other: number) =>
    BETWEEN.test(text.slice(sorted[one]!.end, sorted[other]!.start))
  for (let at = 1; at < sorted.length; at++) if (sure[at - 1] && isListed(at - 1, at)) sure[at] = true
  for (let at = sorted.length - 2; at >= 0; at--) if (sure[at + 1] && isListed(at, at + 1)) sure[at] = true
  return sorted.filter((_, at) => sure[at])
}

/** Zemana, Zemanem and Zeman share a stem: what is left when an ending of up to two letters is taken off. */
function stemsOf(word: string): string[] {
  const stems = [word]
  for (let cut = 1; cut <= 2; cut++) if (word.length - cut >= 4) stems.push(word.slice(0, -cut))
  return stems
}

/** Which of some words the text also writes in small letters, outside of addresses. */
function lowerCasedWords(text: string, tokens: Tokens, words: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  for (let at = 0; at < tokens.count; at++) {
    const token = tokens.texts[at]!
    if (!words.has(token) || found.has(token)) continue
    const [before, after] = [text[tokens.starts[at]! - 1] ?? '', text[tokens.ends[at]!] ?? '']
    if (!/[/.@_=-]/u.test(before) && !/[@/_=]/u.test(after)) found.add(token)
  }
  return found
}

const UPPER = /(?<![\p{L}\p{N}&._/-])\p{Lu}{2,20}(?: \p{Lu}{2,20}){1,20}(?![\p{L}\p{N}&_/-])/gu

/** Names in capitals only: given names that are no common words and a surname, all of them known to the lists. */
export function* findUpperNames(text: string): Iterable<PiiSpan> {
  for (const { 0: run, index } of matchesOf(text, UPPER)) {
    let start = -1
    for (const { 0: word, index: at } of run.matchAll(/\p{Lu}+/gu)) {
      const known = lookUp(word)
      const end = index + at + word.length
      if (start >= 0 && known & SURNAME) yield { start, end, entity: 'PERSON', kind: 'name' }
      const isGiven = (known & (GIVEN_NAME | COMMON | PLACE)) === GIVEN_NAME
      if (!isGiven) start = -1
      else if (start < 0) start = index + at
    }
  }
}
