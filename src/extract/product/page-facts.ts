import { folded } from '../findings/layout.ts'
import { poolOf } from '../findings/pool.ts'
import type { ReadablePage } from '../page.ts'
import { currencyCode } from '../../language/currencies.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { plainText } from '../structured-data/item.ts'
import { statedAvailability, known, priceOf, statedMoney } from './offer.ts'
import type { FoundProduct } from './offer.ts'

/** What the head of a page says about it. */
export interface PageFacts {
  /** Contents of its meta elements by their names in lower case. */
  meta: ReadonlyMap<string, readonly string[]>
  canonical: string | undefined
  /** The text of its title element. */
  title: string | undefined
  /** Everything that decides how amounts on it are to be read. */
  hints: MoneyHints
}

export function pageFacts(page: ReadablePage): PageFacts {
  const { landmarks, base, url } = page
  const meta = new Map<string, string[]>()
  for (const { name, attribs } of landmarks) {
    const called = (attribs['property'] ?? attribs['name'] ?? '').trim().toLowerCase()
    const content = folded(attribs['content'] ?? '')
    if (name === 'meta' && called !== '' && content !== '')
      meta.set(called, [...(meta.get(called) ?? []).slice(0, 50), content])
  }
  const html = landmarks.find(({ name }) => name === 'html')
  const canonical = landmarks.find(
    ({ name, attribs }) => name === 'link' && /^\s*canonical\s*$/i.test(attribs['rel'] ?? ''),
  )
  const language = html?.attribs['lang'] ?? html?.attribs['xml:lang'] ?? meta.get('og:locale')?.[0]
  const stated = CURRENCY_NAMES.flatMap((name) => meta.get(name) ?? [])[0]
  const hints = { language, host: URL.parse(url ?? base ?? '')?.hostname }
  return {
    meta,
    canonical: absolute(canonical?.attribs['href'], base),
    title: poolOf(page)
      .findings.find(({ reader }) => reader === 'title')
      ?.text.slice(0, 300),
    hints: { ...hints, currency: stated && currencyCode(stated, hints) },
  }
}

const CURRENCY_NAMES = ['product:price:currency', 'og:price:currency', 'product:sale_price:currency']

/** A URL in full; nothing for what leads nowhere on the web. */
export function absolute(reference: string | undefined, base: string | undefined): string | undefined {
  const written = reference?.trim() ?? ''
  const url = written === '' || written.length > MAX_URL_CHARS ? null : URL.parse(written, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const MAX_URL_CHARS = 4000

/** How many of the words of the shorter text stand in the other one; 0 for a text without words. */
export function likenessOf(one: string | undefined, other: string | undefined): number {
  const { shared, few, many } = comparedWords(one, other)
  // A word or two of a long text are no proof.
  const share = few / many
  return few === 0 ? 0 : (shared / few) * (share < 0.25 ? 0.5 : share < 0.4 ? 0.7 : 1)
}

/** Whether two names are the same but for a word. */
export function isSameName(one: string | undefined, other: string | undefined): boolean {
  const { shared, many } = comparedWords(one, other)
  return shared / many >= 0.7
}

function comparedWords(one = '', other = ''): { shared: number; few: number; many: number } {
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size) as [
    Set<string>,
    Set<string>,
  ]
  return { shared: [...few].filter((word) => many.has(word)).length, few: few.size, many: many.size }
}

function wordsOf(text: string): Set<string> {
  const words =
    text
      .slice(0, 400)
      .toLowerCase()
      .normalize('NFKD')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  // Texts without spaces are compared by their signs.
  const isUnspaced = words.length === 1 && /[\u3040-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/.test(words[0]!)
  return new Set(isUnspaced ? words[0] : words)
}

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
