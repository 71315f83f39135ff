import { lineHtml } from '../../open-document/line-html.ts'
import { elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { SlideParagraph } from '../paragraphs-html.ts'
import type { ListStyles } from './list-styles.ts'

const MAX_LEVEL = 9

/** The paragraphs of a box, a shape or a cell, those in lists with their level and mark. */
export function readTextBox(box: XmlElement, styles: ListStyles): SlideParagraph[] {
  return elementsOf(box).flatMap((child) => {
    if (child.name === 'text:list') return listItems(child, '', 0, styles)
    if (child.name !== 'text:p' && child.name !== 'text:h') return []
    return [{ html: lineHtml(child), level: 0, marker: { type: 'none' as const } }]
  })
}

function listItems(
  list: XmlElement,
  outerStyle: string,
  level: number,
  styles: ListStyles,
): SlideParagraph[] {
  if (level > MAX_LEVEL) return []
  const style = list.attributes['text:style-name'] ?? outerStyle
  const marker = styles.find(style, level)
  return elementsOf(list).flatMap((item) =>
    elementsOf(item).flatMap((child) => {
      if (child.name === 'text:list') return listItems(child, style, level + 1, styles)
      if (child.name !== 'text:p' && child.name !== 'text:h') return []
      const isHeader = item.name === 'text:list-header'
      return [{ html: lineHtml(child), level, marker: isHeader ? { type: 'none' as const } : marker }]
    }),
  )
}
