import { couldBeName } from '../detect/person.ts'
import { matchesOf } from '../../language/matches-of.ts'
import { spanOf } from '../span.ts'
import type { PiiSpan } from '../span.ts'
import { findAddresses } from './find-addresses.ts'
import { COMMON, GIVEN_NAME, PLACE, SURNAME, shippedLexicon } from '../../language/lexicon.ts'
import { findUpperNames, partsOfNames, withoutDoubtfulLoneNames } from './lone-names.ts'
import { ADDRESS, NAME, NAME_REST, ORGANIZATION, PLACE_LABEL } from './tagger.ts'
import type { Tagged, Tagger } from './tagger.ts'

/** How far the decision is moved in favour of names, so that few are missed. */
const BIAS = 4
const AGGRESSIVE_BIAS = 16

interface TaggingOptions {
  isAggressive: boolean
  cuedNames: readonly PiiSpan[]
}

export function* findTagged(
  text: string,
  tagger: Tagger,
  { isAggressive, cuedNames }: TaggingOptions,
): Iterable<PiiSpan> {
  const tagged = tagger(text, isAggressive ? AGGRESSIVE_BIAS : BIAS)
  const all = [...findNames(text, tagged), ...findUpperNames(text)]
  const names = isAggressive ? all : withoutDoubtfulLoneNames(text, tagged.tokens, all, cuedNames)
  yield* names
  yield* findMentions(text, tagged, names)
  yield* findAddresses(text, tagged, isAggressive)
}

const HAS_LETTER = /\p{L}/u

function* findNames(text: string, { tokens, labels }: Tagged): Iterable<PiiSpan> {
  const hasCapitals = /\p{Lu}/u.test(text)
  for (let at = 0; at < tokens.count; at++) {
    if (labels[at] !== NAME && !(labels[at] === NAME_REST && tokens.texts[at - 1] === '\n')) continue
    let last = at
    while (last + 1 < tokens.count && labels[last + 1] === NAME_REST && tokens.texts[last + 1] !== '\n')
      last++
    if (hasCapitals) {
      at = capitalStart(tokens.texts, at, last)
      last = capitalEnd(tokens.texts, at, last)
    }
    while (last > at && !HAS_LETTER.test(tokens.texts[last]!)) last--
    const start = tokens.starts[at]!
    const end = tokens.ends[last]! + (isInitial(text, tokens.starts[last]!, tokens.ends[last]!) ? 1 : 0)
    if (isNameLike(text.slice(start, end), hasCapitals)) yield { start, end, entity: 'PERSON', kind: 'name' }
    at = last
  }
}

const LINK =
  /^(?:van|von|vom|zu|zum|zur|de|du|des|del|della|di|da|do|dos|das|la|le|el|al|bin|ibn|ben|den|der|ten|ter|af|av|y|e|und|d|l|st)$/u

const CAPITAL = /^(?:\p{Ll}{1,2}['’])?\p{Lu}/u

/** Where capitals are used, a name begins with one, or with the words that link names before it. */
function capitalStart(texts: readonly string[], first: number, last: number): number {
  let start = first
  while (start <= last && !CAPITAL.test(texts[start]!)) start++
  if (start > last) return first
  while (start > first && LINK.test(texts[start - 1]!)) start--
  return start
}

/** Where capitals are used, a name ends before a word in small letters that links no names. */
function capitalEnd(texts: readonly string[], first: number, last: number): number {
  if (!/^\p{Lu}/u.test(texts[first]!)) return last
  let end = first
  for (let at = first + 1; at <= last; at++) {
    if (/^\p{Ll}/u.test(texts[at]!) && !LINK.test(texts[at]!)) break
    if (/^[.;:|#()!?]$/u.test(texts[at]!) && texts[at - 1]!.length > 2) break
    if (!/^\p{Ll}/u.test(texts[at]!)) end = at
  }
  return end
}

const isInitial = (text: string, start: number, end: number) => end - start === 1 && text[end] === '.'

const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu
const PATRONYMIC = /(?:ович|евич|овна|евна|ова|ева|ев|ов|ин|ина|ский|ская|енко)$/u

/** Words of which one at least can be a name; where capitals say nothing, a list of names must know one. */
function isNameLike(name: string, hasCapitals: boolean): boolean {
  if (!HAS_LETTER.test(name) || /\p{Lo}/u.test(name)) return false
  const words = name.match(WORD)?.filter((word) => word.length > 1) ?? []
  const isKnown = (word: string) => (shippedLexicon()(word.toLowerCase()) & (GIVEN_NAME | SURNAME)) > 0
  if (/\p{Script=Cyrillic}/u.test(name)) return words.some((word) => isKnown(word) || PATRONYMIC.test(word))
  if (hasCapitals && !/\p{Lu}/u.test(name)) {
    return words.length === 2 && words.every((word) => isKnown(word) && !(shippedLexicon()(word) & COMMON))
  }
  if (words.length === 1 && isTechnical(words[0]!) && !(isKnown(words[0]!) && words[0]!.length > 4))
    return false
  if (words.length === 1 && isMoreLikelyPlace(words[0]!)) return false
  return words.some(couldBeName)
}

/** A town that is a surname too is a town when it stands alone. */
const isMoreLikelyPlace = (word: string) =>
  (shippedLexicon()(word.toLowerCase()) & (PLACE | GIVEN_NAME)) === PLACE

/** JSON, NaN and KeyError are words of machines; McDowell and LeBlanc are not. */
const isTechnical = (word: string) =>
  /^\p{Lu}{2,}s?$|^\p{Lu}\p{Ll}+\p{Lu}/u.test(word) &&
  !/^(?:Ma?c|Le|La|De|Di|Du|Van|Fitz|O)\p{Lu}/u.test(word)

/** Words of a full name that stand elsewhere on their own: after Anna Schmidt, Schmidt is she. */
function* findMentions(
  text: string,
  { tokens, labels }: Tagged,
  names: readonly PiiSpan[],
): Iterable<PiiSpan> {
  const parts = partsOfNames(text, names)
  if (parts.size === 0) return
  for (let at = 0; at < tokens.count; at++) {
    const label = labels[at]
    if (label === ORGANIZATION || label === PLACE_LABEL || label === ADDRESS || !parts.has(tokens.texts[at]!))
      continue
    yield { start: tokens.starts[at]!, end: tokens.ends[at]!, entity: 'PERSON', kind: 'name' }
  }
}

const CAPITALIZED =
  /(?<![\p{L}\d_@./-])\p{Lu}[\p{L}\p{M}'’-]{1,30}(?: (?:\p{Lu}\. ?){0,2}(?:van |von |de |der |di |la ){0,2}\p{Lu}[\p{L}\p{M}'’-]{1,30}){1,3}/gu

/** Names that the lists know: a given name that is no common word, and then a surname. */
export function* findListedNames(text: string): Iterable<PiiSpan> {
  const lexicon = shippedLexicon()
  for (const found of matchesOf(text, CAPITALIZED)) {
    const words = found[0].split(' ')
    const first = lexicon(words[0]!.toLowerCase())
    const last = lexicon(words.at(-1)!.toLowerCase())
    if (!(first & GIVEN_NAME) || first & COMMON) continue
    if (last & (COMMON | PLACE) && !(last & SURNAME)) continue
    yield spanOf(found, 'PERSON', 'name')
  }
}
