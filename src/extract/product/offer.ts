import { itemsIn, textsOf } from '../structured-data/properties.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { currencyCode } from '../values/currency.ts'
import type { MoneyHints } from '../values/currency.ts'
import { readMoney } from '../values/money.ts'
import type { Money } from '../values/money.ts'
import { statedAvailability } from './availability.ts'
import { known } from './found-product.ts'
import type { Variant } from './found-product.ts'

/** What an offer says about price, former price and availability. */
export function readOffer(offer: Item, hints: MoneyHints): Pick<Variant, 'price' | 'sale' | 'availability'> {
  const stated = statedPrices(offer, hints)
  const current = stated.find(({ isFormer }) => !isFormer)?.money
  const former = stated.find(
    ({ isFormer, money }) => isFormer && money.amount > (current?.amount ?? Infinity),
  )?.money
  const availability = textsOf(offer, 'availability')
    .map(statedAvailability)
    .find((value) => value !== undefined)
  return known({
    price: current === undefined ? undefined : priceOf(current),
    sale: former === undefined ? undefined : { originalPrice: priceOf(former) },
    availability,
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
  if (written === undefined) return undefined
  const code = currency === undefined ? undefined : currencyCode(currency, hints)
  const money = readMoney(written, { ...hints, currency: code ?? hints.currency })
  if (money === undefined) return undefined
  const isBare = !/[^\d.,'\s]/.test(money.formatted)
  const meant = code ?? money.currency
  return {
    amount: money.amount,
    currency: meant,
    formatted: isBare && meant !== undefined ? `${money.formatted} ${meant}` : money.formatted,
  }
}

interface StatedPrice {
  money: Money
  isFormer: boolean
}

function statedPrices(offer: Item, hints: MoneyHints): StatedPrice[] {
  const currency = textsOf(offer, 'priceCurrency', 'currency')[0]
  const own = textsOf(offer, 'price', 'salePrice', 'lowPrice')
    .map((written) => statedMoney(written, currency, hints))
    .filter((money) => money !== undefined)
    .map((money) => ({ money, isFormer: false }))
  const specified = itemsIn(offer, 'priceSpecification', 'price').flatMap(
    (specification) => specifiedPrice(specification, currency, hints) ?? [],
  )
  return [...own, ...specified]
}

function specifiedPrice(
  specification: Item,
  offered: string | undefined,
  hints: MoneyHints,
): StatedPrice | undefined {
  const type = textsOf(specification, 'priceType').join(' ')
  const currency = textsOf(specification, 'priceCurrency')[0] ?? offered
  const money = statedMoney(textsOf(specification, 'price', 'minPrice')[0], currency, hints)
  return money === undefined ? undefined : { money, isFormer: FORMER.test(type) }
}

const FORMER = /ListPrice|StrikethroughPrice|SRP|MSRP|RegularPrice/i
