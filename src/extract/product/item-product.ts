import type { ReadablePage } from '../page.ts'
import { isOfType, itemsIn, nameOf, textsOf } from '../structured-data/item.ts'
import { itemsOf } from '../structured-data/structured-data.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { likenessOf, absolute } from './page-facts.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { known, orNone, readOffer } from './offer.ts'
import type { FoundProduct, Picture, Variant } from './offer.ts'

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

/** How what is described is to be read. */
export interface ItemReading {
  base: string | undefined
  hints: MoneyHints
}

/** A product as its description in structured data has it. */
export function itemProduct(item: Item, reading: ItemReading): FoundProduct {
  return {
    title: nameOf(item, 'name'),
    brand: nameOf(item, 'brand', 'manufacturer'),
    category: categoryOf(item),
    url: absolute(textsOf(item, 'url')[0], reading.base),
    description: nameOf(item, 'description'),
    images: picturesOf(item, reading),
    variants: variantsOf(item, reading),
  }
}

/** A category that is a name, not the URL or number of a taxonomy. */
function categoryOf(item: Item): string | undefined {
  const category = nameOf(item, 'category')?.replace(/\s*(?:>|\/|»|›)\s*/g, ' > ')
  return category === undefined || /^(?:https?:|\d+$)/.test(category) ? undefined : category
}

export function picturesOf(item: Item, { base }: ItemReading): Picture[] {
  const values = ['image', 'photo'].flatMap((name) => item.properties.get(name) ?? [])
  const pictures = values.slice(0, MAX_PICTURES).flatMap((value) => {
    const isItem = typeof value === 'object'
    const url = absolute(isItem ? textsOf(value, 'contentUrl', 'url', '@id')[0] : String(value), base)
    return url === undefined
      ? []
      : [known({ url, alt: isItem ? nameOf(value, 'caption', 'name') : undefined })]
  })
  return [...new Map(pictures.map((picture) => [picture.url, picture])).values()]
}

const MAX_PICTURES = 50
const MAX_VARIANTS = 500

function variantsOf(item: Item, reading: ItemReading): Variant[] {
  const described = itemsIn(item, 'hasVariant').slice(0, MAX_VARIANTS)
  if (described.length > 0)
    return described.map((variant) => variantOf(variant, offersOf(variant)[0], reading))
  const offers = offersOf(item).slice(0, MAX_VARIANTS)
  const skus = new Set(offers.flatMap((offer) => textsOf(offer, 'sku', 'mpn', 'gtin13', 'gtin')[0] ?? []))
  if (offers.length > 1 && skus.size === offers.length)
    return offers.map((offer) => variantOf(offer, offer, reading))
  const priced = offers.find(
    ({ properties }) => properties.has('price') || properties.has('priceSpecification'),
  )
  const [summary] = itemsIn(item, 'offers')
  return [{ ...variantOf(item, priced ?? offers[0] ?? summary, reading), ...anyAvailable(offers, reading) }]
}

/** Whether one of several sellers has it. */
function anyAvailable(offers: readonly Item[], { hints }: ItemReading): Pick<Variant, 'availability'> {
  const stated = offers.flatMap((offer) => readOffer(offer, hints).availability ?? [])
  const availability = stated.find(({ inStock }) => inStock) ?? stated[0]
  return availability === undefined ? {} : { availability }
}

/** Offers as they are, or those that a summary of them consists of. */
function offersOf(item: Item): Item[] {
  return itemsIn(item, 'offers').flatMap((offer) => {
    const within = itemsIn(offer, 'offers')
    if (within.length > 0) return within
    return offer.properties.has('price') || !offer.properties.has('lowPrice') ? [offer] : []
  })
}

function variantOf(item: Item, offer: Item | undefined, reading: ItemReading): Variant {
  const isVariant = !isOfType(item, GROUP)
  const id = textsOf(item, 'productID', 'identifier', 'productGroupID')[0]
  return known({
    id: id === undefined || /^https?:/.test(id) ? undefined : id,
    sku:
      textsOf(item, 'sku')[0] ??
      textsOf(offer, 'sku')[0] ??
      (isVariant ? textsOf(item, 'mpn')[0] : undefined),
    title: nameOf(item, 'name'),
    values: valuesOf(item),
    ...(offer === undefined ? {} : readOffer(offer, reading.hints)),
    images: orNone(picturesOf(item, reading)),
  })
}

const GROUP: ReadonlySet<string> = new Set(['ProductGroup'])

/** What sets it apart: its colour and size, and properties that it names itself. */
function valuesOf(item: Item): Record<string, string> | undefined {
  const named = [...APART, ...textsOf(item, 'variesBy').map((name) => name.replace(/^.*\//, ''))]
  const values = named.flatMap((name) => {
    const value = nameOf(item, name)
    return value === undefined || /^https?:/.test(value) ? [] : [[name, value] as const]
  })
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

const APART = ['color', 'size', 'material', 'pattern', 'suggestedAge', 'suggestedGender']
