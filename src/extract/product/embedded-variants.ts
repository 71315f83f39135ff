import type { ReadablePage } from '../page.ts'
import { isObject } from '../schema/json-schema.ts'
import { currencyCode } from '../../language/currencies.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { readNumber } from '../../language/numbers.ts'
import { statedAvailability, withoutUndefined, absolute, likenessOf } from './offer.ts'
import type { Picture, Variant } from './offer.ts'
import { isText } from 'domhandler'
import { findAll } from 'domutils'

interface KnownProduct {
  title: string | undefined
  amounts: readonly number[]
  currency: string | undefined
  skus: readonly string[]
  hints: MoneyHints
}

/**
 * The variants that the page's own scripts work with. A list of things with prices is taken for them only when what it
 * hangs on has the name of the product, or its numbers and prices are those that the page states elsewhere: the same
 * data often holds other products.
 */
export function embeddedVariants(page: ReadablePage, product: KnownProduct): Variant[] {
  const [best] = embeddedLists(page)
    .filter(({ list }) => list.every(isVariantLike))
    .map((found) => ({ ...found, trust: trustIn(found, product) }))
    .filter(({ trust }) => trust > 0)
    .toSorted((one, other) => other.trust - one.trust || other.list.length - one.list.length)
  if (!best) return []
  const scale = scaleOf(best.list, product.amounts)
  const names = optionNames(best.holder)
  return best.list.map((variant) => variantOf(variant, { names, scale, product, base: page.base }))
}

function fieldIn(object: JsonObject, names: readonly string[]): unknown {
  const keys = Object.keys(object).map(
    (key) => [key.toLowerCase().replace(/[^a-z0-9]/g, ''), object[key]] as const,
  )
  for (const name of names) {
    const found = keys.find(
      ([key, value]) => key === name && value !== null && value !== undefined && value !== '',
    )
    if (found) return found[1]
  }
  return undefined
}

const PRICE =
  'saleprice finalprice currentprice displayprice price priceamount sellingprice pricevalue'.split(' ')
const FORMER =
  'compareatprice displayregularprice regularprice listprice oldprice originalprice wasprice msrp'.split(' ')
const SKU = 'sku skuid itemnumber articlenumber partnumber mpn'.split(' ')
const ID = 'id variationid variantid productid entityid'.split(' ')
const TITLE = 'title name label publictitle varianttitle'.split(' ')
const STOCK =
  'available availableforsale isinstock instock isavailable issalable availability stockstatus availabilitystatus'.split(
    ' ',
  )
const IMAGE = 'featuredimage image imageurl picture thumbnail images media'.split(' ')
const OPTIONS = 'selectedoptions options attributes optionvalues variantoptions'.split(' ')

function isVariantLike(object: JsonObject): boolean {
  const has = (names: readonly string[]): boolean => fieldIn(object, names) !== undefined
  return has(PRICE) && [SKU, ID, TITLE, OPTIONS].filter(has).length >= 2
}

function trustIn({ list, holder }: ObjectList, { title, skus, amounts }: KnownProduct): number {
  const name = textIn(fieldIn(holder, TITLE))
  const likeness = likenessOf(name, title)
  const numbers = new Set(
    list.flatMap((variant) => [fieldIn(variant, SKU), fieldIn(variant, ID)]).map(String),
  )
  const hasSku = skus.some((sku) => numbers.has(sku))
  if (name !== undefined && likeness < 0.5 && !hasSku) return 0
  const hasPrice = list.some((variant) => {
    const amount = amountIn(fieldIn(variant, PRICE))
    return amount !== undefined && (amounts.includes(amount) || amounts.includes(amount / 100))
  })
  const hasOptions = list.some((variant) => fieldIn(variant, OPTIONS) !== undefined || 'option1' in variant)
  return (likeness >= 0.8 ? 2 : 0) + (hasSku ? 2 : 0) + (hasPrice && hasOptions ? 1 : 0)
}

function amountIn(value: unknown): number | undefined {
  const amount = isObject(value)
    ? amountIn(fieldIn(value, ['amount', 'value', 'price', 'current', 'raw']))
    : readNumber(String(value).slice(0, 40))
  return amount !== undefined && amount >= 0 ? amount : undefined
}

/** Scripts often count in cents; which it is only the prices on the page can tell. */
function scaleOf(list: readonly JsonObject[], amounts: readonly number[]): number | undefined {
  const counted = list.flatMap((variant) => amountIn(fieldIn(variant, PRICE)) ?? [])
  if (counted.some((amount) => amounts.includes(amount))) return 1
  if (counted.some((amount) => amounts.includes(amount / 100))) return 0.01
  return counted.some((amount) => !Number.isInteger(amount)) ? 1 : undefined
}

interface VariantReading {
  names: readonly string[]
  scale: number | undefined
  product: KnownProduct
  base: string | undefined
}

function variantOf(variant: JsonObject, reading: VariantReading): Variant {
  const title = textIn(fieldIn(variant, TITLE))
  const image = pictureIn(fieldIn(variant, IMAGE), reading.base)
  const price = priceIn(fieldIn(variant, PRICE), reading)
  const former = priceIn(fieldIn(variant, FORMER), reading)
  return withoutUndefined({
    id: textIn(fieldIn(variant, ID)),
    sku: textIn(fieldIn(variant, SKU)),
    title: isDefault(title) ? undefined : title,
    values: valuesIn(variant, reading.names),
    price,
    sale: price && former && former.amount > price.amount ? { originalPrice: former } : undefined,
    availability: availabilityIn(fieldIn(variant, STOCK)),
    images: image && [image],
  })
}

function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > 500 ? undefined : text
}

/** What shops call the variant of a product that has no variants. */
function isDefault(text = ''): boolean {
  return /^default title$/i.test(text)
}

function priceIn(value: unknown, { scale, product: { currency, hints } }: VariantReading): Variant['price'] {
  const counted = amountIn(value)
  if (counted === undefined || scale === undefined) return undefined
  const stated = isObject(value) ? textIn(fieldIn(value, ['currencycode', 'currency'])) : undefined
  return withoutUndefined({
    amount: Number((counted * scale).toFixed(4)),
    currency: (stated && currencyCode(stated, hints)) ?? currency,
  })
}

function availabilityIn(stated: unknown): Variant['availability'] {
  return typeof stated === 'boolean' ? { inStock: stated } : statedAvailability(textIn(stated) ?? '')
}

function pictureIn(value: unknown, base: string | undefined): Picture | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const reference = isObject(first) ? fieldIn(first, ['src', 'url', 'fullsrc', 'full', 'img']) : first
  const url = absolute(textIn(reference), base)
  const alt = isObject(first) ? textIn(fieldIn(first, ['alt', 'alttext', 'caption'])) : undefined
  return url === undefined ? undefined : withoutUndefined({ url, alt })
}

function optionNames(holder: JsonObject): string[] {
  const options = fieldIn(holder, ['optionnames', 'options', 'optionswithvalues'])
  if (!Array.isArray(options)) return []
  return (options as unknown[])
    .slice(0, 10)
    .map((option) => textIn(isObject(option) ? fieldIn(option, ['name', 'label', 'title']) : option) ?? '')
}

function valuesIn(variant: JsonObject, names: readonly string[]): Record<string, string> | undefined {
  const options = fieldIn(variant, OPTIONS)
  const listed = Array.isArray(options)
    ? (options as unknown[])
    : [1, 2, 3].map((nth) => variant[`option${nth}`])
  const entries: [name: string, value: unknown][] = isObject(options)
    ? Object.entries(options)
    : listed.map((option, nth) => {
        const own = isObject(option)
          ? textIn(fieldIn(option, ['name', 'optionname', 'attribute', 'key']))
          : undefined
        return [own ?? (names[nth] || `option${nth + 1}`), option]
      })
  const values = entries.slice(0, 10).flatMap(([name, value]) => {
    const text = textIn(isObject(value) ? fieldIn(value, ['value', 'label', 'name']) : value)
    const plain = name.replace(/^attribute_(?:pa_)?/, '')
    return text === undefined || plain === '' || isDefault(text) ? [] : [[plain, text] as const]
  })
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

type JsonObject = Record<string, unknown>

interface ObjectList {
  list: JsonObject[]
  holder: JsonObject
}

function embeddedLists({ root, landmarks }: ReadablePage): ObjectList[] {
  let left = MAX_CHARS
  const lists: ObjectList[] = []
  const read = (text: string): void => {
    if (text.length > left || !/price/i.test(text.slice(0, MAX_LOOKED))) return
    left -= text.length
    try {
      lists.push(...listsIn(JSON.parse(text)))
    } catch {
      // Not JSON after all.
    }
  }
  for (const { name, attribs, children } of landmarks) {
    if (name === 'script' && DATA_TYPES.test(attribs['type'] ?? ''))
      read(children.map((child) => (isText(child) ? child.data : '')).join(''))
  }
  for (const { attribs } of findAll(() => true, root.children))
    for (const value of Object.values(attribs)) if (value.length > 40 && /^[[{]/.test(value)) read(value)
  return lists
}

const MAX_CHARS = 6_000_000
const MAX_LOOKED = 500_000
const DATA_TYPES = /^\s*(?:application\/json|text\/x-magento-init|text\/json)/i

function listsIn(value: unknown): ObjectList[] {
  const found: ObjectList[] = []
  let left = MAX_NODES
  const look = (node: unknown, holder: JsonObject, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > MAX_DEPTH || left-- <= 0) return
    if (isObject(node)) {
      if (isObject(node['attributes']) && isObject(node['optionPrices']))
        found.push({ list: magentoVariants(node, node['attributes'], node['optionPrices']), holder: {} })
      for (const name in node) look(node[name], node, depth + 1)
      return
    }
    const members = node as unknown[]
    if (members.length > 0 && members.length <= MAX_LIST && members.every(isObject))
      found.push({ list: members, holder })
    for (const member of members) look(member, holder, depth + 1)
  }
  look(value, {}, 0)
  return found
}

const MAX_NODES = 300_000
const MAX_DEPTH = 30
const MAX_LIST = 1000

/** Magento lists the products of each option of each attribute, and keeps prices and pictures by product. */
function magentoVariants(config: JsonObject, attributes: JsonObject, prices: JsonObject): JsonObject[] {
  const chosen = new Map<string, JsonObject>()
  for (const attribute of Object.values(attributes).filter(isObject)) {
    for (const option of listed(attribute['options']).filter(isObject)) {
      for (const id of listed(option['products']).map(String)) {
        if (!chosen.has(id) && chosen.size >= MAX_LIST) break
        chosen.set(id, {
          ...chosen.get(id),
          [String(attribute['label'] ?? attribute['code'])]: option['label'],
        })
      }
    }
  }
  const of = (name: string, id: string): unknown => (isObject(config[name]) ? config[name][id] : undefined)
  return [...chosen].map(([id, options]) => ({
    id,
    options,
    sku: of('sku', id),
    images: of('images', id),
    ...(isObject(prices[id]) && prices[id]),
  }))
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}
