import type { ReadablePage } from '../page.ts'
import { embeddedJson } from './embedded-json.ts'
import { embeddedVariants } from './embedded-variants.ts'
import { known } from './found-product.ts'
import type { FoundProduct, Picture, Variant } from './found-product.ts'
import { distinctPictures } from './gallery.ts'
import { priceOf } from './offer.ts'
import type { PageFacts } from './page-facts.ts'
import type { Place, Survey } from './survey.ts'
import type { VisibleOffer } from './visible-offer.ts'
import { visibleOptions } from './visible-options.ts'

/** All that is known when variants are put together. */
interface VariantSources {
  page: ReadablePage
  facts: PageFacts
  survey: Survey
  offer: VisibleOffer
  isOurs: (place: Place) => boolean
  title: string | undefined
  images: readonly Picture[]
  /** What each source tells, the most trusted first. */
  found: readonly FoundProduct[]
}

/** The variants of a product, at least one: the source that knows most of them, completed from the others. */
export function productVariants(sources: VariantSources): Variant[] {
  const { page, facts, offer, title, found } = sources
  const seen = seenVariant(offer)
  const stated = found.map(({ variants }) => variants)
  const singles = stated.flatMap((variants) => (variants.length === 1 ? variants : []))
  const isFree = sources.survey.texts.some(({ text }) => text.length < 40 && FREE.test(text))
  const base = withSeenPrice(merged([...singles, seen]), seen, isFree)
  const described = stated.find((variants) => variants.length > 1) ?? []
  const all = [...described, base, seen]
  const embedded = embeddedVariants(embeddedJson(page), {
    title,
    amounts: all.flatMap(({ price }) => (price === undefined ? [] : [price.amount])),
    currency: all.find(({ price }) => price?.currency !== undefined)?.price?.currency ?? facts.hints.currency,
    skus: all.flatMap(({ sku, id }) => [sku, id].filter((value) => value !== undefined)),
    base: page.base,
    hints: facts.hints,
  })
  const variants =
    described.length > 1
      ? completed(described, embedded)
      : embedded.length > 1
        ? embedded
        : optionVariants(sources, base, embedded)
  return variants.map((variant) => finished(variant, sources))
}

/** What is seen, as a variant. */
function seenVariant({ price, former, availability }: VisibleOffer): Variant {
  return known({
    price: price === undefined ? undefined : priceOf(price.money),
    sale: former === undefined ? undefined : { originalPrice: priceOf(former.money) },
    availability,
  })
}

/** Each field from the first variant that has it; a former price only with the price that it was before. */
function merged(variants: readonly Variant[]): Variant {
  const whole: Variant = {}
  for (const variant of variants) {
    const { sale, price, availability, ...rest } = variant
    Object.assign(whole, { ...rest, ...whole })
    whole.price ??= price
    if (sale !== undefined && price?.amount === whole.price?.amount) whole.sale ??= sale
    whole.availability ??= availability
    // The page's own words are kept for what a source states by name.
    if (availability !== undefined && whole.availability?.inStock === availability.inStock)
      whole.availability = availability
  }
  return known(whole)
}

const FREE =
  /^(?:play )?(?:free|gratis|kostenlos|gratuit|grátis|бесплатно|безкоштовно|darmow|zdarma|無料|免费|免費|무료)(?!\s+(?:shipping|delivery|returns))/iu

/** Structured data that counts in cents, or states nothing as the price, is contradicted by what is seen. */
function withSeenPrice(variant: Variant, seen: Variant, isFree: boolean): Variant {
  const stated = variant.price?.amount
  const shown = seen.price?.amount
  if (stated === undefined || shown === undefined || shown === 0) return variant
  const isWrong = (stated === 0 && !isFree) || stated === Math.round(shown * 100) || stated * 1000 === shown
  if (!isWrong) return variant
  const { sale: _, ...rest } = variant
  return {
    ...rest,
    price: { ...seen.price!, ...known({ currency: seen.price!.currency ?? variant.price?.currency }) },
    ...known({ sale: seen.sale }),
  }
}

/** Described variants with what the page's scripts know of them besides. */
function completed(described: readonly Variant[], embedded: readonly Variant[]): Variant[] {
  return described.map((variant) => {
    const same = embedded.filter(
      ({ sku, id }) => (sku !== undefined && sku === variant.sku) || (id !== undefined && id === variant.id),
    )
    return same.length === 1 ? merged([variant, same[0]!]) : variant
  })
}

/** One variant for each option when there is one choice; the choices of a single one when combinations are not known. */
function optionVariants(
  { survey, offer, isOurs }: VariantSources,
  base: Variant,
  embedded: readonly Variant[],
): Variant[] {
  const [own] = embedded
  const whole = own === undefined ? base : merged([base, own])
  const start = offer.heading?.at ?? 0
  const groups = visibleOptions(survey, (place) => place.at >= start && isOurs(place))
  const [only] = groups
  if (only === undefined) return [whole]
  if (groups.length > 1) {
    const values = Object.fromEntries(
      groups.map(({ label, options }) => [label, options.map(({ value }) => value)]),
    )
    return [{ ...whole, values: { ...values, ...whole.values } }]
  }
  return only.options.map(({ value, isGone }) => {
    const { id: _id, sku: _sku, title: _title, ...shared } = whole
    return {
      ...shared,
      title: value,
      values: { [only.label]: value },
      ...(isGone ? { availability: { inStock: false } } : {}),
    }
  })
}

/** A variant with pictures, and with its prices as the page writes them. */
function finished(variant: Variant, { title, images, survey, facts }: VariantSources): Variant {
  const own = variant.images ?? []
  const pictures = distinctPictures([...own, ...images])
  const shown =
    own.length > 0 && own.length < pictures.length && variant.values !== undefined
      ? withAlts(own, images)
      : pictures
  const written = (price: Variant['price']): Variant['price'] =>
    price === undefined ? undefined : asWritten(price, survey, facts)
  return known({
    ...variant,
    title: variant.title === title ? undefined : variant.title,
    price: written(variant.price),
    sale: variant.sale === undefined ? undefined : { originalPrice: written(variant.sale.originalPrice)! },
    images: shown.length > 0 ? shown : undefined,
  })
}

function withAlts(own: readonly Picture[], images: readonly Picture[]): Picture[] {
  return distinctPictures([...own, ...images]).slice(0, own.length)
}

function asWritten(
  price: NonNullable<Variant['price']>,
  { prices }: Survey,
  { hints }: PageFacts,
): NonNullable<Variant['price']> {
  const same = prices.find(
    ({ money }) =>
      money.amount === price.amount &&
      (price.currency === undefined || money.currency === undefined || money.currency === price.currency),
  )
  const currency = price.currency ?? same?.money.currency ?? hints.currency
  return known({ amount: price.amount, currency, formatted: same?.money.formatted ?? price.formatted })
}
