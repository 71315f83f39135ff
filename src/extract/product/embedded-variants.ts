import { currencyCode } from '../values/currency.ts'
import type { MoneyHints } from '../values/currency.ts'
import { readNumber } from '../values/number.ts'
import { statedAvailability } from './availability.ts'
import { isObject, objectLists } from './embedded-json.ts'
import type { JsonObject } from './embedded-json.ts'
import { known } from './found-product.ts'
import type { Picture, Variant } from './found-product.ts'
import { absolute, likenessOf } from './page-facts.ts'

/** What is known of the product before its scripts are looked into. */
interface KnownProduct {
  title: string | undefined
  /** What it and its variants cost, by other accounts. */
  amounts: readonly number[]
  currency: string | undefined
  skus: readonly string[]
  base: string | undefined
  hints: MoneyHints
}

/**
 * The variants that the page's own scripts work with. A list of things with prices is taken for them only when what it
 * hangs on has the name of the product, or its numbers and prices are those that the page states elsewhere: the same
 * data often holds other products.
 */
export function embeddedVariants(values: readonly unknown[], product: KnownProduct): Variant[] {
  const lists = values.flatMap(objectLists).filter(({ list }) => list.every(isVariantLike))
  const [best] = lists
    .map(({ list, holder }) => ({ list, holder, trust: trustIn(list, holder, product) }))
    .filter(({ trust }) => trust > 0)
    .toSorted((one, other) => other.trust - one.trust || other.list.length - one.list.length)
  if (best === undefined) return []
  const scale = scaleOf(best.list, product.amounts)
  const names = optionNames(best.holder)
  return best.list.map((variant) => variantOf(variant, { names, scale, product }))
}

/** The value under the first of several names, however they are spelled. */
function under(object: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    for (const key in object) {
      if (key.toLowerCase().replace(/[^a-z0-9]/g, '') !== name) continue
      const value = object[key]
      if (value !== null && value !== undefined && value !== '') return value
    }
  }
  return undefined
}

const PRICE =
  'saleprice finalprice currentprice displayprice price priceamount sellingprice pricevalue unitprice'.split(
    ' ',
  )
const FORMER =
  'compareatprice displayregularprice regularprice listprice oldprice originalprice wasprice msrp'.split(' ')
const SKU = 'sku skuid itemnumber articlenumber partnumber mpn'.split(' ')
const ID = 'id variationid variantid productid entityid'.split(' ')
const TITLE = 'title name label publictitle varianttitle'.split(' ')
const AVAILABLE = 'available availableforsale isinstock instock isavailable purchasable issalable'.split(' ')
const STOCK = 'availability stockstatus availabilitystatus'.split(' ')
const IMAGE = 'featuredimage image imageurl picture thumbnail images media'.split(' ')
const OPTIONS = 'selectedoptions options attributes optionvalues variantoptions properties'.split(' ')

function isVariantLike(object: JsonObject): boolean {
  return (
    under(object, PRICE) !== undefined &&
    [SKU, ID, TITLE, OPTIONS].filter((names) => under(object, names) !== undefined).length >= 2
  )
}

function trustIn(
  list: readonly JsonObject[],
  holder: JsonObject,
  { title, skus, amounts }: KnownProduct,
): number {
  const name = under(holder, TITLE)
  const isNamed = typeof name === 'string' && likenessOf(name, title) >= 0.8
  const isOther = typeof name === 'string' && likenessOf(name, title) < 0.5
  const numbers = new Set(list.flatMap((variant) => [under(variant, SKU), under(variant, ID)]).map(String))
  const hasSku = skus.some((sku) => numbers.has(sku))
  const hasPrice = list.some((variant) => {
    const amount = amountOf(under(variant, PRICE))
    return amount !== undefined && (amounts.includes(amount) || amounts.includes(amount / 100))
  })
  if (isOther && !hasSku) return 0
  const hasOptions = list.some((variant) => under(variant, OPTIONS) !== undefined || 'option1' in variant)
  return (isNamed ? 2 : 0) + (hasSku ? 2 : 0) + (hasPrice && hasOptions ? 1 : 0)
}

function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  if (typeof value === 'string') return value.length < 40 ? readNumber(value) : undefined
  if (!isObject(value)) return undefined
  const inner = under(value, ['amount', 'value', 'price', 'current', 'raw'])
  return isObject(inner) ? undefined : amountOf(inner)
}

/** Scripts often count in cents; which it is only the prices on the page can tell. */
function scaleOf(list: readonly JsonObject[], amounts: readonly number[]): number | undefined {
  const counted = list.flatMap((variant) => amountOf(under(variant, PRICE)) ?? [])
  if (counted.some((amount) => amounts.includes(amount))) return 1
  if (counted.some((amount) => amounts.includes(amount / 100))) return 0.01
  return counted.some((amount) => !Number.isInteger(amount)) ? 1 : undefined
}

interface Reading {
  names: readonly string[]
  scale: number | undefined
  product: KnownProduct
}

function variantOf(variant: JsonObject, { names, scale, product }: Reading): Variant {
  const title = textOf(under(variant, TITLE))
  const values = valuesOf(variant, names)
  const image = pictureOf(under(variant, IMAGE), product.base)
  const price = priceOf(under(variant, PRICE), scale, product)
  const former = priceOf(under(variant, FORMER), scale, product)
  return known({
    id: textOf(under(variant, ID)),
    sku: textOf(under(variant, SKU)),
    title: title === undefined || /^default title$/i.test(title) ? undefined : title,
    values,
    price,
    sale:
      price !== undefined && former !== undefined && former.amount > price.amount
        ? { originalPrice: former }
        : undefined,
    availability: availabilityOf(variant),
    images: image === undefined ? undefined : [image],
  })
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' && value.length <= 500 ? value.trim() : undefined
}

function priceOf(
  value: unknown,
  scale: number | undefined,
  { currency, hints }: KnownProduct,
): Variant['price'] {
  const counted = amountOf(value)
  if (counted === undefined || scale === undefined) return undefined
  const amount = Number((counted * scale).toFixed(4))
  const stated = isObject(value)
    ? textOf(under(value, ['currencycode', 'currency', 'currencyiso']))
    : undefined
  return known({
    amount,
    currency: (stated === undefined ? undefined : currencyCode(stated, hints)) ?? currency,
  })
}

function availabilityOf(variant: JsonObject): Variant['availability'] {
  const flag = under(variant, AVAILABLE)
  if (typeof flag === 'boolean') return { inStock: flag }
  const stated = textOf(under(variant, STOCK))
  return stated === undefined ? undefined : statedAvailability(stated)
}

function pictureOf(value: unknown, base: string | undefined): Picture | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const address = isObject(first) ? under(first, ['src', 'url', 'fullsrc', 'full', 'img']) : first
  const url = typeof address === 'string' ? absolute(address, base) : undefined
  const alt = isObject(first) ? textOf(under(first, ['alt', 'alttext', 'caption'])) : undefined
  return url === undefined ? undefined : known({ url, alt })
}

/** What the options are called that the variants only give values for. */
function optionNames(holder: JsonObject): string[] {
  const options = under(holder, ['optionnames', 'options', 'optionswithvalues'])
  if (!Array.isArray(options)) return []
  return (options as unknown[])
    .slice(0, 10)
    .map((option) => textOf(isObject(option) ? under(option, ['name', 'label', 'title']) : option) ?? '')
}

function valuesOf(variant: JsonObject, names: readonly string[]): Record<string, string> | undefined {
  const values: Record<string, string> = {}
  const put = (name: string, value: unknown): void => {
    const text = textOf(isObject(value) ? under(value, ['value', 'label', 'name']) : value)
    const plain = name.replace(/^attribute_(?:pa_)?/, '')
    if (text !== undefined && plain !== '' && !/^default title$/i.test(text)) values[plain] = text
  }
  const options = under(variant, OPTIONS)
  if (Array.isArray(options)) {
    for (const [index, option] of (options as unknown[]).slice(0, 10).entries()) {
      const own = isObject(option)
        ? textOf(under(option, ['name', 'optionname', 'attribute', 'key']))
        : undefined
      put(own ?? (names[index] || `option${index + 1}`), option)
    }
  } else if (isObject(options)) {
    for (const name of Object.keys(options).slice(0, 10)) put(name, options[name])
  } else {
    for (const index of [1, 2, 3]) put(names[index - 1] || `option${index}`, variant[`option${index}`])
    for (const name of ['color', 'colour', 'size', 'material', 'style']) put(name, variant[name])
  }
  return Object.keys(values).length === 0 ? undefined : values
}
