import { itemsIn, isOfType, nameOf, textsOf } from '../structured-data/properties.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { MoneyHints } from '../values/currency.ts'
import { known } from './found-product.ts'
import type { FoundProduct, Picture, Variant } from './found-product.ts'
import { readOffer } from './offer.ts'
import { absolute } from './page-facts.ts'

/** How what is described is to be read. */
export interface ItemReading {
  base: string | undefined
  hints: MoneyHints
}

/** A product as its description in structured data has it. */
export function itemProduct(item: Item, reading: ItemReading): FoundProduct {
  const group = itemsIn(item, 'isVariantOf').find((other) => other.properties.has('hasVariant'))
  const described = group ?? item
  const title = nameOf(described, 'name') ?? nameOf(item, 'name')
  const description = nameOf(described, 'description') ?? nameOf(item, 'description')
  return {
    title,
    brand: nameOf(item, 'brand') ?? nameOf(described, 'brand') ?? nameOf(item, 'manufacturer'),
    category: categoryOf(item) ?? categoryOf(described),
    url: absolute(textsOf(described, 'url')[0] ?? textsOf(item, 'url')[0], reading.base),
    description,
    images: picturesOf(item, reading),
    variants: variantsOf(described, reading),
  }
}

/** A category that is a name; addresses and numbers of taxonomies tell a reader nothing. */
function categoryOf(item: Item): string | undefined {
  const named = nameOf(item, 'category')
  return named === undefined || /^(?:https?:\/\/|\d+$)/.test(named)
    ? undefined
    : named.replace(/\s*(?:>|\/|»|›)\s*/g, ' > ')
}

export function picturesOf(item: Item, { base }: ItemReading): Picture[] {
  const pictures: Picture[] = []
  for (const value of [
    ...(item.properties.get('image') ?? []),
    ...(item.properties.get('photo') ?? []),
  ].slice(0, MAX_PICTURES)) {
    const written = typeof value === 'object' ? textsOf(value, 'contentUrl', 'url', '@id')[0] : String(value)
    const url = absolute(written, base)
    const alt = typeof value === 'object' ? nameOf(value, 'caption', 'name', 'alternateName') : undefined
    if (url !== undefined && pictures.every((picture) => picture.url !== url))
      pictures.push(known({ url, alt }))
  }
  return pictures
}

const MAX_PICTURES = 50
const MAX_VARIANTS = 500

function variantsOf(item: Item, reading: ItemReading): Variant[] {
  const described = itemsIn(item, 'hasVariant', 'model').filter(
    (variant) => variant.properties.has('offers') || variant.properties.has('sku'),
  )
  if (described.length > 0) {
    return described
      .slice(0, MAX_VARIANTS)
      .map((variant) => variantOf(variant, offersOf(variant)[0], reading))
  }
  const offers = offersOf(item).slice(0, MAX_VARIANTS)
  const ids = offers.map((offer) => identityOf(offer))
  const isPerVariant =
    offers.length > 1 && ids.every((id) => id !== undefined) && new Set(ids).size === offers.length
  if (isPerVariant) return offers.map((offer) => offeredVariant(offer, item, reading))
  const priced = offers.find(
    (offer) => offer.properties.has('price') || offer.properties.has('priceSpecification'),
  )
  const summary = itemsIn(item, 'offers').find((offer) => offer.properties.has('lowPrice'))
  return [
    {
      ...variantOf(item, priced ?? offers[0] ?? summary, reading),
      ...(offers.length > 1 ? anyAvailable(offers, reading) : {}),
    },
  ]
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

/** What tells one variant's offer from the next; sellers of the same thing are not told apart by it. */
function identityOf(offer: Item): string | undefined {
  const offered = itemsIn(offer, 'itemOffered')[0]
  return (
    textsOf(offer, 'sku', 'mpn', 'gtin13', 'gtin')[0] ??
    textsOf(offered, 'sku', '@id', 'name')[0] ??
    (offer.properties.has('seller')
      ? undefined
      : (nameOf(offer, 'name') ?? textsOf(offer, 'url').find((url) => url.includes('?'))))
  )
}

function offeredVariant(offer: Item, product: Item, reading: ItemReading): Variant {
  const offered = itemsIn(offer, 'itemOffered')[0]
  const own = offered === undefined ? {} : variantOf(offered, undefined, reading)
  const title = nameOf(offer, 'name') ?? own.title
  const images = picturesOf(offer, reading)
  return known({
    ...own,
    id: own.id ?? idOf(offer),
    sku: textsOf(offer, 'sku')[0] ?? own.sku,
    title: title === nameOf(product, 'name') ? undefined : title,
    values: own.values ?? valuesOf(offer, []),
    images: images.length > 0 ? images : own.images,
    ...readOffer(offer, reading.hints),
  })
}

function variantOf(item: Item, offer: Item | undefined, reading: ItemReading): Variant {
  const images = picturesOf(item, reading)
  const title = nameOf(item, 'name')
  const variesBy = textsOf(item, 'variesBy')
  const isVariant = !isOfType(item, GROUP)
  return known({
    id: idOf(item),
    sku:
      textsOf(item, 'sku')[0] ??
      textsOf(offer, 'sku')[0] ??
      (isVariant ? textsOf(item, 'mpn')[0] : undefined),
    title,
    values: valuesOf(item, variesBy),
    ...(offer === undefined ? {} : readOffer(offer, reading.hints)),
    images: images.length > 0 ? images : undefined,
  })
}

const GROUP: ReadonlySet<string> = new Set(['ProductGroup'])

/** The number that the shop knows it by. */
function idOf(item: Item): string | undefined {
  const id = textsOf(item, 'productID', 'identifier')[0] ?? textsOf(item, 'productGroupID')[0]
  return id === undefined || /^https?:/.test(id) ? undefined : id
}

/** What sets it apart: its colour and size, and properties that it names itself. */
function valuesOf(item: Item, variesBy: readonly string[]): Record<string, string> | undefined {
  const named = [...APART, ...variesBy.map((name) => name.replace(/^.*\//, ''))]
  const values: Record<string, string> = {}
  for (const name of named) {
    const value = nameOf(item, name)
    if (value !== undefined && !/^https?:/.test(value)) values[name] = value
  }
  return Object.keys(values).length === 0 ? undefined : values
}

const APART = ['color', 'size', 'material', 'pattern', 'suggestedAge', 'suggestedGender']
