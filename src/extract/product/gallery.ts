import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { known } from './offer.ts'
import type { Picture } from './offer.ts'
import { absolute, likenessOf } from './page-facts.ts'
import { cuesOf } from './shown-page.ts'
import type { Place } from './shown-page.ts'
import { sourceOf } from '../findings/unseen.ts'

/** The pictures of a product among those that the page shows: called like it, or in a gallery. */
export function galleryOf(
  images: readonly Place[],
  { title, base, last }: { title: string | undefined; base: string | undefined; last: number },
): Picture[] {
  const own = images.filter(
    ({ element, text, at }) =>
      likenessOf(title, text) >= 0.6 || (at <= last && GALLERY.test(cuesAround(element))),
  )
  return distinctPictures(own.flatMap(({ element }) => pictureOf(element, base) ?? []))
}

/** Pictures without those that only differ in size; the text of any of them describes it. */
export function distinctPictures(pictures: readonly Picture[]): Picture[] {
  const byFile = new Map<string, Picture>()
  for (const { url, alt } of pictures) {
    const key = fileOf(url)
    const first = byFile.get(key)
    byFile.set(key, known({ url: first?.url ?? url, alt: first?.alt ?? alt }))
  }
  return [...byFile.values()].slice(0, MAX_PICTURES)
}

/** The same pictures with the texts that others of the same file have. */
export function withAlts(pictures: readonly Picture[], others: readonly Picture[]): Picture[] {
  const own = distinctPictures(pictures)
  const files = new Set(own.map(({ url }) => fileOf(url)))
  return distinctPictures([...own, ...others.filter(({ url }) => files.has(fileOf(url)))])
}

/** A picture in its best size. */
export function pictureOf(image: Element, base: string | undefined): Picture | undefined {
  const { attribs, parent } = image
  const link = parent && isTag(parent) && parent.name === 'a' ? (parent.attribs['href'] ?? '') : ''
  const isFile = link.length < 2000 && /\.(?:jpe?g|png|webp|avif)(?:$|\?)/i.test(link)
  const url = [isFile ? link : undefined, sourceOf(attribs)]
    .map((reference) => absolute(reference, base))
    .find((address) => address !== undefined)
  const alt = (attribs['alt'] ?? '').slice(0, 300).replace(/\s+/g, ' ').trim() || undefined
  return url === undefined ? undefined : known({ url, alt })
}

const MAX_PICTURES = 30
const GALLERY =
  /gallery|carousel|slide|swiper|thumb|media|product-?(?:single__?)?(?:image|photo|img)|photos|zoom|(?:^|\s)image/

function cuesAround(element: Element, levels = 4): string {
  const { parent } = element
  return `${cuesOf(element)} ${parent && isTag(parent) && levels > 1 ? cuesAround(parent, levels - 1) : ''}`
}

/** The file's name without the size that shops write into it. */
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
