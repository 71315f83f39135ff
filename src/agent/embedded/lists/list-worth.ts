import { lastWords } from '../address.ts'
import { EXPLORED } from '../exploring.ts'
import type { VisitedPage, Way } from '../frontier.ts'
import { handicap, hubLikeness, likeness, ownerLikeness } from '../hubs.ts'
import { CALLED_SO, JUST_SO } from './list-pages.ts'
import type { Plan, PlannedList } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { coverage } from '../subject.ts'
import { isStopWord } from '../../../language/common-words.ts'
import { wordsOf } from '../../../language/words.ts'

const MOST_FIELDS = 40
/** How much of a text says what the page is about. */
const INTRODUCTION = 160

/** How likely a page has the list, from 0 to 1. */
export function worthOfHub(way: Way, { plan, list }: { plan: Plan; list: PlannedList }): number {
  const all = coverage(plan.subject.terms, [...way.textWords, ...way.lastWords])
  const worth =
    0.55 * likeness(list.naming, way) +
    0.3 * all +
    0.25 * hubLikeness(way, [list, ...list.fields.slice(0, MOST_FIELDS)]) +
    0.15 * ownerLikeness(way) +
    (way.area === 'navigation' ? 0.03 : 0)
  return 0.8 * handicap(way) * Math.min(1, worth)
}

/** What a page is worth for where it stands, as any may lead to the list. */
export function exploration(way: Way): number {
  return handicap(way) * EXPLORED[way.area]
}

/** How far a page is called what is listed, from 0 to 1. */
export function calledLike(
  { list, plan, site }: { list: PlannedList; plan: Plan; site: SiteWords },
  { title, headings, url }: VisitedPage,
  { way, text = '' }: { way: Way | undefined; text: string | undefined },
): number {
  const names = [...title.split(/\s[|–—·•-]\s/), headings[0] ?? '', lastWords(url), way?.text ?? ''].filter(
    (name) => name !== '' && name.length < 80,
  )
  const likenesses = names.map((name) => list.naming.likenessTo(name))
  // `6 open roles` at the beginning of a page says it too.
  const noun = wordsOf((list.path.at(-1) ?? '').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).at(-1)
  const isSaid = noun !== undefined && wordsOf(text.slice(0, INTRODUCTION)).includes(noun)
  const isAsked = names.some((name) => isAskedFor(name, plan, site))
  return Math.max(isSaid ? CALLED_SO : 0, isAsked ? JUST_SO : 0, ...likenesses)
}

/** Whether all that a name says is what the request is about: a section, a category. */
function isAskedFor(name: string, { subject: { terms } }: Plan, site: SiteWords): boolean {
  const telling = wordsOf(name).filter((word) => !isStopWord(word) && !site.has(word))
  return telling.length > 0 && telling.every((word) => (terms.get(word) ?? 0) >= 1 && !/^\d+$/.test(word))
}
