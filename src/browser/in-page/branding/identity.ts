import type { LogoCandidate, StyleSample } from '../../branding/style-sample.ts'
import { colorOf } from '../colors.ts'
import * as page from '../platform.ts'
import { shortText } from './describe-element.ts'

const fontsOf = page.getter(Document, 'fonts')
const MAX_HEAD = 500
/** The first are looked at however busy the machine is. */
const MIN_LOGOS = 8
const MAX_FACES = 200
const LONGEST_SOURCE = 200_000
const LONGEST_ADDRESS = 2000
const LONGEST_DRAWING = 50_000
const MAX_DRAWN = 300
const SVG = 'http://www.w3.org/2000/svg'
const UNPAINTED = /^(?:defs|symbol|linearGradient|radialGradient|stop|clipPath|mask|title|desc)$/
const LETTERED = /^(?:title|desc|text|tspan)$/
const ACTIVE = /^(?:script|foreignObject|iframe|animate|set|style)$/i

type Head = Pick<StyleSample, 'metas' | 'icons' | 'organizations'>

export interface PossibleLogo {
  element: Element
  isNamed: boolean
}

export function readIdentity(
  logos: readonly PossibleLogo[],
  endsAt: number,
): Head & Pick<StyleSample, 'url' | 'faces' | 'logos'> {
  const head: Head = { metas: [], icons: [], organizations: [] }
  let read = 0
  for (const element of page.all('meta,link[rel],script[type="application/ld+json"]')) {
    if (read++ > MAX_HEAD) break
    readHead(element, head)
  }
  return {
    ...head,
    url: location.href,
    faces: loadedFonts(),
    logos: logos.flatMap(({ element, isNamed }, index) =>
      index >= MIN_LOGOS && performance.now() > endsAt ? [] : logoOf(element, isNamed),
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
  const href = absoluteUrl(page.attribute(element, 'href'), element)
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
      logo: typeof picture === 'string' ? absoluteUrl(picture, page.root()!) : undefined,
    })
  }
  for (const part of ['@graph', 'publisher', 'brand']) collectOrganizations(said[part], found, depth + 1)
}

function loadedFonts(): string[] {
  const families = new Set<string>()
  let read = 0
  for (const face of fontsOf(document)) {
    if (read++ > MAX_FACES) break
    if (face.status === 'loaded') families.add(face.family.replaceAll(/^["']|["']$/g, '').slice(0, 100))
  }
  return [...families]
}

function absoluteUrl(reference: string | null, element: Element): string | undefined {
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
      isHome: linksHome(element),
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
    holder && linksHome(element) ? shortText(holder) : null,
  ]
  return (labels.find((label) => label?.trim()) ?? '').trim().slice(0, 100)
}

/** To the first page of the site, or of its part in a language. */
function linksHome(element: Element): boolean {
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
    if (reference !== undefined) return absoluteUrl(reference, element)
  }
  return undefined
}

function pictureOf(image: HTMLImageElement): string | undefined {
  const { currentSrc } = image
  const source = currentSrc || page.attribute(image, 'src') || ''
  if (/^data:image\/(?!gif)/i.test(source)) return source.length <= LONGEST_DRAWING ? source : undefined
  return absoluteUrl(source, image)
}

/** A drawing on its own: colours that come from the page's styles are written into it, what it uses is brought along. */
function drawingOf(svg: Element): string | undefined {
  const copy = plainCopy(svg)
  const style = getComputedStyle(svg)
  const { width, height } = page.box(svg)
  copy.setAttribute('xmlns', SVG)
  copy.setAttribute('width', String(Math.round(width)))
  copy.setAttribute('height', String(Math.round(height)))
  copy.setAttribute('color', style.color)
  copy.removeAttribute('id')
  paint(copy, style)
  const room = { left: MAX_DRAWN }
  const isWhole = drawAll(svg, copy, room, 0)
  if (!isWhole || copy.firstElementChild === null) return undefined
  const text = new XMLSerializer().serializeToString(copy)
  const uri = `data:image/svg+xml,${encodeURIComponent(text.toWellFormed())}`
  return uri.length <= LONGEST_DRAWING ? uri : undefined
}

interface Room {
  left: number
}

function drawAll(from: Element, to: Element, room: Room, depth: number): boolean {
  for (const child of from.children) if (!draw(child, to, room, depth)) return false
  return true
}

function draw(element: Element, to: Element, room: Room, depth: number): boolean {
  if (room.left-- <= 0 || depth > 20) return false
  const name = page.localName(element)
  if (!(element instanceof SVGElement) || ACTIVE.test(name)) return true
  if (name === 'use') return drawUsed(element, to, room, depth)
  const copy = plainCopy(element)
  if (!UNPAINTED.test(name)) paint(copy, getComputedStyle(element))
  if (LETTERED.test(name)) copy.textContent = page.text(element)!.slice(0, 500)
  else if (!drawAll(element, copy, room, depth + 1)) return false
  to.append(copy)
  return true
}

/** What is used from elsewhere in the page stands in its place; a symbol becomes a drawing within the drawing. */
function drawUsed(use: Element, to: Element, room: Room, depth: number): boolean {
  const used = usedBy(use)
  if (!used) return false
  const isSymbol = /^(?:symbol|svg)$/.test(page.localName(used))
  const holder = Document.prototype.createElementNS.call(document, SVG, isSymbol ? 'svg' : 'g')
  const [x, y, width, height, transform] = ['x', 'y', 'width', 'height', 'transform'].map((name) =>
    page.attribute(use, name),
  ) as [string | null, string | null, string | null, string | null, string | null]
  const moves = isSymbol || (x ?? y) === null ? '' : ` translate(${x ?? 0}, ${y ?? 0})`
  const placed = {
    ...(isSymbol && { x, y, width, height }),
    transform: (transform ?? '') + moves || null,
  }
  for (const [name, value] of Object.entries(placed)) if (value !== null) holder.setAttribute(name, value)
  const viewBox = page.attribute(used, 'viewBox')
  if (isSymbol && viewBox !== null) holder.setAttribute('viewBox', viewBox)
  paint(holder, getComputedStyle(use))
  const isWhole = isSymbol ? drawAll(used, holder, room, depth + 1) : draw(used, holder, room, depth + 1)
  if (isWhole) to.append(holder)
  return isWhole
}

function plainCopy(element: Element): Element {
  const copy = Node.prototype.cloneNode.call(element, false) as Element
  for (const name of copy.getAttributeNames())
    if (/^(?:on|class$|style$)/i.test(name)) copy.removeAttribute(name)
  return copy
}

function usedBy(use: Element): Element | null | undefined {
  const reference = page.attribute(use, 'href') ?? page.attribute(use, 'xlink:href') ?? ''
  return /^#[^\s]{1,100}$/.test(reference) ? page.one(`[id="${CSS.escape(reference.slice(1))}"]`) : undefined
}

function paint(copy: Element, { fill, stroke, strokeWidth }: CSSStyleDeclaration): void {
  if (fill !== 'rgb(0, 0, 0)' || copy.hasAttribute('fill')) copy.setAttribute('fill', fill.slice(0, 100))
  if (stroke === 'none') return
  copy.setAttribute('stroke', stroke.slice(0, 100))
  copy.setAttribute('stroke-width', strokeWidth.slice(0, 20))
}
