import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { orderByPlace } from '../slides.ts'

interface Placeholder {
  type: string
  index: string
}

export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const properties = elementsOf(shape).find(({ name }) => name.startsWith('p:nv'))
  const place = elementAt(properties, 'p:nvPr', 'p:ph')
  return place && { type: place.attributes['type'] ?? 'obj', index: place.attributes['idx'] ?? '0' }
}

export function isTitle(place: Placeholder | undefined): boolean {
  return place?.type === 'title' || place?.type === 'ctrTitle'
}

export function isFurniture(place: Placeholder | undefined): boolean {
  return place !== undefined && ['dt', 'ftr', 'sldNum', 'hdr', 'sldImg'].includes(place.type)
}

/** The placeholders that a slide inherits from its layout and master, indexed for repeated lookups. */
export class Inherited {
  private readonly onLayout = new Map<string, XmlElement>()
  private readonly onMaster = new Map<string, XmlElement>()
  private readonly textStyles: XmlElement | undefined

  constructor(layout: XmlElement, master: XmlElement) {
    for (const [shape, place] of placesOf(layout)) {
      setFirst(this.onLayout, placeKey(place), shape)
      setFirst(this.onLayout, kindOf(place), shape)
    }
    for (const [shape, place] of placesOf(master)) setFirst(this.onMaster, kindOf(place), shape)
    this.textStyles = elementAt(master, 'p:txStyles')
  }

  preparedShapes(place: Placeholder | undefined): XmlElement[] {
    if (!place) return []
    const onLayout = this.onLayout.get(placeKey(place)) ?? this.onLayout.get(kindOf(place))
    return [onLayout, this.onMaster.get(kindOf(place))].filter((shape) => shape !== undefined)
  }

  listStylesOf(shape: XmlElement): (XmlElement | undefined)[] {
    const place = placeholderOf(shape)
    const styleOf = (one: XmlElement) => elementAt(one, 'p:txBody', 'a:lstStyle')
    const own = [styleOf(shape), ...this.preparedShapes(place).map(styleOf)]
    if (!place) return own
    return [...own, elementAt(this.textStyles, isTitle(place) ? 'p:titleStyle' : 'p:bodyStyle')]
  }
}

function placesOf(page: XmlElement): [XmlElement, Placeholder][] {
  return elementsOf(elementAt(page, 'p:cSld', 'p:spTree')).flatMap((shape) => {
    const place = placeholderOf(shape)
    return place ? [[shape, place] satisfies [XmlElement, Placeholder]] : []
  })
}

function setFirst(shapes: Map<string, XmlElement>, key: string, shape: XmlElement): void {
  if (!shapes.has(key)) shapes.set(key, shape)
}

/** Placeholders of a slide and its layout match by index, but a title never matches a text. */
function placeKey(place: Placeholder): string {
  return `${isTitle(place) ? 'title' : 'other'} ${place.index}`
}

/** Masters have only a title and a body, besides footers. */
function kindOf({ type }: Placeholder): string {
  if (type === 'title' || type === 'ctrTitle') return 'title'
  return ['dt', 'ftr', 'sldNum', 'hdr'].includes(type) ? type : 'body'
}

/** How far the upper edges of neighbours may differ: a twentieth of an inch, in the units of the format. */
const ROW_TOLERANCE = 45_720

export function orderShapes(shapes: readonly XmlElement[], inherited: Inherited): XmlElement[] {
  const placed = shapes.map((shape) => ({ shape, ...cornerOf(shape, inherited) }))
  return orderByPlace(placed, ROW_TOLERANCE).map(({ shape }) => shape)
}

function cornerOf(shape: XmlElement, inherited: Inherited): { top: number; left: number } {
  for (const source of [shape, ...inherited.preparedShapes(placeholderOf(shape))]) {
    const offset = elementAt(transformOf(source), 'a:off')?.attributes
    const top = Number(offset?.['y'])
    const left = Number(offset?.['x'])
    if (Number.isFinite(top) && Number.isFinite(left)) return { top, left }
  }
  return { top: Number.MAX_SAFE_INTEGER, left: Number.MAX_SAFE_INTEGER }
}

function transformOf(shape: XmlElement): XmlElement | undefined {
  const frame = elementAt(shape, 'p:xfrm')
  if (frame) return frame
  const properties = elementsOf(shape).find(({ name }) => name === 'p:spPr' || name === 'p:grpSpPr')
  return elementAt(properties, 'a:xfrm')
}
