import type { Product } from '../../contract/product.ts'
import type { ReadablePage } from '../page.ts'
import { Naming } from '../schema/naming.ts'
import {
  withoutUndefined,
  metaProduct,
  pageFacts,
  absolute,
  isSameName,
  likenessOf,
  nonEmpty,
  readOffer,
} from './offer.ts'
import type { FoundProduct, MetaProduct, PageFacts, Picture, Variant } from './offer.ts'
import { galleryOf, pictureOf, withAlts, productVariants } from './variants.ts'
import { shownOffer, shownPage, cuesOf } from './shown-page.ts'
import type { ShownOffer, Place, ShownPage, ShownText } from './shown-page.ts'
import { isTag } from 'domhandler'
import type { AnyNode, Element, ParentNode } from 'domhandler'
import { poolOf } from '../findings/pool.ts'
import { textOf } from '../findings/element-profile.ts'
import { itemsIn, nameOf, textsOf, isOfType } from '../structured-data/item.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { itemsOf } from '../structured-data/structured-data.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { readWordSets } from '../../language/data-files.ts'

export function productOf(page: ReadablePage): { product?: Product; warning?: string } {
  const facts = pageFacts(page)
  const shown = shownPage(page, facts.hints)
  const offer = shownOffer(shown, facts)
  const main = mainItem(page, offer.heading?.text ?? facts.title)
  const meta = metaProduct(facts, page.base)
  const warning = noProductReason(main, { page, facts, offer, meta })
  if (warning !== undefined) return { warning }
  const described =
    main.state === 'one' ? itemProduct(main.item, { base: page.base, hints: facts.hints }) : undefined
  return { product: composeProduct({ page, facts, shown, offer, meta, described }) }
}

interface Sources {
  page: ReadablePage
  facts: PageFacts
  shown: ShownPage
  offer: ShownOffer
  meta: MetaProduct
  described: FoundProduct | undefined
}

function noProductReason(
  main: MainItem,
  { page, facts, offer, meta }: Omit<Sources, 'shown' | 'described'>,
): string | undefined {
  const { heading, buy, variant } = offer
  if (main.state === 'one') {
    const isArticle = /^(?:article|blog|news|profile)/i.test(facts.meta.get('og:type')?.[0] ?? '')
    return isArticle && variant.price === undefined ? NOTHING_SOLD : undefined
  }
  // The front page of a shop sells more than it shows first.
  const isFront = page.url !== undefined && URL.parse(page.url)?.pathname === '/'
  const isBuyable = (buy ?? variant.availability) !== undefined && (!isFront || meta.isProduct)
  if (heading && variant.price && isBuyable) return undefined
  if (main.state === 'many') return SEVERAL
  const isPriced = variant.price ?? buy ?? meta.variants[0]?.price
  return meta.isProduct && heading && isPriced ? undefined : NOTHING_SOLD
}

const SEVERAL = 'The page lists several products and is about none of them, so no product was read from it.'
const NOTHING_SOLD = 'The page sells no product, so none was read from it.'

/** Structured data comes first, then what the head says, then what is seen. */
function composeProduct({ page, facts, shown, offer, meta, described }: Sources): Product {
  const title = described?.title ?? offer.heading?.text ?? meta.title ?? facts.title
  const { base } = page
  const pictures = shown.images.flatMap(({ element }) => pictureOf(element, base) ?? [])
  const gallery = galleryOf(shown.images, { title, base, last: offer.end })
  const images = withAlts([...(described?.images ?? []), ...gallery], pictures)
  const isOurs = ({ at }: Place): boolean => at >= offer.start - BEFORE_CHARS && at <= offer.end
  const texts = shown.texts.filter(isOurs)
  const description = shown.descriptions.toSorted((one, other) => other.text.length - one.text.length)[0]
    ?.text
  const isTold = description !== undefined && description.length >= LEAST_DESCRIPTION
  return withoutUndefined({
    title,
    brand: described?.brand ?? meta.brand ?? labelledValue(texts, BRAND, BRAND_CUES),
    category: described?.category ?? breadcrumbCategory(page, title) ?? meta.category,
    url: described?.url ?? facts.canonical ?? meta.url ?? page.url,
    description: described?.description ?? (isTold ? description : meta.description),
    variants: productVariants({
      page,
      facts,
      shown,
      offer,
      title,
      sku: labelledValue(
        texts.filter(({ text }) => /^\S+$/.test(text)),
        SKU,
        SKU_CUES,
      ),
      images: images.length > 0 ? images : meta.images,
      found: described === undefined ? [meta] : [described, meta],
    }),
  })
}

const BEFORE_CHARS = 600
const LEAST_DESCRIPTION = 30
const BRAND = new Naming({ name: 'brand' })
const BRAND_CUES = /(?:^|[\s_-])(?:product-?_*)?(?:brand|vendor)(?:-?_*(?:name|link|title))?(?:\s|$)/i
const SKU = new Naming({ name: 'sku' })
const SKU_CUES = /(?:^|[\s_-])sku(?:\s|$)/i
const LONGEST_NAME = 40

function labelledValue(texts: readonly ShownText[], naming: Naming, cues: RegExp): string | undefined {
  const values = texts.filter(({ text, finding }) => text.length <= LONGEST_NAME && !finding.isHead)
  const labelled = values.find(
    ({
      finding: {
        cues: { inText, colon, row, named },
      },
    }) => [inText, colon, row, named].some((label) => label !== '' && naming.likenessTo(label) > 0.85),
  )
  return (labelled ?? values.find(({ finding }) => cues.test(finding.cues.tight)))?.text
}

function breadcrumbCategory(page: ReadablePage, title: string | undefined): string | undefined {
  const described = poolOf(page)
    .items.flatMap((item) => [item, ...itemsIn(item, 'breadcrumb', 'mainEntity')])
    .filter(({ types }) => types.includes('BreadcrumbList'))
    .map((trail) => stepsOf(trail, page.base))
  for (const trail of [...described, shownTrail(page)]) {
    const [first] = trail
    const inner = (first && (first.isFront || HOME.test(first.name)) ? trail.slice(1) : trail).map(
      ({ name }) => name,
    )
    const way = isSameName(inner.at(-1), title) ? inner.slice(0, -1) : inner
    if (way.length > 0) return way.join(' > ')
  }
  return undefined
}

const HOME =
  /^(?:home(?:page)?|start(?:seite)?|shop|store|main|accueil|inicio|início|principal|pagina iniziale|hoofdpagina|hem|hjem|forside|etusivu|strona główna|domů|úvod|domov|főoldal|kezdőlap|acasă|главная|головна|начало|ana ?sayfa|αρχική|דף הבית|الرئيسية|ホーム|トップ(?:ページ)?|首页|首頁|홈|trang chủ|beranda|🏠)$/iu
const MAX_STEPS = 15

interface Step {
  name: string
  isFront: boolean
}

function isFront(reference: string | undefined, base: string | undefined): boolean {
  const url = URL.parse(absolute(reference, base) ?? '')
  return url !== null && url.pathname === '/' && url.search === ''
}

function stepsOf(trail: Item, base: string | undefined): Step[] {
  return itemsIn(trail, 'itemListElement')
    .slice(0, MAX_STEPS)
    .map((step, index) => ({ step, position: Number(textsOf(step, 'position')[0] ?? index + 1) }))
    .toSorted((one, other) => one.position - other.position)
    .flatMap(({ step }) => {
      const [item] = itemsIn(step, 'item')
      const name = nameOf(step, 'name') ?? nameOf(item, 'name')
      const reference = textsOf(step, 'item')[0] ?? textsOf(item, '@id', 'url', 'item')[0]
      return name === undefined ? [] : [{ name, isFront: isFront(reference, base) }]
    })
}

function shownTrail(page: ReadablePage): Step[] {
  const steps: Step[] = []
  const collect = (parent: ParentNode): void => {
    for (const child of parent.children.filter(isTag)) {
      const { name, attribs } = child
      const isStep =
        name === 'a' ||
        attribs['aria-current'] !== undefined ||
        (name === 'li' && !child.children.some(isTag))
      if (!isStep) collect(child)
      const text = isStep ? textOf(child, 80) : ''
      if (/[\p{L}\p{N}🏠]/u.test(text) && steps.at(-1)?.name !== text && steps.length < MAX_STEPS)
        steps.push({ name: text, isFront: isFront(attribs['href'], page.base) })
    }
  }
  for (const node of poolOf(page).ranges.keys()) {
    if (isTrail(node)) collect(outermostTrail(node))
    if (steps.length > 0) break
  }
  return steps
}

function isTrail(node: AnyNode | null): node is Element {
  return (
    node !== null &&
    isTag(node) &&
    /bread[-_ ]?crumb/i.test(`${cuesOf(node)} ${node.attribs['aria-label'] ?? ''}`)
  )
}

/** The steps of a trail are often called like it. */
function outermostTrail(trail: Element): Element {
  return isTrail(trail.parent) ? outermostTrail(trail.parent) : trail
}

const sets = readWordSets(new URL('words.txt', import.meta.url))
/** Which of the described things the page sells: one, several of which none is meant above the others, or nothing. */
type MainItem = { state: 'one'; item: Item } | { state: 'many' } | { state: 'none' }

function mainItem(page: ReadablePage, title: string | undefined): MainItem {
  const all = itemsOf(page)
  const sold = all
    .flatMap((item) => [item, ...itemsIn(item, 'mainEntity')])
    .filter((item) => isOfType(item, PRODUCTS))
    .slice(0, MAX_CANDIDATES)
  const [best] = sold
    .map((item) => ({ item, score: scoreOf(item, title) }))
    .toSorted((one, other) => other.score - one.score)
  if (best === undefined) return { state: all.some(isListing) ? 'many' : 'none' }
  if (best.score >= NAMED) return { state: 'one', item: best.item }
  const names = new Set(sold.map((item) => nameOf(item, 'name')?.toLowerCase()))
  if (names.size > 1 || all.some(isListing)) return { state: 'many' }
  return all.some((item) => isOfType(item, ARTICLES)) ? { state: 'none' } : { state: 'one', item: best.item }
}

const MAX_CANDIDATES = 1000
const NAMED = 3

function scoreOf(item: Item, title: string | undefined): number {
  const likeness = likenessOf(title, nameOf(item, 'name'))
  const isOffered = item.properties.has('offers') || item.properties.has('hasVariant')
  return (likeness >= 0.6 ? NAMED + likeness : 0) + (isOffered ? 0.5 : 0)
}

function isListing(item: Item): boolean {
  const lists = [item, ...itemsIn(item, 'mainEntity')].filter((each) => isOfType(each, LISTS))
  return lists.some(
    (list) =>
      itemsIn(list, 'itemListElement', 'hasPart').length > 1 || textsOf(list, 'itemListElement').length > 1,
  )
}

const PRODUCTS = sets('products')
const LISTS = new Set('ItemList OfferCatalog CollectionPage SearchResultsPage'.split(' '))
const ARTICLES = sets('articles')

export interface ItemReading {
  base: string | undefined
  hints: MoneyHints
}

function itemProduct(item: Item, reading: ItemReading): FoundProduct {
  return {
    title: nameOf(item, 'name'),
    brand: nameOf(item, 'brand', 'manufacturer'),
    category: categoryOf(item),
    url: absolute(textsOf(item, 'url')[0], reading.base),
    description: nameOf(item, 'description'),
    images: picturesOf(item, reading),
    variants: variantsOf(item, reading),
  }
}

function categoryOf(item: Item): string | undefined {
  const category = nameOf(item, 'category')?.replace(/\s*(?:>|\/|»|›)\s*/g, ' > ')
  return category === undefined || /^(?:https?:|\d+$)/.test(category) ? undefined : category
}

export function picturesOf(item: Item, { base }: ItemReading): Picture[] {
  const values = ['image', 'photo'].flatMap((name) => item.properties.get(name) ?? [])
  const pictures = values.slice(0, MAX_PICTURES).flatMap((value) => {
    const isItem = typeof value === 'object'
    const url = absolute(isItem ? textsOf(value, 'contentUrl', 'url', '@id')[0] : String(value), base)
    return url === undefined
      ? []
      : [withoutUndefined({ url, alt: isItem ? nameOf(value, 'caption', 'name') : undefined })]
  })
  return [...new Map(pictures.map((picture) => [picture.url, picture])).values()]
}

const MAX_PICTURES = 50
const MAX_VARIANTS = 500

function variantsOf(item: Item, reading: ItemReading): Variant[] {
  const described = itemsIn(item, 'hasVariant').slice(0, MAX_VARIANTS)
  if (described.length > 0)
    return described.map((variant) => variantOf(variant, offersOf(variant)[0], reading))
  const offers = offersOf(item).slice(0, MAX_VARIANTS)
  const skus = new Set(offers.flatMap((offer) => textsOf(offer, 'sku', 'mpn', 'gtin13', 'gtin')[0] ?? []))
  if (offers.length > 1 && skus.size === offers.length)
    return offers.map((offer) => variantOf(offer, offer, reading))
  const priced = offers.find(
    ({ properties }) => properties.has('price') || properties.has('priceSpecification'),
  )
  const [summary] = itemsIn(item, 'offers')
  return [{ ...variantOf(item, priced ?? offers[0] ?? summary, reading), ...anyAvailable(offers, reading) }]
}

function anyAvailable(offers: readonly Item[], { hints }: ItemReading): Pick<Variant, 'availability'> {
  const stated = offers.flatMap((offer) => readOffer(offer, hints).availability ?? [])
  const availability = stated.find(({ inStock }) => inStock) ?? stated[0]
  return availability === undefined ? {} : { availability }
}

function offersOf(item: Item): Item[] {
  return itemsIn(item, 'offers').flatMap((offer) => {
    const within = itemsIn(offer, 'offers')
    if (within.length > 0) return within
    return offer.properties.has('price') || !offer.properties.has('lowPrice') ? [offer] : []
  })
}

function variantOf(item: Item, offer: Item | undefined, reading: ItemReading): Variant {
  const isVariant = !isOfType(item, GROUP)
  const id = textsOf(item, 'productID', 'identifier', 'productGroupID')[0]
  return withoutUndefined({
    id: id === undefined || /^https?:/.test(id) ? undefined : id,
    sku:
      textsOf(item, 'sku')[0] ??
      textsOf(offer, 'sku')[0] ??
      (isVariant ? textsOf(item, 'mpn')[0] : undefined),
    title: nameOf(item, 'name'),
    values: valuesOf(item),
    ...(offer === undefined ? {} : readOffer(offer, reading.hints)),
    images: nonEmpty(picturesOf(item, reading)),
  })
}

const GROUP: ReadonlySet<string> = new Set(['ProductGroup'])

/** What sets it apart: its colour and size, and properties that it names itself. */
function valuesOf(item: Item): Record<string, string> | undefined {
  const named = [...APART, ...textsOf(item, 'variesBy').map((name) => name.replace(/^.*\//, ''))]
  const values = named.flatMap((name) => {
    const value = nameOf(item, name)
    return value === undefined || /^https?:/.test(value) ? [] : [[name, value] as const]
  })
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

const APART = ['color', 'size', 'material', 'pattern', 'suggestedAge', 'suggestedGender']
