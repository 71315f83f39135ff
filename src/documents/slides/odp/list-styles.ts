import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Marker } from '../paragraphs-html.ts'

/** What stands before the items of a list, by its style and level. Levels count from zero. */
export class ListStyles {
  private readonly levels = new Map<string, Marker>()

  constructor(documents: readonly XmlElement[]) {
    const places = documents.flatMap((document) => [
      elementAt(document, 'office:styles'),
      elementAt(document, 'office:automatic-styles'),
    ])
    for (const style of places.flatMap((place) => elementsOf(place, 'text:list-style'))) {
      for (const level of elementsOf(style)) {
        const index = Number(level.attributes['text:level'] ?? 1) - 1
        this.levels.set(`${style.attributes['style:name']} ${index}`, markerOf(level))
      }
    }
  }

  find(style: string, level: number): Marker {
    return this.levels.get(`${style} ${level}`) ?? { type: 'bullet' }
  }
}

function markerOf({ name, attributes }: XmlElement): Marker {
  if (name !== 'text:list-level-style-number') {
    return attributes['text:bullet-char']?.trim() === '' ? { type: 'none' } : { type: 'bullet' }
  }
  // A number without a format is counted, but not shown.
  if ((attributes['style:num-format'] ?? '') === '') return { type: 'none' }
  return { type: 'number', start: Number(attributes['text:start-value'] ?? 1) || 1 }
}
