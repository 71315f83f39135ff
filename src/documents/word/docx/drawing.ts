import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Block } from '../block.ts'
import type { Inline } from '../inline.ts'
import { isFollowable } from '../../address.ts'
import { pictureType } from '../../pictures.ts'
import { pictureAt, shownPicture } from '../picture.ts'
import { chartBlocks } from '../chart-blocks.ts'
import type { Reading } from './reading.ts'

/** What a drawing shows. */
export interface Drawing {
  pictures: Inline[]
  /** Whether it stands beside the line rather than in it. */
  isFloating: boolean
  /** The texts of its boxes, and the numbers of its charts. */
  boxes: Block[]
}

export function readDrawing(drawing: XmlElement, reading: Reading): Drawing {
  const pictures: Inline[] = []
  const boxes: Block[] = []
  const whole = alternativeTextOf(elementAt(drawing, 'wp:inline') ?? elementAt(drawing, 'wp:anchor'))
  const walk = (element: XmlElement, alt: string) => {
    const { name, attributes } = element
    if (name === 'w:txbxContent') {
      for (const block of reading.readBlocks(element)) boxes.push(block)
    } else if (name === 'a:blip' || name === 'v:imagedata') {
      const picture = pictureOf(attributes, alt, reading)
      if (picture) pictures.push(picture)
    } else if (name === 'c:chart') {
      const { target = '' } = reading.relationships.get(attributes['r:id'] ?? '') ?? {}
      const chart = reading.document.charts.get(target)
      reading.document.charts.delete(target)
      if (chart) for (const block of chartBlocks(chart)) boxes.push(block)
    } else if (name === 'mc:AlternateContent') {
      const form = elementAt(element, 'mc:Choice') ?? elementAt(element, 'mc:Fallback')
      if (form) walk(form, alt)
    } else if (name !== 'a:ext' && name !== 'asvg:svgBlip') {
      const own = name === 'pic:pic' || name === 'v:shape' ? alternativeTextOf(element) : ''
      for (const child of elementsOf(element)) walk(child, own === '' ? alt : own)
    }
  }
  walk(drawing, whole)
  return { pictures, boxes, isFloating: elementAt(drawing, 'wp:anchor') !== undefined }
}

function alternativeTextOf(element: XmlElement | undefined): string {
  const { attributes } = elementAt(element, 'wp:docPr') ??
    elementAt(element, 'pic:nvPicPr', 'pic:cNvPr') ??
    element ?? { attributes: {} }
  const text =
    (attributes as Record<string, string>)['descr'] ?? (attributes as Record<string, string>)['alt']
  return text ?? (attributes as Record<string, string>)['title'] ?? ''
}

function pictureOf(
  attributes: Record<string, string>,
  alt: string,
  { relationships, document }: Reading,
): Inline | undefined {
  const id = attributes['r:embed'] ?? attributes['r:id'] ?? attributes['r:link'] ?? attributes['r:pict']
  const relationship = relationships.get(id ?? '')
  if (!relationship) return undefined
  const { target, isExternal } = relationship
  if (isExternal) return isFollowable(target) ? pictureAt(target, alt) : undefined
  return shownPicture(document.pictures, {
    type: pictureType(target),
    alt,
    bytes: document.pictureBytes.get(target),
  })
}
