import { COMMON, GIVEN_NAME, PLACE, SURNAME, shippedLexicon } from '../../lexicon/lexicon.ts'

const TITLE = /^(?:dr|mr|mrs|ms|mx|miss|prof|professor|rev|revd|sir|lady|lord|dame|capt|captain|sgt|herr|frau|mme|mlle|sra?|sig|dott|ing|dipl|mag|st|hon)\.?$/i
const PARTICLE = /^(?:de|van|von|der|den|la|le|di|da|do|dos|del|della|du|af|av|al|el|bin|ibn|ter|ten|zu|y|o')$/i
const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.)*$/u
const SEVERAL = /\s(?:and|und|et|y|e|och|og|en|i)\s|\s?[&,;]\s?/u
const CAPITAL = /^\p{Lu}[\p{L}'’.-]*$/u
const MOST_WORDS = 5
const LONGEST = 80

/** How surely a text is the name of a person, or of several: by what is known of its words, and how they stand together. */
export function personIn(text: string): number {
  if (text.length > LONGEST || /[\d/:!?()"“”@|•·]/.test(text)) return 0
  const people = text.split(SEVERAL).filter((part) => part !== '')
  if (people.length === 0 || people.length > 6) return 0
  return people.reduce((sum, part) => sum + onePerson(part), 0) / people.length
}

function onePerson(text: string): number {
  const words = text.trim().split(' ')
  const isTitled = TITLE.test(words[0]!) && words.length > 1
  const own = (isTitled ? words.slice(1) : words).filter((word) => !TITLE.test(word) || word.length < 3)
  if (own.length === 0 || own.length > MOST_WORDS) return 0
  const lexicon = shippedLexicon()
  let [given, family, common, full] = [0, 0, 0, 0]
  for (const [at, word] of own.entries()) {
    if (INITIAL.test(word) || (at > 0 && PARTICLE.test(word))) continue
    if (!CAPITAL.test(word)) return 0
    const bits = lexicon(word.toLowerCase().replace(/[.’']s?$/, ''))
    full++
    if (bits & GIVEN_NAME) given += bits & COMMON ? 0.6 : 1
    else if (bits & SURNAME) family += bits & COMMON ? 0.4 : 0.8
    else if (bits & (COMMON | PLACE)) common++
  }
  if (full === 0) return 0
  const hasInitial = own.some((word) => /^\p{Lu}\.?$/u.test(word))
  const known = Math.min(1, (given + family) / full)
  const unknown = own.length > 1 ? 0.4 : 0.1
  const base = Math.max(known * (full === 1 && !hasInitial ? 0.8 : 1), isTitled ? 0.9 : unknown)
  return Math.min(1, base + (hasInitial && given > 0 ? 0.3 : 0)) * 0.4 ** common
}

/** The part of the words of a short text that are names of places. */
export function placeIn(text: string): number {
  if (text.length > LONGEST || /[\d/:!?"“”@]/.test(text)) return 0
  const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? []
  if (words.length === 0 || words.length > MOST_WORDS || !/^\p{Lu}/u.test(words[0]!)) return 0
  const lexicon = shippedLexicon()
  let places = 0
  for (const word of words) {
    const bits = lexicon(word.toLowerCase())
    if (bits & PLACE) places += bits & (COMMON | GIVEN_NAME) ? 0.6 : 1
  }
  return places / words.length
}
