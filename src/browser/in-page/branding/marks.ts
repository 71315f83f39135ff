import type { LogoCandidate, StyleSample } from '../../branding/style-sample.ts'
import { colorOf } from '../colors.ts'
import * as page from '../platform.ts'
import { drawingOf, LONGEST_DRAWING } from './drawing.ts'
import { shortText } from './looks.ts'

const fontsOf = page.getter(Document, 'fonts')
const MOST_HEAD = 500
/** The first are looked at however busy the machine is. */
const FEWEST_LOGOS = 8
const MOST_FACES = 200
const LONGEST_SOURCE = 200_000
const LONGEST_ADDRESS = 2000

type Head = Pick<StyleSample, 'metas' | 'icons' | 'organizations'>

export interface PossibleLogo {
  element: Element
  isNamed: boolean
}

export function marks(
  logos: readonly PossibleLogo[],
  endsAt: number,
): Head & Pick<StyleSample, 'address' | 'faces' | 'logos'> {
  const head: Head = { metas: [], icons: [], organizations: [] }
  let read = 0
  for (const element of page.all('meta,link[rel],script[type="application/ld+json"]')) {
    if (read++ > MOST_HEAD) break
    readHead(element, head)
  }
  return {
    ...head,
    address: location.href,
    faces: loadedFaces(),
    logos: logos.flatMap(({ element, isNamed }, index) =>
      index >= FEWEST_LOGOS && performance.now() > endsAt ? [] : logoOf(element, isNamed),
    ),
  }
}

function readHead(element: Element, head: Head): void {
  const name = page.localName(element)
  if (name === 'meta') return readMeta(element, head.metas)
  if (name === 'link') return readLink(element, head.icons)
  const source = page.text(element)!
  if (source.length > LONGEST_SOURCE || head.organizations.length > 20) return
  try {
    collectOrganizations(JSON.parse(source), head.organizations, 0)
  } catch {
    // What cannot be read says nothing.
  }
}

function readMeta(element: Element, metas: Head['metas']): void {
  const name = page.attribute(element, 'property') ?? page.attribute(element, 'name') ?? ''
  const content = page.attribute(element, 'content') ?? ''
  const isWanted = /^(?:og:(?:site_name|image(?::(?:secure_)?url)?)|application-name|theme-color)$/i.test(
    name,
  )
  if (!isWanted || content === '' || content.length > LONGEST_ADDRESS) return
  const color = /^theme-color$/i.test(name) ? colorOf(content.trim()) : undefined
  metas.push({ name: name.toLowerCase(), content: content.trim(), color })
}

function readLink(element: Element, icons: Head['icons']): void {
  const rel = page.attribute(element, 'rel')!.toLowerCase()
  const href = address(page.attribute(element, 'href'), element)
  if (!/icon/.test(rel) || href === undefined) return
  icons.push({
    rel: rel.slice(0, 100),
    href,
    sizes: (page.attribute(element, 'sizes') ?? '').slice(0, 100),
    type: (page.attribute(element, 'type') ?? '').slice(0, 100),
  })
}

type Json = Record<string, unknown>

function collectOrganizations(value: unknown, found: Head['organizations'], depth: number): void {
  if (depth > 4 || found.length > 20 || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 50)) collectOrganizations(item, found, depth + 1)
    return
  }
  const said = value as Json
  if (/Organization|Corporation|Brand|LocalBusiness|WebSite/.test(String(said['@type']).slice(0, 200))) {
    const { name, logo } = said as { name: unknown; logo: Json | string | null | undefined }
    const picture = typeof logo === 'string' ? logo : (logo?.['url'] ?? logo?.['contentUrl'])
    found.push({
      name: typeof name === 'string' && name.length <= 100 ? name.trim() : undefined,
      logo: typeof picture === 'string' ? address(picture, page.root()!) : undefined,
    })
  }
  for (const part of ['@graph', 'publisher', 'brand']) collectOrganizations(said[part], found, depth + 1)
}

function loadedFaces(): string[] {
  const families = new Set<string>()
  let read = 0
  for (const face of fontsOf(document)) {
    if (read++ > MOST_FACES) break
    if (face.status === 'loaded') families.add(face.family.replaceAll(/^["']|["']$/g, '').slice(0, 100))
  }
  return [...families]
}

function address(reference: string | null, element: Element): string | undefined {
  const written = reference?.trim() ?? ''
  if (written === '' || written.length > LONGEST_ADDRESS) return undefined
  const url = URL.parse(written, element.baseURI)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function logoOf(element: Element, isNamed: boolean): LogoCandidate[] {
  const { left, top, width, height } = page.box(element)
  if (width < 8 || height < 8) return []
  const source = sourceOf(element)
  const label = labelOf(element) || (source === undefined && isNamed ? shortText(element) : '')
  if (source === undefined && label === '') return []
  return [
    {
      source,
      isNamed,
      isHome: leadsHome(element),
      isInHeader: page.closest(element, 'header,nav,[role=banner]') !== null,
      isInFooter: page.closest(element, 'footer,[role=contentinfo]') !== null,
      label,
      box: [left + scrollX, top + scrollY, width, height].map(Math.round),
    },
  ]
}

function labelOf(element: Element): string {
  const holder = page.closest(element, 'a')
  const labels = [
    page.attribute(element, 'alt'),
    page.attribute(element, 'aria-label'),
    holder && page.attribute(holder, 'aria-label'),
    holder && page.attribute(holder, 'title'),
    holder && leadsHome(element) ? shortText(holder) : null,
  ]
  return (labels.find((label) => label?.trim()) ?? '').trim().slice(0, 100)
}

/** To the first page of the site, or of its part in a language. */
function leadsHome(element: Element): boolean {
  const holder = page.closest(element, 'a[href]')
  const url = holder && URL.parse(page.attribute(holder, 'href')!, element.baseURI)
  if (!url || url.host !== location.host) return false
  return /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?|index\.\w+|home\/?)?$/i.test(url.pathname)
}

function sourceOf(element: Element): string | undefined {
  const name = page.localName(element)
  if (name === 'img') return pictureOf(element as HTMLImageElement)
  if (name === 'svg') return drawingOf(element)
  const { backgroundImage, maskImage } = getComputedStyle(element)
  for (const image of [backgroundImage, maskImage]) {
    const [, reference] = /^url\("([^"]{1,2000})"\)/.exec(image) ?? []
    if (reference !== undefined) return address(reference, element)
  }
  return undefined
}

function pictureOf(image: HTMLImageElement): string | undefined {
  const { currentSrc } = image
  const source = currentSrc || page.attribute(image, 'src') || ''
  if (/^data:image\/(?!gif)/i.test(source)) return source.length <= LONGEST_DRAWING ? source : undefined
  return address(source, image)
}
