import { isObject, objectsWith } from './embedded-json.ts'
import type { JsonObject } from './embedded-json.ts'
import { known } from './found-product.ts'
import type { Variant } from './found-product.ts'
import { absolute } from './page-facts.ts'

/** What is known of the product besides. */
interface KnownPrices {
  amounts: readonly number[]
  currency: string | undefined
  base: string | undefined
}

/**
 * The variants of a page whose scripts keep them by what is chosen: each option of an attribute lists the products that
 * have it, and prices are kept by product. It is taken only when one of the prices is on the page.
 */
export function configuredVariants(
  values: readonly unknown[],
  { amounts, currency, base }: KnownPrices,
): Variant[] {
  for (const config of values.flatMap((value) => objectsWith(value, ['attributes', 'optionPrices']))) {
    const chosen = chosenValues(config['attributes'] as JsonObject)
    const prices = config['optionPrices'] as JsonObject
    const variants = [...chosen].slice(0, MAX_VARIANTS).map(([id, choices]) => {
      const amount = amountOf(prices[id], 'finalPrice')
      const former = amountOf(prices[id], 'oldPrice')
      return known({
        id,
        sku: textUnder(config['sku'] ?? config['skus'], id),
        values: choices,
        price: amount === undefined ? undefined : known({ amount, currency }),
        sale:
          amount !== undefined && former !== undefined && former > amount
            ? { originalPrice: known({ amount: former, currency }) }
            : undefined,
        images: picturesOf(config['images'], id, base),
      })
    })
    if (variants.some(({ price }) => price !== undefined && amounts.includes(price.amount))) return variants
  }
  return []
}

const MAX_VARIANTS = 500
const MAX_CHOICES = 20_000

/** What is chosen for each product, by the names of the attributes. */
function chosenValues(attributes: JsonObject): Map<string, Record<string, string>> {
  const chosen = new Map<string, Record<string, string>>()
  let left = MAX_CHOICES
  for (const attribute of Object.values(attributes).filter(isObject)) {
    const name = textUnder(attribute, 'label') ?? textUnder(attribute, 'code')
    const options = Array.isArray(attribute['options'])
      ? (attribute['options'] as unknown[]).filter(isObject)
      : []
    for (const option of name === undefined ? [] : options) {
      const label = textUnder(option, 'label')
      const products = Array.isArray(option['products']) ? (option['products'] as unknown[]) : []
      for (const id of label === undefined ? [] : products) {
        if (left-- <= 0) return chosen
        chosen.set(String(id), { ...chosen.get(String(id)), [name!]: label! })
      }
    }
  }
  return chosen
}

function textUnder(object: unknown, name: string): string | undefined {
  const value = isObject(object) ? object[name] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function amountOf(price: unknown, name: string): number | undefined {
  const kept = isObject(price) ? price[name] : undefined
  const amount = isObject(kept) ? kept['amount'] : kept
  return typeof amount === 'number' && amount >= 0 ? amount : undefined
}

function picturesOf(images: unknown, id: string, base: string | undefined): Variant['images'] {
  const list = isObject(images) && Array.isArray(images[id]) ? (images[id] as unknown[]).filter(isObject) : []
  const pictures = list.slice(0, 20).flatMap((image) => {
    const url = absolute(textUnder(image, 'full') ?? textUnder(image, 'img'), base)
    return url === undefined ? [] : [known({ url, alt: textUnder(image, 'caption') })]
  })
  return pictures.length > 0 ? pictures : undefined
}
