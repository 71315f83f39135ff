import { fold } from '../../language/fold.ts'
import type { Naming } from '../../extract/extract.ts'
import type { Frontier, LinkedPage } from './frontier.ts'
import { isStopWord } from '../../language/common-words.ts'
import { singular } from '../../language/stems.ts'

const ABOUT_PAGE_WORDS: ReadonlySet<string> = new Set(
  `about story history company profile who team people staff board council contact imprint faq help visit
  membership join career job price pricing delivery shipping return term requirement release
  uber ueber uns unternehmen verein wir geschichte impressum kontakt vorstand mitarbeiter hilfe mitglied beitrag karriere stelle preis versand
  propos sommes histoire entreprise equipe adhesion tarif livraison nosotros quienes historia empresa equipo contacto tarifa envio
  chi siamo azienda storia contatti prezzo over ons bedrijf bestuur lid tarief`
    .split(/\s+/)
    .map((word) => singular(fold(word))),
)
/** Addresses that do something when they are asked for. */
const ACTION_URLS =
  /(?:log-?out|add-to-cart|add_to|[?&](?:action|add|delete|remove|vote|buy)=|\/(?:delete|remove|vote|report|edit)(?:\/|$|\?))/i

export function fieldLinkScore({ text }: LinkedPage, fields: readonly { naming: Naming }[]): number {
  if (text.length >= LONGEST_NAME) return 0
  const most = Math.max(0, ...fields.map(({ naming }) => naming.likenessTo(text)))
  return most >= MIN_NAME_SIMILARITY ? most : 0
}

const LONGEST_NAME = 60
const MIN_NAME_SIMILARITY = 0.55
const ABOUT_PAGE_SCORE = 0.5

export function aboutPageScore({ textWords, lastSegmentWords: last }: LinkedPage): number {
  const called = [...(textWords.length <= 6 ? textWords : []), ...last]
  return called.some((word) => ABOUT_PAGE_WORDS.has(word)) ? ABOUT_PAGE_SCORE : 0
}

export function linkWeight(page: LinkedPage): number {
  if (ACTION_URLS.test(page.url)) return 0
  return (page.isUnfollowed ? 0.5 : 1) * (page.area === 'footer' ? 0.9 : page.area === 'aside' ? 0.85 : 1)
}

export function nameScore(naming: Naming, page: LinkedPage): number {
  const text = page.text.length < 60 ? naming.likenessTo(significantText(page.textWords)) : 0
  const last =
    page.lastSegmentWords.length <= 5 ? naming.likenessTo(significantText(page.lastSegmentWords)) : 0
  return Math.max(text, 0.9 * last)
}

function significantText(words: readonly string[]): string {
  return words.filter((word) => !isStopWord(word)).join(' ')
}

export const EXPLORATION_SCORES: Record<LinkedPage['area'], number> = {
  content: 0.12,
  navigation: 0.09,
  search: 0.05,
  aside: 0.05,
  footer: 0.05,
}

const MIN_SIMILAR_PAGES = 4

export function hasSimilarPages(shape: string, frontier: Frontier): boolean {
  return (
    (shape.split('/').length > 2 || !shape.endsWith('?')) &&
    frontier.countWithPattern(shape) >= MIN_SIMILAR_PAGES
  )
}
