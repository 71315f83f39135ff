import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Block } from '../block.ts'
import { chartBlocks } from '../chart-blocks.ts'
import type { Inline } from '../inline.ts'
import { isFollowable } from '../../address.ts'
import { pictureType } from '../../pictures.ts'
import { pictureAt, shownPicture } from '../picture.ts'
import type { EmbeddedObject, Reading } from './reading.ts'

/** The pictures and formulas of a frame or shape, the texts of its boxes and the numbers of its charts. */
export function readFrame(frame: XmlElement, reading: Reading): { pictures: Inline[]; boxes: Block[] } {
  const pictures: Inline[] = []
  const boxes: Block[] = []
  const look = (element: XmlElement) => {
    if (element.name === 'draw:frame') {
      const inner = frameContent(element, reading)
      for (const picture of inner.pictures) pictures.push(picture)
      for (const box of inner.boxes) boxes.push(box)
    } else if (element.name === 'draw:g' || element.name === 'draw:a') elementsOf(element).forEach(look)
    else for (const block of reading.readBlocks(element)) boxes.push(block)
  }
  look(frame)
  return { pictures, boxes }
}

/** A frame holds one thing in several forms: the first that can be read is it. */
function frameContent(frame: XmlElement, reading: Reading): { pictures: Inline[]; boxes: Block[] } {
  const box = elementAt(frame, 'draw:text-box')
  if (box) return { pictures: [], boxes: reading.readBlocks(box) }
  const object = takeObject(elementAt(frame, 'draw:object'), reading)
  if (object?.type === 'formula')
    return { pictures: [{ type: 'markup', html: object.html, text: '' }], boxes: [] }
  if (object?.type === 'chart') return { pictures: [], boxes: chartBlocks(object.chart) }
  const table = elementAt(frame, 'table:table')
  if (table) return { pictures: [], boxes: reading.readBlocks(frame) }
  const picture = pictureIn(frame, reading)
  return { pictures: picture ? [picture] : [], boxes: [] }
}

function takeObject(element: XmlElement | undefined, { objects }: Reading): EmbeddedObject | undefined {
  const name = (element?.attributes['xlink:href'] ?? '').replace(/^\.\//, '').replace(/\/$/, '')
  const object = objects.get(name)
  objects.delete(name)
  return object
}

function pictureIn(frame: XmlElement, { pictures, pictureBytes }: Reading): Inline | undefined {
  const images = elementsOf(frame, 'draw:image')
  const image = images.find(({ attributes }) => !/\.svm$/i.test(attributes['xlink:href'] ?? '')) ?? images[0]
  if (!image) return undefined
  const alt =
    [elementAt(frame, 'svg:title'), elementAt(frame, 'svg:desc')].map(textOf).find((text) => text !== '') ??
    ''
  const href = image.attributes['xlink:href'] ?? ''
  if (isFollowable(href)) return pictureAt(href, alt)
  const data = elementAt(image, 'office:binary-data')
  const bytes = data ? Buffer.from(textOf(data), 'base64') : pictureBytes.get(href.replace(/^\.\//, ''))
  return shownPicture(pictures, { type: image.attributes['draw:mime-type'] ?? pictureType(href), alt, bytes })
}
