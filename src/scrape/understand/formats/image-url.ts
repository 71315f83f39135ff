import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { absoluteUrl } from './absolute-url.ts'

/** The real URL of an image: pages with lazy loading put a placeholder into `src` and the URL elsewhere. */
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

/** In the attributes of a page's own scripts, only the URL itself shows that it is an image. */
const IMAGE_FILE = /^(?:https?:\/\/|\/)\S+\.(?:jpe?g|png|webp|avif|gif)(?:\?\S*)?$/i

const PLACEHOLDER =
  /(?:^|[/_-])(?:placeholder|blank|spacer|loading|lazy(?:load)?|transparent|pixel|1x1|grey|gray|empty)[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])/i

/** These expressions take quadratic time; no file has such a long name. */
function isNamed(pattern: RegExp, url: string): boolean {
  return url.length <= MAX_NAMED_CHARS && pattern.test(url)
}

const MAX_NAMED_CHARS = 2000

/** URLs that only work on the machine or inside the page are skipped. */
function loadable(reference: string | undefined, base: string | undefined): string | undefined {
  const url = absoluteUrl(reference, base)
  return url !== undefined && LOADABLE.test(url) ? url : undefined
}

const LOADABLE = /^(?:(?:https?|ftp|data):|(?![a-z][a-z0-9+.-]*:))/i

/** How many nodes are searched for the first source, which precedes the image. */
const MAX_BEFORE_SOURCE = 20

function pictureSet({ parent }: Element): string | undefined {
  if (!parent || !isTag(parent) || parent.name !== 'picture') return undefined
  const beginning = parent.children.slice(0, MAX_BEFORE_SOURCE)
  const source = beginning.filter(isTag).find(({ name }) => name === 'source')
  return source?.attribs['srcset'] ?? source?.attribs['data-srcset']
}

/**
 * The first of densities; the largest width below that of a poster. URLs may contain commas but no spaces.
 */
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

/** Parses a source set like browsers do: a URL up to the white space, then its descriptors up to a comma. */
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
