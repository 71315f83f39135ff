import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { known } from './found-product.ts'
import type { Picture } from './found-product.ts'
import { ancestorsOf } from './cards.ts'
import { absolute, likenessOf } from './page-facts.ts'
import type { Place } from './survey.ts'
import { cuesOf, foldSpace } from './visible-text.ts'

/** The pictures of a product among those of the page that are not of others. */
export function galleryOf(
  images: readonly Place[],
  {
    title,
    base,
    last,
  }: { title: string | undefined; base: string | undefined; /** Where the offer ends. */ last: number },
): Picture[] {
  const pictures: Picture[] = []
  for (const { element, at } of images) {
    const cues = cuesAround(element)
    const alt = foldSpace(element.attribs['alt'] ?? '').slice(0, MAX_ALT_CHARS)
    const isOfProduct = likenessOf(title, alt) >= 0.6
    if (!isOfProduct && !(GALLERY.test(cues) && at <= last)) continue
    const url = pictureAddress(element, base)
    if (url !== undefined) pictures.push(known({ url, alt: alt || undefined }))
  }
  return distinctPictures(pictures)
}

/** Pictures without those that only differ in size; the text of any of them describes it. */
export function distinctPictures(pictures: readonly Picture[]): Picture[] {
  const byFile = new Map<string, Picture>()
  for (const picture of pictures) {
    const key = fileOf(picture.url)
    const first = byFile.get(key)
    if (first === undefined) byFile.set(key, picture)
    else if (first.alt === undefined && picture.alt !== undefined)
      byFile.set(key, { ...first, alt: picture.alt })
  }
  return [...byFile.values()].slice(0, MAX_PICTURES)
}

/** Pictures with the texts that the page gives them where it shows them. */
export function describedPictures(
  pictures: readonly Picture[],
  shown: readonly Place[],
  base: string | undefined,
): Picture[] {
  const alts = new Map<string, string>()
  for (const { element } of shown) {
    const alt = foldSpace(element.attribs['alt'] ?? '').slice(0, MAX_ALT_CHARS)
    const url = alt === '' ? undefined : pictureAddress(element, base)
    if (url !== undefined && !alts.has(fileOf(url))) alts.set(fileOf(url), alt)
  }
  return pictures.map((picture) =>
    known({ url: picture.url, alt: picture.alt ?? alts.get(fileOf(picture.url)) }),
  )
}

const MAX_ALT_CHARS = 300

/** Where a picture is in its best size. */
export function pictureAddress(image: Element, base: string | undefined): string | undefined {
  const { attribs } = image
  const link =
    image.parent !== null && isTag(image.parent) && image.parent.name === 'a'
      ? image.parent.attribs['href']
      : undefined
  const isFile = link !== undefined && link.length < 2000 && /\.(?:jpe?g|png|webp|avif)(?:$|\?)/i.test(link)
  const kept = ['src', 'data-src', 'data-original', 'data-lazy-src'].map((name) => attribs[name])
  const [inSet] = (attribs['srcset'] ?? attribs['data-srcset'] ?? '').trim().split(/\s/, 1)
  return [isFile ? link : undefined, ...kept, inSet]
    .map((reference) => (reference?.startsWith('data:') ? undefined : absolute(reference, base)))
    .find((address) => address !== undefined)
}

const MAX_PICTURES = 30
const GALLERY =
  /gallery|carousel|slider|slide|swiper|thumb|media|product-?(?:single__?)?(?:image|photo|img)|photos|zoom|flexslider|(?:^|\s)image/
function cuesAround(element: Element): string {
  return ancestorsOf(element).slice(0, 4).map(cuesOf).join(' ')
}

/** The file's name without the size that shops write into it. */
function fileOf(url: string): string {
  const { pathname, search, hostname } = URL.parse(url) ?? { pathname: url, search: '', hostname: '' }
  const name = pathname.slice(pathname.lastIndexOf('/') + 1).toLowerCase()
  const bare = name
    .replace(
      /[-_.](?:\d{2,4}x\d{0,4}|x\d{2,4}|\d{2,4}w|small|medium|large|thumb(?:nail)?|grande|compact|master|scaled)(?=[-_.@]|$)/g,
      '',
    )
    .replace(/@\dx/, '')
  // Where one script serves all pictures, only its parameters tell them apart.
  return /\.(?:jpe?g|png|webp|avif|gif)$/.test(bare)
    ? bare.replace(/\.\w+$/, '')
    : `${hostname}${pathname}${search}`
}
