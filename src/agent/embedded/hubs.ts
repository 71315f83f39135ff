import { fold } from '../../language/fold.ts'
import type { Naming } from '../../extract/extract.ts'
import type { Frontier, Way } from './frontier.ts'
import { isStopWord } from '../../language/common-words.ts'
import { singular } from '../../language/stems.ts'

/** What is looked for, as far as that says on which pages. */
export interface Sought {
  naming: Naming
}

/** Words of pages that most sites have, about whom they belong to and what holds there. */
const OWNERS: ReadonlySet<string> = new Set(
  `about story history company profile who team people staff board council contact imprint faq help visit
  membership join career job price pricing delivery shipping return term requirement release
  uber ueber uns unternehmen verein wir geschichte impressum kontakt vorstand mitarbeiter hilfe mitglied beitrag karriere stelle preis versand
  propos sommes histoire entreprise equipe adhesion tarif livraison nosotros quienes historia empresa equipo contacto tarifa envio
  chi siamo azienda storia contatti prezzo over ons bedrijf bestuur lid tarief`
    .split(/\s+/)
    .map((word) => singular(fold(word))),
)
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
export function handicap(way: Way): number {
  if (ACTS.test(way.url)) return 0
  return (way.isUnfollowed ? 0.5 : 1) * (way.area === 'footer' ? 0.9 : way.area === 'aside' ? 0.85 : 1)
}

/** How far a way is called what a name says. */
export function likeness(naming: Naming, way: Way): number {
  const text = way.text.length < 60 ? naming.likenessTo(telling(way.textWords)) : 0
  const last = way.lastWords.length <= 5 ? naming.likenessTo(telling(way.lastWords)) : 0
  return Math.max(text, 0.9 * last)
}

function telling(words: readonly string[]): string {
  return words.filter((word) => !isStopWord(word)).join(' ')
}

/** What a link is worth that says nothing of what is looked for, by where it stands. */
export const EXPLORED: Record<Way['area'], number> = {
  content: 0.12,
  navigation: 0.09,
  search: 0.05,
  aside: 0.05,
  footer: 0.05,
}

/** What the first hit of a search is worth beside that; the others the less. */
const FIRST_HIT = 0.3

export function explored({ area, rank }: Way): number {
  return EXPLORED[area] + (rank === undefined ? 0 : FIRST_HIT / (1 + rank / 2))
}

const SEVERAL = 4

/** Whether an address is one of many of its kind, each about something else. */
export function isOneOfSeveral(shape: string, frontier: Frontier): boolean {
  return (shape.split('/').length > 2 || !shape.endsWith('?')) && frontier.countAlike(shape) >= SEVERAL
}
