import { CompoundFile, encrypted, readSummary } from '../../compound-file/compound-file.ts'
import { UnreadableDocument } from '../../converted.ts'
import type { Converter } from '../../converted.ts'
import { markedNotes, paragraphsHtml, SlideDeck, slideTableHtml } from '../slides.ts'
import { findRecord, PersistDirectory, PPT, readRecords } from './records.ts'
import { isTitle, itemsOfSlide, NOTES_TEXT, paragraphsOf, readTexts } from './slide-shapes.ts'
import type { PptText, SlideItem } from './slide-shapes.ts'

/** Reads presentations of PowerPoint 97 to 2003: their texts in the order of reading, and the notes of the speaker. */
export const convertPpt: Converter = ({ bytes }, { maxPages = Infinity }, report) => {
  const container = new CompoundFile(bytes)
  const stream = container.stream('PowerPoint Document')
  if (!stream) {
    throw new UnreadableDocument(
      'damaged',
      'The file is not a presentation: its stream of slides is missing.',
    )
  }
  const user = container.stream('Current User')
  const directory = new PersistDirectory(viewOf(stream), newestEdit(user))
  if (directory.isEncrypted) throw encrypted()
  const document = directory.document()
  if (!document)
    throw new UnreadableDocument('damaged', 'The file is damaged: its list of slides is missing.')
  const listed = listedPages(document, SLIDES)
  const notes = new Map(listedPages(document, NOTES).map((page) => [page.slideId, page]))
  const deck = new SlideDeck(listed.length)
  for (const [index, { persistId, outline }] of listed.slice(0, maxPages).entries()) {
    const slide = directory.find(persistId)?.data
    if (slide && isHidden(slide)) deck.hide(index + 1)
    else {
      // A slide that cannot be found still has its outline.
      const items = slide
        ? itemsOfSlide(slide, outline)
        : outline.map((text) => ({ kind: 'text' as const, text }))
      const notesPage = notes.get(notesIdOf(slide))
      const notesSlide = notesPage && directory.find(notesPage.persistId)?.data
      const notesItems = notesSlide ? itemsOfSlide(notesSlide, notesPage.outline) : []
      deck.add(index + 1, slideHtml(items), notesHtml(notesItems))
    }
    report({ donePages: index + 1, totalPages: listed.length })
    if (deck.isFull) break
  }
  return Promise.resolve(deck.finish(readSummary(container)))
}

/** Where the newest edit of the presentation is written down. */
function newestEdit(user: Uint8Array | undefined): number {
  if (!user || user.length < 20) return -1
  const view = viewOf(user)
  if (view.getUint32(12, true) === ENCRYPTED_TOKEN) throw encrypted()
  return view.getUint32(16, true)
}

const ENCRYPTED_TOKEN = 0xf3d1c4df

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

interface ListedPage {
  slideId: number
  persistId: number
  /** The texts of its places, as the list of slides holds them. */
  outline: PptText[]
}

/** What lists of pages are about. */
const SLIDES = 0
const NOTES = 2

/** The pages of a kind in their order, each followed in the list by its texts. */
function listedPages(document: DataView, kind: number): ListedPage[] {
  const pages: { slideId: number; persistId: number; start: number; end: number; list: DataView }[] = []
  for (const { type, instance, data: list } of readRecords(document)) {
    if (type !== PPT.slideList || instance !== kind) continue
    for (const record of readRecords(list)) {
      const end = record.data.byteOffset - list.byteOffset + record.data.byteLength
      if (record.type !== PPT.slidePersist || record.data.byteLength < 16) {
        if (pages.length > 0) pages.at(-1)!.end = end
        continue
      }
      const [persistId, slideId] = [record.data.getUint32(0, true), record.data.getUint32(12, true)]
      pages.push({ slideId, persistId, start: end, end, list })
    }
  }
  return pages.map(({ slideId, persistId, start, end, list }) => ({
    slideId,
    persistId,
    outline: readTexts(new DataView(list.buffer, list.byteOffset + start, end - start)),
  }))
}

function isHidden(slide: DataView): boolean {
  const info = findRecord(slide, PPT.slideShowInfo)
  return info !== undefined && info.byteLength >= 12 && (info.getUint16(10, true) & 4) !== 0
}

function notesIdOf(slide: DataView | undefined): number {
  const atom = findRecord(slide, PPT.slideAtom)
  return atom && atom.byteLength >= 20 ? atom.getUint32(16, true) : -1
}

/** A slide: its title first, then the rest in the order of reading. */
function slideHtml(items: readonly SlideItem[]): string {
  const titles = items.flatMap((item) => (item.kind === 'text' && isTitle(item.text) ? [item.text] : []))
  const title = titles.map((text) => linesOf(text).join(' ').replaceAll('<br>', ' ')).join(' ')
  const blocks = items.map((item) => {
    if (item.kind === 'table') return tableHtml(item.rows)
    return isTitle(item.text) ? '' : paragraphsHtml(paragraphsOf(item.text))
  })
  return [title && `<h1>${title}</h1>`, ...blocks].filter(Boolean).join('\n')
}

function linesOf(text: PptText): string[] {
  return paragraphsOf(text)
    .map(({ html }) => html)
    .filter(Boolean)
}

function tableHtml(rows: readonly PptText[][]): string {
  const cells = rows.map((row) =>
    row.map((text) => ({ html: linesOf(text).join('<br>'), columns: 1, rows: 1 })),
  )
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0)
  return cells.flat().some(({ html }) => html !== '') ? slideTableHtml(cells, width, 'once') : ''
}

/** The page of notes also shows the slide and furniture; only what was typed into its text counts. */
function notesHtml(items: readonly SlideItem[]): string {
  const typed = items.flatMap((item) =>
    item.kind === 'text' && item.text.type === NOTES_TEXT ? [item.text] : [],
  )
  return markedNotes(typed.flatMap(linesOf))
}
