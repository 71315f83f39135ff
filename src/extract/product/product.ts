import type { Product } from '../../contract/product.ts'
import type { ReadablePage } from '../page.ts'
import { Naming } from '../schema/naming.ts'
import { breadcrumbCategory } from './breadcrumb.ts'
import { known } from './offer.ts'
import type { FoundProduct } from './offer.ts'
import { galleryOf, pictureOf, withAlts } from './gallery.ts'
import { itemProduct, mainItem } from './item-product.ts'
import type { MainItem } from './item-product.ts'
import { metaProduct, pageFacts } from './page-facts.ts'
import type { MetaProduct, PageFacts } from './page-facts.ts'
import { shownOffer, shownPage } from './shown-page.ts'
import type { ShownOffer, Place, ShownPage, ShownText } from './shown-page.ts'
import { productVariants } from './variants.ts'

/** The product that a page sells; a warning that says why there is none otherwise. */
export function productOf(page: ReadablePage): { product?: Product; warning?: string } {
  const facts = pageFacts(page)
  const shown = shownPage(page, facts.hints)
  const offer = shownOffer(shown, facts)
  const main = mainItem(page, offer.heading?.text ?? facts.title)
  const meta = metaProduct(facts, page.base)
  const warning = objection(main, { page, facts, offer, meta })
  if (warning !== undefined) return { warning }
  const described =
    main.state === 'one' ? itemProduct(main.item, { base: page.base, hints: facts.hints }) : undefined
  return { product: composed({ page, facts, shown, offer, meta, described }) }
}

interface Sources {
  page: ReadablePage
  facts: PageFacts
  shown: ShownPage
  offer: ShownOffer
  meta: MetaProduct
  described: FoundProduct | undefined
}

/** Why the page sells no single product; undefined when it does. */
function objection(
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
function composed({ page, facts, shown, offer, meta, described }: Sources): Product {
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
  return known({
    title,
    brand: described?.brand ?? meta.brand ?? calledIn(texts, BRAND, BRAND_CUES),
    category: described?.category ?? breadcrumbCategory(page, title) ?? meta.category,
    url: described?.url ?? facts.canonical ?? meta.url ?? page.url,
    description: described?.description ?? (isTold ? description : meta.description),
    variants: productVariants({
      page,
      facts,
      shown,
      offer,
      title,
      sku: calledIn(
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

/** What the page labels so, or what stands in an element that is called so. */
function calledIn(texts: readonly ShownText[], naming: Naming, cues: RegExp): string | undefined {
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
