import { descriptionOf, pictureHtml } from '../pictures.ts'
import type { Picture, Pictures } from '../pictures.ts'
import type { Inline } from './inline.ts'

/** A picture of the document as part of a line. */
export function shownPicture(pictures: Pictures, picture: Picture): Inline {
  return { type: 'markup', html: pictures.show(picture), text: descriptionOf(picture.alt) }
}

/** A picture that stands at an address. */
export function pictureAt(address: string, alt: string): Inline {
  return { type: 'markup', html: pictureHtml(address, alt), text: descriptionOf(alt) }
}
