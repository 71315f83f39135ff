import type { StyledElement } from '../../branding/style-sample.ts'
import { colorOf, stopsOf, visibleColor } from '../colors.ts'
import { flatParent } from '../flat-tree.ts'
import * as page from '../platform.ts'

const countOfChildren = page.getter(Element, 'childElementCount')

const MAX_ANCESTORS = 60
const LANDMARK = 'header,nav,footer,main,article,aside,dialog,[role=banner],[role=contentinfo]'
const OWNER = 'a,button,[role=button],h1,h2,h3,h4,h5,h6,code,pre,label'

export interface Backgrounds {
  canvas: string
  known: Map<Node | null, Background>
}

/** The colours, the nearest last. */
interface Background {
  color: string[]
  isOnPicture: boolean
}

export function describeElement(
  element: Element,
  { kind, words, chars, box }: Pick<StyledElement, 'kind' | 'words' | 'chars' | 'box'>,
  style: CSSStyleDeclaration,
  backgrounds: Backgrounds,
): StyledElement {
  return {
    kind,
    tag: page.localName(element),
    words,
    text: kind === 'button' || kind === 'notice' ? shortText(element) : '',
    chars,
    owner: ownerOf(element),
    place: landmarkOf(element),
    box,
    ...paintOf(element, style, backgrounds),
    ...fontOf(kind === 'button' ? textStyleOf(element, style) : style),
    ...measuresOf(element, style, kind),
  }
}

/** A few words, read from a few nodes: what is inside may be as large as the page. */
export function shortText(element: Element): string {
  return textsIn(element)
    .map(({ data }) => data.slice(0, 200).trim())
    .join(' ')
    .slice(0, 60)
}

/** The first texts in an element; those of a component that are handed in from outside stand in its host. */
function textsIn(element: Element): Text[] {
  const found = textsBelow(page.shadowRoot(element) ?? element)
  if (found.length > 0) return found
  const root = page.rootOf(element)
  return page.shadowRoot(element)
    ? textsBelow(element)
    : root instanceof ShadowRoot
      ? textsBelow(root.host)
      : []
}

function nameAround(node: Node): string {
  const parent = page.parent(node)
  return parent instanceof Element ? page.localName(parent) : ''
}

function textsBelow(root: Node): Text[] {
  const walker = page.walk(root)
  const found = []
  for (let steps = 0; steps < 20; steps++) {
    const node = walker.nextNode()
    if (node === null) break
    if (!(node instanceof Text) || nameAround(node) === 'style') continue
    if (node.data.trim() !== '') found.push(node)
  }
  return found
}

function ownerOf(element: Element): string {
  const owner = page.closest(element, OWNER)
  if (owner === null) return ''
  return page.attribute(owner, 'role') === 'button' ? 'button' : page.localName(owner)
}

function landmarkOf(element: Element): string {
  const landmark = page.closest(element, LANDMARK)
  if (landmark === null) return ''
  const role = page.attribute(landmark, 'role')
  if (role === 'banner') return 'header'
  return role === 'contentinfo' ? 'footer' : page.localName(landmark)
}

function paintOf(element: Element, style: CSSStyleDeclaration, backgrounds: Backgrounds) {
  const image = style.backgroundImage
  const under = backgroundOf(flatParent(element), backgrounds)
  return {
    background: visibleColor(style.backgroundColor),
    stops: stopsOf(image),
    gradient: image.includes('gradient(') && image.length <= 300 ? image : undefined,
    hasPicture: isPicture(style),
    under: under.color,
    isOnPicture: under.isOnPicture,
    borderWidth: number(style.borderTopWidth),
    borderColor: visibleColor(style.borderTopColor),
    isDisabled: page.attribute(element, 'disabled') !== null,
    isPlain: /^(?:in|out)set$/.test(style.borderTopStyle),
  }
}

/** A picture that is repeated over a colour is a texture, and the colour is what one sees. */
function isPicture(style: CSSStyleDeclaration): boolean {
  const { backgroundImage, backgroundColor, backgroundRepeat, backgroundSize } = style
  if (!backgroundImage.includes('url(')) return false
  const isTexture = !backgroundRepeat.includes('no-repeat') && backgroundSize.startsWith('auto')
  return !isTexture || visibleColor(backgroundColor) === undefined
}

function backgroundOf(element: Node | null, { canvas, known }: Backgrounds): Background {
  const chain = []
  let node = element
  while (node instanceof Element && !known.has(node) && chain.length < MAX_ANCESTORS) {
    chain.push(node)
    node = flatParent(node)
  }
  let ground = known.get(node) ?? { color: [canvas], isOnPicture: false }
  for (const ancestor of chain.toReversed()) {
    ground = paintOver(ground, getComputedStyle(ancestor))
    known.set(ancestor, ground)
  }
  return ground
}

function paintOver(ground: Background, style: CSSStyleDeclaration): Background {
  const { backgroundColor, backgroundImage } = style
  const color = stopsOf(backgroundImage)[0] ?? visibleColor(backgroundColor)
  const hasPicture = isPicture(style)
  if (color === undefined) return hasPicture ? { ...ground, isOnPicture: true } : ground
  const isOpaque = color.length === 7
  return {
    color: isOpaque ? [color] : [...ground.color, color].slice(-6),
    isOnPicture: hasPicture || (ground.isOnPicture && !isOpaque),
  }
}

/** The label of a button may be lettered otherwise than the button itself. */
function textStyleOf(element: Element, style: CSSStyleDeclaration): CSSStyleDeclaration {
  const [text] = textsIn(element)
  const parent = text && page.parent(text)
  return parent instanceof Element && page.contains(element, parent) ? getComputedStyle(parent) : style
}

function fontOf(style: CSSStyleDeclaration) {
  return {
    color: colorOf(style.color)!,
    family: style.fontFamily.slice(0, 300),
    fontSize: number(style.fontSize),
    fontWeight: number(style.fontWeight),
    lineHeight: number(style.lineHeight),
  }
}

function measuresOf(element: Element, style: CSSStyleDeclaration, kind: StyledElement['kind']) {
  const sides = (name: 'padding' | 'margin') =>
    (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => number(style[`${name}${side}`]) ?? 0)
  return {
    radius: radiusOf(style),
    padding: sides('padding'),
    margin: sides('margin'),
    gap: countOfChildren(element) > 1 ? (number(style.columnGap) ?? 0) : 0,
    maxWidth: kind === 'surface' ? number(style.maxWidth) : undefined,
    position: style.position,
    transition: style.transitionDuration === '0s' ? undefined : transitionOf(style),
    stroke: kind === 'icon' ? style.stroke !== 'none' : undefined,
  }
}

/** In a row of joined controls only the outer corners are round. */
function radiusOf({ borderTopLeftRadius, borderBottomRightRadius }: CSSStyleDeclaration): string {
  return borderTopLeftRadius === '0px' ? borderBottomRightRadius : borderTopLeftRadius
}

function transitionOf({ transitionDuration, transitionTimingFunction }: CSSStyleDeclaration) {
  return {
    duration: transitionDuration.slice(0, 100).split(',')[0]!.trim(),
    easing: /^[\w-]+(?:\([^)]*\))?/.exec(transitionTimingFunction)?.[0].slice(0, 100),
  }
}

/** Undefined for `normal`, `none` and percentages. */
function number(length: string): number | undefined {
  return /^-?[\d.]+(?:e[+-]?\d+)?(?:px)?$/.test(length)
    ? Math.round(Number.parseFloat(length) * 100) / 100
    : undefined
}
