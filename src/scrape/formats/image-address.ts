import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { absoluteUrl } from './absolute-url.ts'

/** Where a picture really is: pages that load it late put a placeholder into `src` and the address elsewhere. */
export function imageAddress(image: Element, base: string | undefined): string | undefined {
  const { attribs } = image
  const src = loadable(attribs['src'], base)
  if (src !== undefined && !isEmbedded(src) && !PLACEHOLDER.test(src)) return src
  for (const name of LATE_ATTRIBUTES) {
    const late = attribs[name] ? loadable(attribs[name], base) : undefined
    if (late !== undefined) return late
  }
  const set = attribs['srcset'] ?? attribs['data-srcset'] ?? attribs['data-lazy-srcset'] ?? pictureSet(image)
  if (set !== undefined) return loadable(bestOfSet(set), base) ?? src
  for (const name in attribs) {
    if (name.startsWith('data-') && IMAGE_FILE.test(attribs[name]!)) return loadable(attribs[name], base)
  }
  return src
}

/** Whether the address is the picture itself. */
export function isEmbedded(address: string): boolean {
  return /^data:/i.test(address)
}

const LATE_ATTRIBUTES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-actualsrc',
  'data-original-src',
  'data-full-src',
  'data-hi-res-src',
  'data-echo',
]

/** What scripts of a page's own keep an address in can only be told by the address. */
const IMAGE_FILE = /^(?:https?:\/\/|\/)\S+\.(?:jpe?g|png|webp|avif|gif)(?:\?\S*)?$/i

const PLACEHOLDER =
  /(?:^|[/_-])(?:placeholder|blank|spacer|loading|lazy(?:load)?|transparent|pixel|1x1|grey|gray|empty)[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])/i

/** Addresses that only the machine or the page knows lead nowhere else. */
function loadable(reference: string | undefined, base: string | undefined): string | undefined {
  const address = absoluteUrl(reference, base)
  return address !== undefined && /^(?:file|blob|about|chrome):/i.test(address) ? undefined : address
}

function pictureSet({ parent }: Element): string | undefined {
  if (!parent || !isTag(parent) || parent.name !== 'picture') return undefined
  const source = parent.children.filter(isTag).find(({ name }) => name === 'source')
  return source?.attribs['srcset'] ?? source?.attribs['data-srcset']
}

/** The first of densities; the widest of widths that is still no poster. Addresses may hold commas, but no space. */
function bestOfSet(set: string): string | undefined {
  let best: { address: string; width: number } | undefined
  for (const [, address, width] of set.matchAll(
    /([^\s,]\S*[^\s,]|[^\s,])(?:\s+(\d+)w|\s+[\d.]+x)?\s*(?:,|$)/g,
  )) {
    const candidate = { address: address!, width: Math.min(Number(width ?? 0), MAX_WIDTH + 1) }
    const isBetter = best === undefined || (candidate.width > best.width && candidate.width <= MAX_WIDTH)
    if (isBetter || (best!.width > MAX_WIDTH && candidate.width <= MAX_WIDTH)) best = candidate
  }
  return best?.address
}

const MAX_WIDTH = 2048
