import type { ReadablePage } from '../page.ts'
import { currencyCode } from '../values/currency.ts'
import type { MoneyHints } from '../values/currency.ts'
import { foldSpace, visibleText } from './visible-text.ts'

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

export function pageFacts({ landmarks, base, url }: ReadablePage): PageFacts {
  const meta = new Map<string, string[]>()
  let canonical: string | undefined
  let title: string | undefined
  let language: string | undefined
  for (const element of landmarks) {
    const { name, attribs } = element
    if (name === 'html') language ??= attribs['lang'] ?? attribs['xml:lang']
    if (name === 'title') title ??= visibleText(element, 300) || undefined
    if (name === 'link' && attribs['rel']?.trim().toLowerCase() === 'canonical')
      canonical ??= absolute(attribs['href'], base)
    if (name === 'meta') note(meta, attribs)
  }
  const stated = CURRENCY_NAMES.flatMap((name) => meta.get(name) ?? [])[0]
  const host = URL.parse(url ?? base ?? '')?.hostname
  const spoken = language ?? meta.get('og:locale')?.[0]
  const hints = { language: spoken, host }
  return {
    meta,
    canonical,
    title,
    hints: { ...hints, currency: stated === undefined ? undefined : currencyCode(stated, hints) },
  }
}

/** An address in full; nothing for what leads nowhere on the web. */
export function absolute(reference: string | undefined, base: string | undefined): string | undefined {
  const written = reference?.trim() ?? ''
  if (written === '' || written.length > MAX_ADDRESS_CHARS) return undefined
  const url = URL.parse(written, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const MAX_ADDRESS_CHARS = 4000
const CURRENCY_NAMES = ['product:price:currency', 'og:price:currency', 'product:sale_price:currency']

function note(meta: Map<string, string[]>, attribs: Record<string, string>): void {
  const name = (attribs['property'] ?? attribs['name'])?.trim().toLowerCase()
  const content = attribs['content']
  if (name === undefined || content === undefined || content.trim() === '') return
  const known = meta.get(name)
  if (known === undefined) meta.set(name, [foldSpace(content)])
  else if (known.length < 50) known.push(foldSpace(content))
}

/** How many of the words of the shorter text stand in the other one; 0 for a text without words. */
export function likenessOf(one: string | undefined, other: string | undefined): number {
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size)
  if (few === undefined || many === undefined || few.size === 0) return 0
  const shared = [...few].filter((word) => many.has(word)).length
  // A word or two of a long text are no proof.
  const share = few.size / many.size
  return (shared / few.size) * (share < 0.25 ? 0.5 : share < 0.4 ? 0.7 : 1)
}

/** Whether two names are the same but for a word. */
export function isSameName(one: string | undefined, other: string | undefined): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size)
  if (few === undefined || many === undefined || few.size === 0) return false
  return [...few].filter((word) => many.has(word)).length / many.size >= 0.7
}

function wordsOf(text: string | undefined): Set<string> {
  const words =
    (text ?? '')
      .slice(0, 400)
      .toLowerCase()
      .normalize('NFKD')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  // Texts without spaces are compared by their signs.
  return new Set(
    words.length === 1 && /[\u3040-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/.test(words[0]!)
      ? [...words[0]!]
      : words,
  )
}
