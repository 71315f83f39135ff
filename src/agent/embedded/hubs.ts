import { fold } from '../../language/fold.ts'
import type { Naming } from '../../extract/extract.ts'
import type { Frontier, Way } from './frontier.ts'
import { isStopWord } from '../../language/common-words.ts'
import { singular } from '../../language/stems.ts'

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

export function hubLikeness({ text }: Way, fields: readonly { naming: Naming }[]): number {
  if (text.length >= LONGEST_NAME) return 0
  const most = Math.max(0, ...fields.map(({ naming }) => naming.likenessTo(text)))
  return most >= LEAST_LIKENESS ? most : 0
}

const LONGEST_NAME = 60
const LEAST_LIKENESS = 0.55
const OF_OWNER = 0.5

export function ownerLikeness({ textWords, lastWords: last }: Way): number {
  const called = [...(textWords.length <= 6 ? textWords : []), ...last]
  return called.some((word) => OWNERS.has(word)) ? OF_OWNER : 0
}

export function handicap(way: Way): number {
  if (ACTS.test(way.url)) return 0
  return (way.isUnfollowed ? 0.5 : 1) * (way.area === 'footer' ? 0.9 : way.area === 'aside' ? 0.85 : 1)
}

export function likeness(naming: Naming, way: Way): number {
  const text = way.text.length < 60 ? naming.likenessTo(telling(way.textWords)) : 0
  const last = way.lastWords.length <= 5 ? naming.likenessTo(telling(way.lastWords)) : 0
  return Math.max(text, 0.9 * last)
}

function telling(words: readonly string[]): string {
  return words.filter((word) => !isStopWord(word)).join(' ')
}

export const EXPLORED: Record<Way['area'], number> = {
  content: 0.12,
  navigation: 0.09,
  search: 0.05,
  aside: 0.05,
  footer: 0.05,
}

const SEVERAL = 4

export function isOneOfSeveral(shape: string, frontier: Frontier): boolean {
  return (shape.split('/').length > 2 || !shape.endsWith('?')) && frontier.countAlike(shape) >= SEVERAL
}
