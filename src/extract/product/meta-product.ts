import { plainText } from '../structured-data/properties.ts'
import { statedAvailability } from './availability.ts'
import { known } from './found-product.ts'
import type { FoundProduct } from './found-product.ts'
import { priceOf, statedMoney } from './offer.ts'
import { absolute } from './page-facts.ts'
import type { PageFacts } from './page-facts.ts'

/** What the meta elements tell of a product, and whether they say at all that the page is about one. */
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
      known({
        sku: first('product:retailer_item_id', 'product:sku'),
        price: price === undefined ? undefined : priceOf(price),
        availability: availability === undefined ? undefined : statedAvailability(availability),
      }),
    ],
  }
}
