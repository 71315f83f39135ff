import type { ReadablePage } from '../page.ts'
import { isOfType, itemsIn, nameOf, textsOf } from '../structured-data/properties.ts'
import { itemsOf } from '../structured-data/structured-data.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { absolute, likenessOf } from './page-facts.ts'
import type { PageFacts } from './page-facts.ts'

/** Which of the described things the page sells: one, several of which none is meant above the others, or nothing. */
export type MainItem =
  | { state: 'one'; item: Item; /** Other descriptions of the same thing. */ others: Item[] }
  | { state: 'many' }
  | { state: 'none' }

export function mainItem(page: ReadablePage, facts: PageFacts, heading: string | undefined): MainItem {
  const all = itemsOf(page)
  const candidates = all.flatMap(withMainEntities).filter(isSold).slice(0, MAX_CANDIDATES)
  if (candidates.length === 0) return { state: isListing(all) ? 'many' : 'none' }
  const titles = [heading, facts.meta.get('og:title')?.[0], heading === undefined ? facts.title : undefined]
  const addresses = new Set(
    [page.url, facts.canonical, facts.meta.get('og:url')?.[0]].flatMap(
      (url) => comparable(url, page.base) ?? [],
    ),
  )
  const rated = candidates.map((item) => ({
    item,
    score: scoreOf(item, { titles, addresses, base: page.base }),
  }))
  const best = rated.reduce((one, other) => (other.score > one.score ? other : one))
  const name = nameOf(best.item, 'name')
  const others = candidates.filter((item) => item !== best.item && isSame(nameOf(item, 'name'), name))
  const distinct = candidates.length - others.length
  if (best.score < NAMED && (distinct > 1 || isListing(all))) return { state: 'many' }
  if (best.score < NAMED && all.some((item) => isOfType(item, ARTICLES))) return { state: 'none' }
  return { state: 'one', item: best.item, others }
}

const MAX_CANDIDATES = 1000
/** What an item scores whose name or address is that of the page. */
const NAMED = 3

function withMainEntities(item: Item): Item[] {
  return [item, ...itemsIn(item, 'mainEntity')]
}

function isSold(item: Item): boolean {
  return (
    isOfType(item, PRODUCTS) ||
    (isOfType(item, GOODS) &&
      itemsIn(item, 'offers').some((offer) =>
        textsOf(offer, 'price', 'lowPrice').some((price) => Number(price) !== 0),
      ))
  )
}

function isListing(items: readonly Item[]): boolean {
  return items.some((item) => {
    const lists = isOfType(item, LISTS)
      ? [item]
      : itemsIn(item, 'mainEntity').filter((entity) => isOfType(entity, LISTS))
    return lists.some(
      (list) =>
        itemsIn(list, 'itemListElement', 'hasPart').length > 1 || textsOf(list, 'itemListElement').length > 1,
    )
  })
}

const PRODUCTS: ReadonlySet<string> = new Set(
  'Product ProductGroup IndividualProduct ProductModel SomeProducts Vehicle Car'.split(' '),
)
/** Things that are described whether they are sold or not. */
const GOODS: ReadonlySet<string> = new Set(
  'Book Audiobook Game VideoGame MusicAlbum Movie SoftwareApplication Motorcycle'.split(' '),
)
const LISTS: ReadonlySet<string> = new Set(
  'ItemList OfferCatalog CollectionPage SearchResultsPage'.split(' '),
)
const ARTICLES: ReadonlySet<string> = new Set(
  'Article NewsArticle BlogPosting Review Recipe TechArticle Report LiveBlogPosting HowTo FAQPage'.split(' '),
)

interface Known {
  titles: readonly (string | undefined)[]
  addresses: ReadonlySet<string>
  base: string | undefined
}

function scoreOf(item: Item, { titles, addresses, base }: Known): number {
  const name = nameOf(item, 'name')
  const likeness = Math.max(...titles.map((title) => likenessOf(title, name)))
  const urls = [
    ...textsOf(item, 'url', '@id', 'mainEntityOfPage'),
    ...itemsIn(item, 'offers').flatMap((offer) => textsOf(offer, 'url')),
  ]
  const isHere = urls.some((url) => addresses.has(comparable(url, base) ?? ''))
  const named = likeness >= 0.6 ? NAMED + likeness : 0
  return (
    named +
    (isHere ? NAMED : 0) +
    (item.properties.has('offers') || item.properties.has('hasVariant') ? 0.5 : 0)
  )
}

/** An address without what does not tell one page from another. */
function comparable(url: string | undefined, base: string | undefined): string | undefined {
  const parsed = URL.parse(absolute(url, base) ?? '')
  return parsed === null || parsed.pathname === '/'
    ? undefined
    : `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}`
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase()
}
