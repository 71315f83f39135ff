import { wordLikeness } from '../../extract/extract.ts'
import type { Naming } from '../../extract/extract.ts'
import type { Way } from './frontier.ts'
import { ABOUT, familiesFor, isCalled, OF_OWNER } from './things/page-families.ts'
import type { Sought } from './things/page-families.ts'
import type { Plan } from './plan.ts'
import { isStop, singular, wordsOf } from './words.ts'

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').map(singular))
}

/** Words of links behind which lists stand. */
const OVERVIEWS = words(
  'all browse catalog catalogue shop store directory index archive overview list products listings inventory collection category categories complete full alle katalog ubersicht verzeichnis tous toutes liste catalogo todos todas indice programme programm agenda calendar schedule tutti tutte elenco lista listado repertoire annuaire overzicht kalender calendario calendrier glossary sitemap directorio gesamt',
)
/** Pages that have nothing for a reader who looks something up. */
const IDLE =
  /(?:^|[^\p{L}])(?:log-?in|sign-?(?:in|up)|log-?out|register|registrieren|anmelden|warenkorb|cart|basket|checkout|account|wishlist|privacy|datenschutz|cookies?|terms|agb|newsletter|subscribe|share|print|feed|rss|tweet|facebook|instagram|linkedin|confidentialit\p{L}|privacidad|conditions)(?:$|[^\p{L}])/iu
/** Addresses that do something when they are asked for. */
const ACTS =
  /(?:log-?out|add-to-cart|add_to|[?&](?:action|add|delete|remove|vote|buy)=|\/(?:delete|remove|vote|report|edit)(?:\/|$|\?))/i

/** How likely it is from 0 to 1 that a page called so has what is wanted, of a thing of the site or of anything. */
export function hubLikeness(way: Way, fields: readonly Sought[], isOfThing = false): number {
  const called = calledBy(way)
  let most = 0
  for (const field of fields) {
    const named = way.text.length < 60 ? field.naming.likenessTo(way.text) : 0
    most = Math.max(most, named >= 0.55 ? named : 0)
    for (const family of familiesFor(field))
      if (
        family.worth > most &&
        !(isOfThing && family.isOwners) &&
        called.some((word) => isCalled(family, word))
      )
        most = family.worth
  }
  return most
}

const ABOUT_ANYTHING = 0.25

/** How likely it is from 0 to 1 that a page called so says something of whom the site belongs to. */
export function ownerLikeness(way: Way): number {
  const called = calledBy(way)
  let most = 0
  for (const { family, worth } of OF_OWNER)
    if (worth > most && called.some((word) => isCalled(family, word))) most = worth
  // What stands below a page about them, or under such a heading, is about them too.
  const isBelow = isBelowAbout(way) || headingWords(way).some((word) => isCalled(ABOUT, word))
  return Math.max(most, isBelow ? ABOUT_ANYTHING : 0)
}

/** Whether an address is below that of a page about whom the site belongs to. */
export function isBelowAbout({
  addressWords,
  lastWords: last,
}: Pick<Way, 'addressWords' | 'lastWords'>): boolean {
  return addressWords.slice(0, -last.length || undefined).some((word) => ABOUT.called.has(word))
}

/** What the part of the page is called that a link stands in. */
function headingWords({ context }: Way): readonly string[] {
  const at = context.lastIndexOf(' | ')
  const heading = at < 0 ? context : context.slice(at + 3)
  return heading.length < 30 ? wordsOf(heading) : []
}

/** The words by which a page is known to be of a family: those of a short text, and of its address. */
function calledBy({ textWords, lastWords: last }: Way): readonly string[] {
  return [...(textWords.length <= 6 ? textWords : []), ...last]
}

export function isOverview(way: Way): boolean {
  return way.textWords.length <= 6 && [...way.textWords, ...way.lastWords].some((word) => OVERVIEWS.has(word))
}

/** What is left of the worth of a way when it is of a kind that seldom leads anywhere. */
export function handicap(way: Way, plan: Plan): number {
  if (ACTS.test(way.url)) return 0
  const isIdle = IDLE.test(way.text) || IDLE.test(URL.parse(way.url)?.pathname ?? '')
  if (isIdle && hubLikeness(way, soughtIn(plan)) < 0.5 && affinity(way, plan) < 0.5) return 0.15
  return (way.isUnfollowed ? 0.5 : 1) * (way.area === 'footer' ? 0.9 : way.area === 'aside' ? 0.85 : 1)
}

const MOST_SOUGHT = 60

function soughtIn({ fields, lists }: Plan): Sought[] {
  return [...fields, ...lists.flatMap((list) => [list, ...list.fields])].slice(0, MOST_SOUGHT)
}

/** How far a way is called what a name says. */
export function likeness(naming: Naming, way: Way): number {
  const text = way.text.length < 60 ? naming.likenessTo(telling(way.textWords)) : 0
  const last = way.lastWords.length <= 5 ? naming.likenessTo(telling(way.lastWords)) : 0
  return Math.max(text, 0.9 * last)
}

function telling(words: readonly string[]): string {
  return words.filter((word) => !isStop(word)).join(' ')
}

const CLOSE = 0.35

function closeness(word: string, keyword: string): number {
  if (word === keyword) return 1
  let shared = 0
  while (shared < word.length && word[shared] === keyword[shared]) shared++
  if (shared >= 6) return 0.8
  if (isCognate(word, keyword)) return 0.5
  return Math.max(
    ...[word, `${word}s`].flatMap((one) =>
      [keyword, `${keyword}s`].map((other) => wordLikeness(one, other) ?? 0),
    ),
  )
}

const COGNATE = 0.7

/** Whether two words are spelt much alike, as `collection` and `coleccion` are. */
function isCognate(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 6) return false
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < one.length; at++) {
    const pair = one.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let at = 0; at + 1 < other.length; at++) {
    const pair = other.slice(at, at + 2)
    const left = pairs.get(pair) ?? 0
    if (left > 0) {
      shared++
      pairs.set(pair, left - 1)
    }
  }
  return (2 * shared) / (one.length + other.length - 2) >= COGNATE
}

/** How close the words of a way are to those of the request, by how words are used; from 0 to 1. */
export function affinity(way: Way, { keywords }: Plan): number {
  let words = close.get(keywords)
  if (!words) close.set(keywords, (words = new Map()))
  let most = 0
  for (const word of [...way.textWords, ...way.lastWords].slice(0, 12)) {
    let like = words.get(word)
    if (like === undefined) {
      like = word.length < 4 ? 0 : Math.max(0, ...keywords.map((keyword) => closeness(word, keyword)))
      words.set(word, like)
    }
    if (like >= CLOSE) most = Math.max(most, like)
  }
  return most
}

/** Words come again with every link. */
const close = new WeakMap<readonly string[], Map<string, number>>()
