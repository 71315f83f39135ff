import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import type { Product } from '../../contract/product.ts'
import type { ReadablePage } from '../page.ts'
import { breadcrumbCategory } from './breadcrumb.ts'
import { shownBrand, shownDescription } from './details.ts'
import { known } from './found-product.ts'
import type { FoundProduct } from './found-product.ts'
import { describedPictures, galleryOf } from './gallery.ts'
import { itemProduct } from './item-product.ts'
import { mainItem } from './main-item.ts'
import type { MainItem } from './main-item.ts'
import { metaProduct } from './meta-product.ts'
import type { MetaProduct } from './meta-product.ts'
import { pageFacts } from './page-facts.ts'
import type { PageFacts } from './page-facts.ts'
import { surveyOf } from './survey.ts'
import type { Place, Survey } from './survey.ts'
import { productVariants } from './variants.ts'
import { visibleOffer } from './visible-offer.ts'
import type { VisibleOffer } from './visible-offer.ts'

/** The product that a page sells; a warning that says why there is none otherwise. */
export function productOf(page: ReadablePage): { product?: Product; warning?: string } {
  const facts = pageFacts(page)
  const survey = surveyOf(page, facts.hints)
  const offer = visibleOffer(survey, facts)
  const main = mainItem(page, offer.heading?.text ?? facts.title)
  const meta = metaProduct(facts, page.base)
  const verdict = verdictOn(main, { page, facts, offer, meta })
  if (verdict !== undefined) return { warning: verdict }
  const reading = { base: page.base, hints: facts.hints }
  const described = main.state === 'one' ? itemProduct(main.item, reading) : undefined
  return { product: composed({ page, facts, survey, offer, meta, described }) }
}

type Evidence = Pick<Sources, 'page' | 'facts' | 'offer'> & { meta: MetaProduct }

/** Why the page sells no single product; undefined when it does. */
function verdictOn(main: MainItem, { page, facts, offer, meta }: Evidence): string | undefined {
  const { heading, price, buy, availability } = offer
  if (main.state === 'one') {
    const isArticle = /^(?:article|blog|news|profile)/i.test(facts.meta.get('og:type')?.[0] ?? '')
    return isArticle && price === undefined ? NOTHING_SOLD : undefined
  }
  // The front page of a shop sells more than it shows first.
  const isFront = page.url !== undefined && URL.parse(page.url)?.pathname === '/'
  const isBuyable = (buy ?? availability) !== undefined && (!isFront || meta.isProduct)
  if (heading && price && isBuyable) return undefined
  if (main.state === 'many') return SEVERAL
  const isPriced = price ?? buy ?? meta.variants[0]?.price
  return meta.isProduct && heading && isPriced ? undefined : NOTHING_SOLD
}

const SEVERAL = 'The page lists several products and is about none of them, so no product was read from it.'
const NOTHING_SOLD = 'The page sells no product, so none was read from it.'

interface Sources {
  page: ReadablePage
  facts: PageFacts
  survey: Survey
  offer: VisibleOffer
  meta: FoundProduct
  described: FoundProduct | undefined
}

/** Structured data comes first, then what the head says, then what is seen. */
function composed({ page, facts, survey, offer, meta, described }: Sources): Product {
  const title =
    withoutSite(described?.title, { offer, facts }) ?? offer.heading?.text ?? meta.title ?? facts.title
  const last = Math.max(offer.heading?.at ?? 0, offer.price?.at ?? 0, offer.buy?.at ?? 0) + OFFER_CHARS
  const isOurs = (place: Place): boolean =>
    !place.isAside &&
    place.at <= Math.min(offer.end, last) &&
    place.at >= (offer.heading?.at ?? 0) - BEFORE_CHARS
  const shown = survey.images.filter(
    ({ element, at, isAside }) =>
      !isAside && at <= offer.end && (!offer.isInCard(element) || isPictureLink(element)),
  )
  const gallery = galleryOf(shown, { title, base: page.base, last })
  const images = [...describedPictures(described?.images ?? [], survey.images, page.base), ...gallery]
  return known({
    title,
    brand: described?.brand ?? meta.brand ?? shownBrand(survey, isOurs),
    category: described?.category ?? breadcrumbCategory(page, title) ?? meta.category,
    url: described?.url ?? facts.canonical ?? meta.url ?? page.url,
    description: described?.description ?? shownDescription(bodyOf(page)) ?? meta.description,
    variants: productVariants({
      page,
      facts,
      survey,
      offer,
      isOurs,
      title,
      images: images.length > 0 ? images : meta.images,
      found: described === undefined ? [meta] : [described, meta],
    }),
  })
}

/** A name that is the heading and then the name of the site is the heading. */
function withoutSite(
  name: string | undefined,
  { offer, facts }: Pick<Sources, 'offer' | 'facts'>,
): string | undefined {
  const heading = offer.heading?.text
  if (name === undefined || heading === undefined || !name.startsWith(heading)) return name
  const rest = /^\s+[-–—|·]\s+(.+)$/.exec(name.slice(heading.length, heading.length + 200))?.[1]
  const site = facts.meta.get('og:site_name')?.[0] ?? facts.hints.host?.replace(/^www\.|\.[a-z]+$/g, '')
  const letters = (text: string | undefined): string =>
    (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return rest !== undefined && letters(site) !== '' && letters(rest).includes(letters(site)) ? heading : name
}

const OFFER_CHARS = 3000
const BEFORE_CHARS = 600

/** A picture that leads to its larger self is not one of another product. */
function isPictureLink({ parent }: Element): boolean {
  return (
    parent !== null &&
    isTag(parent) &&
    /\.(?:jpe?g|png|webp|avif)(?:$|\?)/i.test((parent.attribs['href'] ?? '').slice(-200))
  )
}

function bodyOf({ root }: ReadablePage): Element | undefined {
  const top = root.children.filter(isTag)
  const html = top.find(({ name }) => name === 'html')
  return html?.children.filter(isTag).find(({ name }) => name === 'body') ?? html ?? top[0]
}
