import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { absoluteUrl } from './absolute-url.ts'

/** Where a picture really is: pages that load it late put a placeholder into `src` and the address elsewhere. */
export function imageUrl(image: Element, base: string | undefined): string | undefined {
  const { attribs } = image
  const src = loadable(attribs['src'], base)
  if (src !== undefined && !isEmbedded(src) && !isNamed(PLACEHOLDER, src)) return src
  for (const name of LAZY_ATTRIBUTES) {
    const late = attribs[name] ? loadable(attribs[name], base) : undefined
    if (late !== undefined) return late
  }
  const set = attribs['srcset'] ?? attribs['data-srcset'] ?? attribs['data-lazy-srcset'] ?? pictureSet(image)
  if (set !== undefined) return loadable(bestOfSet(set), base) ?? src
  for (const name in attribs) {
    if (name.startsWith('data-') && isNamed(IMAGE_FILE, attribs[name]!)) return loadable(attribs[name], base)
  }
  return src
}

export function isEmbedded(url: string): boolean {
  return /^data:/i.test(url)
}

const LAZY_ATTRIBUTES = [
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

/** These expressions take the square of the length; no file has such a name. */
function isNamed(pattern: RegExp, url: string): boolean {
  return url.length <= MAX_NAMED_CHARS && pattern.test(url)
}

const MAX_NAMED_CHARS = 2000

/** Addresses that only the machine or the page knows lead nowhere else. */
function loadable(reference: string | undefined, base: string | undefined): string | undefined {
  const url = absoluteUrl(reference, base)
  return url !== undefined && LOADABLE.test(url) ? url : undefined
}

const LOADABLE = /^(?:(?:https?|ftp|data):|(?![a-z][a-z0-9+.-]*:))/i

/** How many nodes are looked through for the first source; it stands before the picture. */
const MAX_BEFORE_SOURCE = 20

function pictureSet({ parent }: Element): string | undefined {
  if (!parent || !isTag(parent) || parent.name !== 'picture') return undefined
  const beginning = parent.children.slice(0, MAX_BEFORE_SOURCE)
  const source = beginning.filter(isTag).find(({ name }) => name === 'source')
  return source?.attribs['srcset'] ?? source?.attribs['data-srcset']
}

/** The first of densities; the widest of widths that is still no poster. Addresses may hold commas, but no space. */
function bestOfSet(set: string): string | undefined {
  let best: Candidate | undefined
  for (const candidate of candidatesOf(set)) {
    const isBetter = best === undefined || (candidate.width > best.width && candidate.width <= MAX_WIDTH)
    if (isBetter || (best!.width > MAX_WIDTH && candidate.width <= MAX_WIDTH)) best = candidate
  }
  return best?.url
}

interface Candidate {
  url: string
  width: number
}

/** Reads a set as browsers do: an address up to the white space, then what describes it up to a comma. */
function* candidatesOf(set: string): Generator<Candidate> {
  let end = 0
  while (end < set.length) {
    const start = skip(/[\s,]*/y, set, end)
    const after = skip(/\S*/y, set, start)
    if (after === start) return
    const url = set.slice(start, after)
    const isLone = url.endsWith(',')
    end = isLone ? after : set.indexOf(',', after)
    if (end < 0) end = set.length
    const width = isLone ? undefined : /^(\d+)w$/.exec(set.slice(after, end).trim())?.[1]
    yield {
      url: isLone ? withoutCommas(url) : url,
      width: Math.min(Number(width ?? 0), MAX_WIDTH + 1),
    }
  }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return from + pattern.exec(text)![0].length
}

function withoutCommas(url: string): string {
  let end = url.length
  while (url[end - 1] === ',') end--
  return url.slice(0, end)
}

const MAX_WIDTH = 2048
