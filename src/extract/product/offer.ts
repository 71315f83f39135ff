import { itemsIn, textsOf } from '../structured-data/properties.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { currencyCode } from '../../language/currencies.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { readMoney } from '../../language/money.ts'
import type { Money } from '../../language/money.ts'
import { statedAvailability } from './availability.ts'
import { known } from './found-product.ts'
import type { Variant } from './found-product.ts'

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
