import { plainText } from '../structured-data/properties.ts'
import { statedAvailability } from './availability.ts'
import { known } from './found-product.ts'
import type { FoundProduct, Picture } from './found-product.ts'
import { priceOf, statedMoney } from './offer.ts'
import { absolute } from './page-facts.ts'
import type { PageFacts } from './page-facts.ts'

/** What the meta elements tell of a product, and whether they say at all that the page is about one. */
export function metaProduct(
  { meta, hints }: PageFacts,
  base: string | undefined,
): FoundProduct & { isProduct: boolean } {
  const first = (...names: string[]): string | undefined => names.flatMap((name) => meta.get(name) ?? [])[0]
  const regular = statedMoney(
    first('product:price:amount', 'og:price:amount'),
    first('product:price:currency', 'og:price:currency'),
    hints,
  )
  const reduced = statedMoney(first('product:sale_price:amount'), first('product:sale_price:currency'), hints)
  const original = statedMoney(
    first('product:original_price:amount', 'og:price:standard_amount'),
    first('product:original_price:currency', 'product:price:currency'),
    hints,
  )
  const price = reduced ?? regular
  const former = [reduced === undefined ? undefined : regular, original].find(
    (money) => money !== undefined && price !== undefined && money.amount > price.amount,
  )
  const availability = first('product:availability', 'og:availability')
  const description = first('og:description', 'description')
  return {
    isProduct: /^(?:og:)?product(?:\.item)?$/i.test(first('og:type') ?? '') || regular !== undefined,
    title: first('og:title'),
    brand: first('product:brand', 'og:brand'),
    category: first('product:category'),
    url: absolute(first('og:url'), base),
    description: description === undefined ? undefined : plainText(description),
    images: ogPictures(meta, base),
    variants: [
      known({
        sku: first('product:retailer_item_id', 'product:sku'),
        price: price === undefined ? undefined : priceOf(price),
        sale: former === undefined ? undefined : { originalPrice: priceOf(former) },
        availability: availability === undefined ? undefined : statedAvailability(availability),
      }),
    ],
  }
}

function ogPictures(meta: PageFacts['meta'], base: string | undefined): Picture[] {
  const addresses = meta.get('og:image') ?? meta.get('og:image:secure_url') ?? []
  const alts = meta.get('og:image:alt') ?? []
  return addresses.flatMap((address, index) => {
    const url = absolute(address, base)
    return url === undefined
      ? []
      : [known({ url, alt: alts.length === addresses.length ? alts[index] : undefined })]
  })
}
