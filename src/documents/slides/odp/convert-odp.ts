import type { Converter } from '../../converted.ts'
import { openOdf } from '../../open-document/open-odf.ts'
import { Pictures } from '../../pictures.ts'
import { UnreadableDocument } from '../../unreadable.ts'
import { elementAt, elementsOf, parseXml } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { SlideDeck } from '../slide-deck.ts'
import { ListStyles } from './list-styles.ts'
import { slideBlocks } from './slide-html.ts'

/** Reads OpenDocument presentations. */
export const convertOdp: Converter = async ({ bytes }, { keepImages, maxPages = Infinity }, report) => {
  const { zip, content, metadata } = await openOdf(bytes)
  const document = parseXml(content)
  const presentation = elementAt(document, 'office:body', 'office:presentation')
  if (!presentation) {
    throw new UnreadableDocument('damaged', 'The file is not an OpenDocument presentation: it has no slides.')
  }
  const shared = parseXml((await zip.readText('styles.xml')) ?? '')
  const around = { zip, styles: new ListStyles([shared, document]), pictures: new Pictures(keepImages) }
  const hiddenStyles = hiddenPageStyles(document)
  const pages = elementsOf(presentation, 'draw:page')
  const deck = new SlideDeck(pages.length)
  for (const [index, page] of pages.slice(0, maxPages).entries()) {
    if (hiddenStyles.has(page.attributes['draw:style-name'] ?? '')) deck.hide(index + 1)
    else {
      for await (const block of slideBlocks(page, around)) {
        deck.add(index + 1, block)
        if (deck.isFull) break
      }
    }
    report({ donePages: index + 1, totalPages: pages.length })
    if (deck.isFull) break
  }
  return deck.finish(metadata)
}

/** Whether a slide is shown is a matter of its style. */
function hiddenPageStyles(document: XmlElement): Set<string> {
  const styles = elementsOf(elementAt(document, 'office:automatic-styles'), 'style:style')
  const hidden = styles.filter((style) => {
    const visibility = elementAt(style, 'style:drawing-page-properties')?.attributes[
      'presentation:visibility'
    ]
    return visibility === 'hidden'
  })
  return new Set(hidden.map(({ attributes }) => attributes['style:name'] ?? ''))
}
