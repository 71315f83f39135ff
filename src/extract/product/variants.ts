import type { ReadablePage } from '../page.ts'
import { embeddedVariants } from './embedded-variants.ts'
import { known, orNone } from './found-product.ts'
import type { FoundProduct, Picture, Variant } from './found-product.ts'
import { distinctPictures, withAlts } from './gallery.ts'
import type { PageFacts } from './page-facts.ts'
import { shownOptions } from './shown-options.ts'
import type { ShownOffer } from './shown-offer.ts'
import type { ShownPage } from './shown-page.ts'

/** All that is known when variants are put together. */
interface VariantSources {
  page: ReadablePage
  facts: PageFacts
  shown: ShownPage
  offer: ShownOffer
  title: string | undefined
  sku: string | undefined
  images: readonly Picture[]
  /** What each source tells, the most trusted first. */
  found: readonly FoundProduct[]
}

/** The variants of a product, at least one: the source that knows most of them, completed from the others. */
export function productVariants(sources: VariantSources): Variant[] {
  const { page, facts, offer, title, found, sku } = sources
  const seen = offer.variant
  const stated = found.map(({ variants }) => variants)
  const singles = stated.flatMap((variants) => (variants.length === 1 ? variants : []))
  const base = withSeenPrice(merged([...singles, seen]), seen)
  const described = stated.find((variants) => variants.length > 1) ?? []
  const all = [...described, base, seen]
  const embedded = embeddedVariants(page, {
    title,
    amounts: all.flatMap(({ price }) => price?.amount ?? []),
    currency: all.find(({ price }) => price?.currency)?.price?.currency ?? facts.hints.currency,
    skus: all.flatMap((variant) => [variant.sku ?? [], variant.id ?? []].flat()),
    hints: facts.hints,
  })
  const several = [described, embedded].find((variants) => variants.length > 1)
  const variants = several ?? optionVariants(sources, merged([base, ...embedded, known({ sku })]))
  return variants.map((variant) => finished(variant, sources))
}

/** Each field from the first variant that has it; a former price only with the price that it was before. */
function merged(variants: readonly Variant[]): Variant {
  const whole: Variant = {}
  for (const { sale, price, availability, ...rest } of variants) {
    Object.assign(whole, { ...rest, ...whole })
    whole.price ??= price
    if (sale && price?.amount === whole.price?.amount) whole.sale ??= sale
    // The page's own words are kept for what a source states by name.
    if (availability && (whole.availability?.inStock ?? availability.inStock) === availability.inStock)
      whole.availability = availability
  }
  return known(whole)
}

/** Structured data that counts in cents, or states nothing as the price, is contradicted by what is seen. */
function withSeenPrice(variant: Variant, { price, sale }: Variant): Variant {
  const stated = variant.price?.amount
  if (stated === undefined || !price || price.amount === 0) return variant
  const isWrong = stated === 0 || stated === Math.round(price.amount * 100)
  const currency = price.currency ?? variant.price?.currency
  return isWrong ? known({ ...variant, price: known({ ...price, currency }), sale }) : variant
}

/** One variant for each option when there is one choice; the choices of a single one when combinations are not known. */
function optionVariants({ shown, offer, facts }: VariantSources, whole: Variant): Variant[] {
  const controls = shown.controls.filter(({ at }) => at >= offer.start && at <= offer.end)
  const groups = shownOptions(controls, facts.hints)
  const [only] = groups
  if (!only) return [whole]
  if (groups.length > 1) {
    const values = groups.map(({ label, options }) => [label, options.map(({ value }) => value)] as const)
    return [{ ...whole, values: { ...Object.fromEntries(values), ...whole.values } }]
  }
  const { price, sale, availability, images } = whole
  return only.options.map(({ value, isGone, ...own }) =>
    known({
      title: value,
      values: { [only.label]: value },
      price: own.price ?? price,
      sale: own.price && own.price.amount !== price?.amount ? undefined : sale,
      availability: isGone ? { inStock: false } : availability,
      images,
    }),
  )
}

/** A variant with pictures, and with its prices as the page writes them. */
function finished(variant: Variant, { title, images, shown, facts }: VariantSources): Variant {
  const own = variant.images ?? []
  const isOfOption = own.length > 0 && variant.values !== undefined
  const written = (price: Variant['price']): Variant['price'] => price && asWritten(price, shown, facts)
  return known({
    ...variant,
    title: variant.title === title ? undefined : variant.title,
    price: written(variant.price),
    sale: variant.sale && { originalPrice: written(variant.sale.originalPrice)! },
    images: orNone(isOfOption ? withAlts(own, images) : distinctPictures([...own, ...images])),
  })
}

function asWritten(
  { amount, currency, formatted }: NonNullable<Variant['price']>,
  { prices }: ShownPage,
  { hints }: PageFacts,
): NonNullable<Variant['price']> {
  const same = prices.find(
    ({ money }) => money.amount === amount && (!currency || !money.currency || money.currency === currency),
  )?.money
  return known({
    amount,
    currency: currency ?? same?.currency ?? hints.currency,
    formatted: same?.formatted ?? formatted,
  })
}
