import { itemsIn, textsOf, plainText } from '../structured-data/item.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { currencyCode } from '../../language/currencies.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { readMoney } from '../../language/money.ts'
import type { Money } from '../../language/money.ts'
import type { Product } from '../../contract/product.ts'
import { folded } from '../findings/layout.ts'
import { poolOf } from '../findings/pool.ts'
import type { ReadablePage } from '../page.ts'
import { readExpressions } from '../../language/data-files.ts'
import { webUrl } from '../findings/element-profile.ts'

export function readOffer(offer: Item, hints: MoneyHints): Pick<Variant, 'price' | 'sale' | 'availability'> {
  const stated = statedPrices(offer, hints)
  const current = stated.find(({ isFormer }) => !isFormer)?.money
  const former = stated.find(
    ({ isFormer, money }) => isFormer && money.amount > (current?.amount ?? Infinity),
  )
  return withoutUndefined({
    price: current && priceOf(current),
    sale: former && { originalPrice: priceOf(former.money) },
    availability: textsOf(offer, 'availability')
      .map(statedAvailability)
      .find((value) => value !== undefined),
  })
}

export function priceOf({ amount, currency, formatted }: Money): NonNullable<Variant['price']> {
  return withoutUndefined({ amount, currency, formatted })
}

function statedMoney(
  written: string | undefined,
  currency: string | undefined,
  hints: MoneyHints,
): Money | undefined {
  const code = currency && currencyCode(currency, hints)
  const money =
    written === undefined ? undefined : readMoney(written, { ...hints, currency: code ?? hints.currency })
  const meant = code ?? money?.currency
  const isBare = money && meant && !/[^\d.,'\s]/.test(money.formatted)
  return (
    money && {
      ...money,
      currency: meant,
      formatted: isBare ? `${money.formatted} ${meant}` : money.formatted,
    }
  )
}

function statedPrices(offer: Item, hints: MoneyHints) {
  const offered = textsOf(offer, 'priceCurrency', 'currency')[0]
  const own = textsOf(offer, 'price', 'salePrice', 'lowPrice').map((written) =>
    statedMoney(written, offered, hints),
  )
  const specified = itemsIn(offer, 'priceSpecification', 'price').map((specification) => {
    const currency = textsOf(specification, 'priceCurrency')[0] ?? offered
    const money = statedMoney(textsOf(specification, 'price', 'minPrice')[0], currency, hints)
    return money && { money, isFormer: FORMER_TYPES.test(textsOf(specification, 'priceType').join(' ')) }
  })
  return [...own.map((money) => money && { money, isFormer: false }), ...specified].filter(
    (price) => price !== undefined,
  )
}

const FORMER_TYPES = /ListPrice|StrikethroughPrice|SRP|RegularPrice/i

export type Variant = Product['variants'][number]
type Availability = NonNullable<Variant['availability']>
export type Picture = NonNullable<Variant['images']>[number]

export interface FoundProduct {
  title?: string | undefined
  brand?: string | undefined
  category?: string | undefined
  url?: string | undefined
  description?: string | undefined
  images: Picture[]
  variants: Variant[]
}

/** An object without the fields that are not known. */
export function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}

export function nonEmpty<Item>(list: readonly Item[]): Item[] | undefined {
  return list.length > 0 ? [...list] : undefined
}

export function statedAvailability(written: string): Availability | undefined {
  const name = written.trim().replace(/^.*[/:#]/s, '')
  const key = name.toLowerCase().replace(/[^a-z]/g, '')
  if (STATED_AVAILABLE.test(key)) return { inStock: true, text: name }
  return STATED_GONE.test(key) ? { inStock: false, text: name } : availabilityInText(written)
}

/** Whether a short text says that something can be had. Longer ones speak of something else as well. */
export function availabilityInText(text: string): Availability | undefined {
  if (text.length > MAX_AVAILABILITY_CHARS) return undefined
  if (GONE.test(text)) return { inStock: false, text }
  return THERE.test(text) ? { inStock: true, text } : undefined
}

const MAX_AVAILABILITY_CHARS = 60

const STATED_AVAILABLE =
  /^(?:instock|limitedavailability|onlineonly|instoreonly|available|availablefororder)$/
/** What is made or ordered later can be bought, but is not there. */
const STATED_GONE =
  /^(?:(?:instore)?backorder|oos|outofstock|soldout|discontinued|reserved|preorder|presale|unavailable|pending)$/

/** What the head of a page says about it. */
export type PageFacts = ReturnType<typeof pageFacts>

export function pageFacts(page: ReadablePage) {
  const { landmarks, base, url } = page
  const meta = new Map<string, string[]>()
  for (const { name, attribs } of landmarks) {
    const called = (attribs['property'] ?? attribs['name'] ?? '').trim().toLowerCase()
    const content = folded(attribs['content'] ?? '')
    if (name === 'meta' && called !== '' && content !== '')
      meta.set(called, [...(meta.get(called) ?? []).slice(0, 50), content])
  }
  const html = landmarks.find(({ name }) => name === 'html')
  const canonical = landmarks.find(
    ({ name, attribs }) => name === 'link' && /^\s*canonical\s*$/i.test(attribs['rel'] ?? ''),
  )
  const language = html?.attribs['lang'] ?? html?.attribs['xml:lang'] ?? meta.get('og:locale')?.[0]
  const stated = CURRENCY_NAMES.flatMap((name) => meta.get(name) ?? [])[0]
  const hints: MoneyHints = { language, host: URL.parse(url ?? base ?? '')?.hostname }
  return {
    meta,
    canonical: absolute(canonical?.attribs['href'], base),
    title: poolOf(page)
      .findings.find(({ reader }) => reader === 'title')
      ?.text.slice(0, 300),
    hints: { ...hints, currency: stated && currencyCode(stated, hints) },
  }
}

const CURRENCY_NAMES = ['product:price:currency', 'og:price:currency', 'product:sale_price:currency']

export function absolute(reference: string | undefined, base: string | undefined): string | undefined {
  return (reference?.length ?? 0) > MAX_URL_CHARS ? undefined : webUrl(reference, base)?.href
}

const MAX_URL_CHARS = 4000

/** How many of the words of the shorter text stand in the other one; 0 for a text without words. */
export function likenessOf(one: string | undefined, other: string | undefined): number {
  const { shared, few, many } = comparedWords(one, other)
  // A word or two of a long text are no proof.
  const share = few / many
  return few === 0 ? 0 : (shared / few) * (share < 0.25 ? 0.5 : share < 0.4 ? 0.7 : 1)
}

export function isSameName(one: string | undefined, other: string | undefined): boolean {
  const { shared, many } = comparedWords(one, other)
  return shared / many >= 0.7
}

function comparedWords(one = '', other = ''): { shared: number; few: number; many: number } {
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size) as [
    Set<string>,
    Set<string>,
  ]
  return { shared: [...few].filter((word) => many.has(word)).length, few: few.size, many: many.size }
}

function wordsOf(text: string): Set<string> {
  const words =
    text
      .slice(0, 400)
      .toLowerCase()
      .normalize('NFKD')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  // Texts without spaces are compared by their signs.
  const isUnspaced = words.length === 1 && /[\u3040-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/.test(words[0]!)
  return new Set(isUnspaced ? words[0] : words)
}

export interface MetaProduct extends FoundProduct {
  isProduct: boolean
}

export function metaProduct({ meta, hints }: PageFacts, base: string | undefined): MetaProduct {
  const first = (...names: string[]): string | undefined => names.flatMap((name) => meta.get(name) ?? [])[0]
  const price = statedMoney(
    first('product:sale_price:amount', 'product:price:amount', 'og:price:amount'),
    first('product:price:currency', 'og:price:currency'),
    hints,
  )
  const availability = first('product:availability', 'og:availability')
  const description = first('og:description', 'description')
  return {
    isProduct: /^(?:og:)?product(?:\.item)?$/i.test(first('og:type') ?? '') || price !== undefined,
    title: first('og:title'),
    brand: first('product:brand', 'og:brand'),
    category: first('product:category'),
    url: absolute(first('og:url'), base),
    description: description === undefined ? undefined : plainText(description),
    images: (meta.get('og:image') ?? []).flatMap((address) => {
      const url = absolute(address, base)
      return url === undefined ? [] : [{ url }]
    }),
    variants: [
      withoutUndefined({
        sku: first('product:retailer_item_id', 'product:sku'),
        price: price === undefined ? undefined : priceOf(price),
        availability: availability === undefined ? undefined : statedAvailability(availability),
      }),
    ],
  }
}

const shopWords = readExpressions(new URL('shop-words.txt', import.meta.url))

export const BUY = new RegExp(shopWords.get('buy')!, 'iu')
export const RELATED = new RegExp(shopWords.get('related')!, 'iu')
export const SAVING_BEFORE = new RegExp(shopWords.get('before-saving')!, 'iu')
export const SAVING_AFTER = new RegExp(shopWords.get('after-saving')!, 'iu')
/** A price that is not asked any more, or never was. */
export const FORMER = new RegExp(shopWords.get('former-price')!, 'iu')
const GONE = new RegExp(shopWords.get('gone')!, 'iu')
/** That it can. These begin the text: later in it they are about something else, such as the colours that are available. */
const THERE = new RegExp(
  String.raw`^(?:✓|✔|•|●|[\p{So}\s])*(?:(?:${shopWords.get('stock-label')!})\s*:\s*)?(?:\d+\s+)?(?:${shopWords.get('there')!})`,
  'iu',
)
