import type { ReadablePage } from '../page.ts'
import { embeddedVariants } from './embedded-variants.ts'
import { withoutUndefined, nonEmpty, availabilityInText, priceOf, absolute, likenessOf } from './offer.ts'
import type { FoundProduct, Picture, Variant, PageFacts } from './offer.ts'
import { cuesOf } from './shown-page.ts'
import type { ShownOffer, ShownPage, Place } from './shown-page.ts'
import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { layoutOf } from '../findings/layout.ts'
import { ancestorsOf, textOf } from '../findings/element-profile.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { moneyIn } from '../../language/money.ts'
import { sourceOf } from '../findings/hidden-findings.ts'

interface VariantSources {
  page: ReadablePage
  facts: PageFacts
  shown: ShownPage
  offer: ShownOffer
  title: string | undefined
  sku: string | undefined
  images: readonly Picture[]
  found: readonly FoundProduct[]
}

export function productVariants(sources: VariantSources): Variant[] {
  const { page, facts, offer, title, found, sku } = sources
  const seen = offer.variant
  const stated = found.map(({ variants }) => variants)
  const singles = stated.flatMap((variants) => (variants.length === 1 ? variants : []))
  const base = withSeenPrice(mergeVariants([...singles, seen]), seen)
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
  const variants =
    several ?? optionVariants(sources, mergeVariants([base, ...embedded, withoutUndefined({ sku })]))
  return variants.map((variant) => finishVariant(variant, sources))
}

/** Each field from the first variant that has it; a former price only with the price that it was before. */
function mergeVariants(variants: readonly Variant[]): Variant {
  const whole: Variant = {}
  for (const { sale, price, availability, ...rest } of variants) {
    Object.assign(whole, { ...rest, ...whole })
    whole.price ??= price
    if (sale && price?.amount === whole.price?.amount) whole.sale ??= sale
    // The page's own words are kept for what a source states by name.
    if (availability && (whole.availability?.inStock ?? availability.inStock) === availability.inStock)
      whole.availability = availability
  }
  return withoutUndefined(whole)
}

/** Structured data that counts in cents, or states nothing as the price, is contradicted by what is seen. */
function withSeenPrice(variant: Variant, { price, sale }: Variant): Variant {
  const stated = variant.price?.amount
  if (stated === undefined || !price || price.amount === 0) return variant
  const isWrong = stated === 0 || stated === Math.round(price.amount * 100)
  const currency = price.currency ?? variant.price?.currency
  return isWrong
    ? withoutUndefined({ ...variant, price: withoutUndefined({ ...price, currency }), sale })
    : variant
}

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
    withoutUndefined({
      title: value,
      values: { [only.label]: value },
      price: own.price ?? price,
      sale: own.price && own.price.amount !== price?.amount ? undefined : sale,
      availability: isGone ? { inStock: false } : availability,
      images,
    }),
  )
}

function finishVariant(variant: Variant, { title, images, shown, facts }: VariantSources): Variant {
  const own = variant.images ?? []
  const isOfOption = own.length > 0 && variant.values !== undefined
  const written = (price: Variant['price']): Variant['price'] => price && asWritten(price, shown, facts)
  return withoutUndefined({
    ...variant,
    title: variant.title === title ? undefined : variant.title,
    price: written(variant.price),
    sale: variant.sale && { originalPrice: written(variant.sale.originalPrice)! },
    images: nonEmpty(isOfOption ? withAlts(own, images) : distinctPictures([...own, ...images])),
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
  return withoutUndefined({
    amount,
    currency: currency ?? same?.currency ?? hints.currency,
    formatted: same?.formatted ?? formatted,
  })
}

interface OptionGroup {
  label: string
  options: Option[]
}

interface Option {
  value: string
  isGone: boolean
  price?: Variant['price']
}

/** The choices that selects and radio buttons offer, in the order of the page. */
function shownOptions(controls: readonly Place[], hints: MoneyHints): OptionGroup[] {
  const byName = Map.groupBy(controls, ({ element }) =>
    element.name === 'select' ? element : (element.attribs['name'] ?? ''),
  )
  const distinct = new Map<string, OptionGroup>()
  for (const [first, ...others] of byName.values()) {
    const { name, attribs } = first!.element
    const options =
      name === 'select'
        ? selectOptions(first!.element)
        : [first!, ...others].map((radio) => radioOption(radio, hints))
    const label = cleanLabel(first!.text || attribs['aria-label'] || attribs['name'] || '')
    const isChoice =
      options.length > 1 && ![label, attribs['name'] ?? ''].some((name) => NO_CHOICE.test(name))
    const key = options.map(({ value }) => value.toLowerCase()).join('|')
    if (isChoice && options.every(({ value }) => value !== '') && !distinct.has(key))
      distinct.set(key, { label, options })
  }
  return [...distinct.values()].slice(0, MAX_GROUPS)
}

const MAX_GROUPS = 6
const MAX_OPTIONS = 200
const MAX_VALUE_CHARS = 60

const NO_CHOICE =
  /qty|quantit|menge|anzahl|cantidad|aantal|antal|ilość|množství|количество|数量|수량|sort|country|land$|pays|currency|language|rating|review|shipping|delivery|payment|subscri|selling.?plan|purchase.?(?:type|option)|gift|warranty|month|year|zip|store|filter|search|\?$/iu

function selectOptions(select: Element): Option[] {
  return select.children
    .filter(isTag)
    .filter(({ name, attribs }) => name === 'option' && attribs['value'] !== '')
    .slice(0, MAX_OPTIONS)
    .map((option) => optionOf(textOf(option, 120), option.attribs['disabled'] !== undefined))
}

function radioOption({ element }: Place, hints: MoneyHints): Option {
  const { attribs, parent } = element
  const beside = parent?.children
    .filter(isTag)
    .find((one) => attribs['id'] && one.attribs['for'] === attribs['id'])
  const label = parent && isTag(parent) && parent.name === 'label' ? parent : beside
  const [text = attribs['aria-label'] || attribs['value'] || '', ...remarks] = label
    ? layoutOf(label).map((spot) => spot.text)
    : []
  const cues = `${cuesOf(element)} ${label ? cuesOf(label) : ''}`
  const isGone =
    attribs['disabled'] !== undefined ||
    /sold-?out|disabled|unavailable/.test(cues) ||
    remarks.some((remark) => availabilityInText(remark)?.inStock === false)
  const money = remarks.flatMap((remark) => moneyIn(remark, hints))[0]
  return { ...optionOf(text, isGone), ...(money && { price: priceOf(money) }) }
}

function optionOf(text: string, isDisabled: boolean): Option {
  const [, value = text, remark = ''] = /^(.{1,60}?)\s*[-–—(|]\s*([^()]{3,40})\)?$/u.exec(text) ?? []
  const said = availabilityInText(remark)
  const isGone = isDisabled || (said ?? availabilityInText(text))?.inStock === false
  return { value: (said ? value : text).slice(0, MAX_VALUE_CHARS), isGone }
}

/** `Colour: red` and `attribute_pa_colour` are both the colour. */
function cleanLabel(label: string): string {
  const [name = ''] = label.split(/[:：]/, 1)
  return name
    .replace(/^\w+\[(.+)\]$/, '$1')
    .replace(/^attribute_(?:pa_)?/, '')
    .replace(/\s*\*$/, '')
    .trim()
    .slice(0, MAX_VALUE_CHARS)
}

export function galleryOf(
  images: readonly Place[],
  { title, base, last }: { title: string | undefined; base: string | undefined; last: number },
): Picture[] {
  const own = images.filter(
    ({ element, text, at }) =>
      likenessOf(title, text) >= 0.6 ||
      (at <= last && GALLERY.test(ancestorsOf(element, 4).map(cuesOf).join(' '))),
  )
  return distinctPictures(own.flatMap(({ element }) => pictureOf(element, base) ?? []))
}

function distinctPictures(pictures: readonly Picture[]): Picture[] {
  const byFile = new Map<string, Picture>()
  for (const { url, alt } of pictures) {
    const key = fileOf(url)
    const first = byFile.get(key)
    byFile.set(key, withoutUndefined({ url: first?.url ?? url, alt: first?.alt ?? alt }))
  }
  return [...byFile.values()].slice(0, MAX_PICTURES)
}

export function withAlts(pictures: readonly Picture[], others: readonly Picture[]): Picture[] {
  const own = distinctPictures(pictures)
  const files = new Set(own.map(({ url }) => fileOf(url)))
  return distinctPictures([...own, ...others.filter(({ url }) => files.has(fileOf(url)))])
}

export function pictureOf(image: Element, base: string | undefined): Picture | undefined {
  const { attribs, parent } = image
  const link = parent && isTag(parent) && parent.name === 'a' ? (parent.attribs['href'] ?? '') : ''
  const isFile = link.length < 2000 && /\.(?:jpe?g|png|webp|avif)(?:$|\?)/i.test(link)
  const url = [isFile ? link : undefined, sourceOf(attribs)]
    .map((reference) => absolute(reference, base))
    .find((address) => address !== undefined)
  const alt = (attribs['alt'] ?? '').slice(0, 300).replace(/\s+/g, ' ').trim() || undefined
  return url === undefined ? undefined : withoutUndefined({ url, alt })
}

const MAX_PICTURES = 30
const GALLERY =
  /gallery|carousel|slide|swiper|thumb|media|product-?(?:single__?)?(?:image|photo|img)|photos|zoom|(?:^|\s)image/

function fileOf(url: string): string {
  const { pathname, search, hostname } = new URL(url)
  const name = pathname.slice(pathname.lastIndexOf('/') + 1).toLowerCase()
  const bare = name.replace(SIZE, '').replace(/@\dx/, '')
  // Where one script serves all pictures, only its parameters tell them apart.
  return /\.(?:jpe?g|png|webp|avif|gif)$/.test(bare)
    ? bare.replace(/\.\w+$/, '')
    : `${hostname}${pathname}${search}`
}

const SIZE =
  /[-_.](?:\d{2,4}x\d{0,4}|x\d{2,4}|\d{2,4}w|small|medium|large|thumb(?:nail)?|grande|compact|master|scaled)(?=[-_.@]|$)/g
