import type { Element } from 'domhandler'
import { absoluteUrl } from './absolute-url.ts'

/** Where a picture really is: pages that load it late put a placeholder into `src` and the address elsewhere. */
export function imageAddress({ attribs }: Element, base: string | undefined): string | undefined {
  const src = absoluteUrl(attribs['src'], base)
  if (src !== undefined && !isEmbedded(src)) return src
  const late = LATE_ATTRIBUTES.map((name) => attribs[name]).find(Boolean)
  const candidate = late ?? firstOfSet(attribs['srcset'] ?? attribs['data-srcset'])
  return absoluteUrl(candidate, base) ?? src
}

/** Whether the address is the picture itself. */
export function isEmbedded(address: string): boolean {
  return /^data:/i.test(address)
}

const LATE_ATTRIBUTES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy']

function firstOfSet(srcset: string | undefined): string | undefined {
  return srcset?.trim().split(/\s+/)[0]?.replace(/,+$/, '')
}
