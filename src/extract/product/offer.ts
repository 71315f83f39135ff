import { itemsIn, textsOf } from '../structured-data/item.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { currencyCode } from '../../language/currencies.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { readMoney } from '../../language/money.ts'
import type { Money } from '../../language/money.ts'
import type { Product } from '../../contract/product.ts'
import { GONE, THERE } from './shop-words.ts'

/** What an offer says about price, former price and availability. */
export function readOffer(offer: Item, hints: MoneyHints): Pick<Variant, 'price' | 'sale' | 'availability'> {
  const stated = statedPrices(offer, hints)
  const current = stated.find(({ isFormer }) => !isFormer)?.money
  const former = stated.find(
    ({ isFormer, money }) => isFormer && money.amount > (current?.amount ?? Infinity),
  )
  return known({
    price: current && priceOf(current),
    sale: former && { originalPrice: priceOf(former.money) },
    availability: textsOf(offer, 'availability')
      .map(statedAvailability)
      .find((value) => value !== undefined),
  })
}

/** An amount as the answer has it. */
export function priceOf({ amount, currency, formatted }: Money): NonNullable<Variant['price']> {
  return known({ amount, currency, formatted })
}

/** An amount that structured data states beside its currency. */
export function statedMoney(
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

interface StatedPrice {
  money: Money
  isFormer: boolean
}

function statedPrices(offer: Item, hints: MoneyHints): StatedPrice[] {
  const offered = textsOf(offer, 'priceCurrency', 'currency')[0]
  const own = textsOf(offer, 'price', 'salePrice', 'lowPrice').map((written) =>
    statedMoney(written, offered, hints),
  )
  const specified = itemsIn(offer, 'priceSpecification', 'price').map((specification) => {
    const currency = textsOf(specification, 'priceCurrency')[0] ?? offered
    const money = statedMoney(textsOf(specification, 'price', 'minPrice')[0], currency, hints)
    return money && { money, isFormer: FORMER.test(textsOf(specification, 'priceType').join(' ')) }
  })
  return [...own.map((money) => money && { money, isFormer: false }), ...specified].filter(
    (price) => price !== undefined,
  )
}

const FORMER = /ListPrice|StrikethroughPrice|SRP|RegularPrice/i

export type Variant = Product['variants'][number]
type Availability = NonNullable<Variant['availability']>
export type Picture = NonNullable<Variant['images']>[number]

/** What one source tells of a product: the answer's fields, as far as it has them. */
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
export function known<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}

/** A list, unless nothing is in it. */
export function orNone<Item>(list: readonly Item[]): Item[] | undefined {
  return list.length > 0 ? [...list] : undefined
}

/** What schema.org's name for an availability means. */
export function statedAvailability(written: string): Availability | undefined {
  const name = written.trim().replace(/^.*[/:#]/s, '')
  const key = name.toLowerCase().replace(/[^a-z]/g, '')
  if (STATED.test(key)) return { inStock: true, text: name }
  return STATED_GONE.test(key) ? { inStock: false, text: name } : spokenAvailability(written)
}

/** Whether a short text says that something can be had. Longer ones speak of something else as well. */
export function spokenAvailability(text: string): Availability | undefined {
  if (text.length > MAX_SPOKEN_CHARS) return undefined
  if (GONE.test(text)) return { inStock: false, text }
  return THERE.test(text) ? { inStock: true, text } : undefined
}

const MAX_SPOKEN_CHARS = 60

const STATED = /^(?:instock|limitedavailability|onlineonly|instoreonly|available|availablefororder)$/
/** What is made or ordered later can be bought, but is not there. */
const STATED_GONE =
  /^(?:(?:instore)?backorder|oos|outofstock|soldout|discontinued|reserved|preorder|presale|unavailable|pending)$/
