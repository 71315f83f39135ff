import { fold, wordLikeness } from '../../extract/extract.ts'
import type { Naming } from '../../extract/extract.ts'
import type { Way } from './frontier.ts'
import type { Plan } from './plan.ts'
import { isStop, singular } from './words.ts'

/** What is looked for, as far as that says on which pages. */
export interface Sought {
  naming: Naming
}

/** Words of pages about whom a site belongs to. */
const OWNERS: ReadonlySet<string> = new Set(
  `about story history company profile who team people staff board council contact imprint faq help visit
  uber ueber uns unternehmen verein wir geschichte impressum kontakt vorstand hilfe
  propos sommes histoire entreprise equipe nosotros quienes historia empresa equipo contacto
  chi siamo azienda storia contatti over ons bedrijf bestuur`
    .split(/\s+/)
    .map((word) => singular(fold(word))),
)
/** Pages that have nothing for a reader who looks something up. */
const IDLE =
  /(?:^|[^\p{L}])(?:log-?in|sign-?(?:in|up)|log-?out|register|registrieren|anmelden|warenkorb|cart|basket|checkout|account|wishlist|privacy|datenschutz|cookies?|terms|agb|newsletter|subscribe|share|print|feed|rss|tweet|facebook|instagram|linkedin|confidentialit\p{L}|privacidad|conditions)(?:$|[^\p{L}])/iu
/** Addresses that do something when they are asked for. */
const ACTS =
  /(?:log-?out|add-to-cart|add_to|[?&](?:action|add|delete|remove|vote|buy)=|\/(?:delete|remove|vote|report|edit)(?:\/|$|\?))/i

/** How far a link is called like something that is wanted, from 0 to 1. */
export function hubLikeness({ text }: Way, fields: readonly Sought[]): number {
  if (text.length >= LONGEST_NAME) return 0
  const most = Math.max(0, ...fields.map(({ naming }) => naming.likenessTo(text)))
  return most >= LEAST_LIKENESS ? most : 0
}

const LONGEST_NAME = 60
const LEAST_LIKENESS = 0.55
const OF_OWNER = 0.5

/** How likely it is from 0 to 1 that a page called so says something of whom the site belongs to. */
export function ownerLikeness({ textWords, lastWords: last }: Way): number {
  const called = [...(textWords.length <= 6 ? textWords : []), ...last]
  return called.some((word) => OWNERS.has(word)) ? OF_OWNER : 0
}

/** What is left of the worth of a way when it is of a kind that seldom leads anywhere. */
export function handicap(way: Way, plan: Plan): number {
  if (ACTS.test(way.url)) return 0
  const isIdle = IDLE.test(way.text) || IDLE.test(URL.parse(way.url)?.pathname ?? '')
  if (isIdle && hubLikeness(way, soughtIn(plan)) === 0 && affinity(way, plan) < 0.5) return 0.15
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
const SHORTEST = 4

/** How close the words of a way are to those of the request, by how words are used; from 0 to 1. */
export function affinity(way: Way, { keywords }: Plan): number {
  let words = close.get(keywords)
  if (!words) close.set(keywords, (words = new Map()))
  let most = 0
  for (const word of [...way.textWords, ...way.lastWords].slice(0, 12)) {
    let like = words.get(word)
    if (like === undefined) {
      like = word.length < SHORTEST ? 0 : Math.max(0, ...keywords.map((keyword) => closeness(word, keyword)))
      words.set(word, like)
    }
    if (like >= CLOSE) most = Math.max(most, like)
  }
  return most
}

/** Words come again with every link. */
const close = new WeakMap<readonly string[], Map<string, number>>()

function closeness(word: string, keyword: string): number {
  if (word === keyword) return 1
  let shared = 0
  while (shared < word.length && word[shared] === keyword[shared]) shared++
  return shared >= 6 ? 0.8 : (wordLikeness(word, keyword) ?? 0)
}
