import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { orderByPlace } from '../order-by-place.ts'
import { placeholderOf } from './placeholder.ts'
import type { Inherited } from './placeholder.ts'

/** How far the upper edges of neighbours may differ: a twentieth of an inch, in the units of the format. */
const ROW_TOLERANCE = 45_720

/** Shapes as a reader goes through them. */
export function orderShapes(shapes: readonly XmlElement[], inherited: Inherited): XmlElement[] {
  const placed = shapes.map((shape) => ({ shape, ...cornerOf(shape, inherited) }))
  return orderByPlace(placed, ROW_TOLERANCE).map(({ shape }) => shape)
}

/** The upper left corner of a shape: its own, or that of the place it fills. Last of all when it has none. */
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
