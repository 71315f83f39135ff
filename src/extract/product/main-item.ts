import type { ReadablePage } from '../page.ts'
import { isOfType, itemsIn, nameOf, textsOf } from '../structured-data/properties.ts'
import { itemsOf } from '../structured-data/structured-data.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { likenessOf } from './page-facts.ts'

/** Which of the described things the page sells: one, several of which none is meant above the others, or nothing. */
export type MainItem = { state: 'one'; item: Item } | { state: 'many' } | { state: 'none' }

export function mainItem(page: ReadablePage, title: string | undefined): MainItem {
  const all = itemsOf(page)
  const sold = all
    .flatMap((item) => [item, ...itemsIn(item, 'mainEntity')])
    .filter((item) => isOfType(item, PRODUCTS))
    .slice(0, MAX_CANDIDATES)
  const [best] = sold
    .map((item) => ({ item, score: scoreOf(item, title) }))
    .toSorted((one, other) => other.score - one.score)
  if (best === undefined) return { state: all.some(isListing) ? 'many' : 'none' }
  if (best.score >= NAMED) return { state: 'one', item: best.item }
  const names = new Set(sold.map((item) => nameOf(item, 'name')?.toLowerCase()))
  if (names.size > 1 || all.some(isListing)) return { state: 'many' }
  return all.some((item) => isOfType(item, ARTICLES)) ? { state: 'none' } : { state: 'one', item: best.item }
}

const MAX_CANDIDATES = 1000
/** The least score of an item that has the name of the page. */
const NAMED = 3

function scoreOf(item: Item, title: string | undefined): number {
  const likeness = likenessOf(title, nameOf(item, 'name'))
  const isOffered = item.properties.has('offers') || item.properties.has('hasVariant')
  return (likeness >= 0.6 ? NAMED + likeness : 0) + (isOffered ? 0.5 : 0)
}

function isListing(item: Item): boolean {
  const lists = [item, ...itemsIn(item, 'mainEntity')].filter((each) => isOfType(each, LISTS))
  return lists.some(
    (list) =>
      itemsIn(list, 'itemListElement', 'hasPart').length > 1 || textsOf(list, 'itemListElement').length > 1,
  )
}

const PRODUCTS: ReadonlySet<string> = new Set(
  'Product ProductGroup IndividualProduct ProductModel SomeProducts Vehicle Car'.split(' '),
)
const LISTS: ReadonlySet<string> = new Set(
  'ItemList OfferCatalog CollectionPage SearchResultsPage'.split(' '),
)
const ARTICLES: ReadonlySet<string> = new Set(
  'Article NewsArticle BlogPosting Review Recipe TechArticle Report LiveBlogPosting HowTo FAQPage'.split(' '),
)
