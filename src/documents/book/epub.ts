import type { Converter } from '../converted.ts'
import { UnreadableDocument } from '../unreadable.ts'
import { openZip } from '../zip.ts'
import type { Zip } from '../zip.ts'
import { Pictures, pictureType } from '../pictures.ts'
import { shownPicture } from '../word/picture.ts'
import { joinChapters, readChapter } from './chapter.ts'
import type { Chapter } from './chapter.ts'
import { refuseLocked } from './lock.ts'
import { openBook } from './publication.ts'

/** Reads books: their chapters in the order of reading, without the pages that only lead to others. */
export const convertEpub: Converter = async ({ bytes }, { keepImages }) => {
  const zip = await openZip(bytes)
  await refuseLocked(zip)
  const { paths, metadata } = await openBook(zip)
  const pictures = new Pictures(keepImages)
  const pictureBytes = keepImages ? await bytesOfPictures(zip) : new Map<string, Uint8Array>()
  const chapters: Chapter[] = []
  let leftChars = MAX_CHARS
  for (const path of paths) {
    const text = await zip.readText(path)
    if (text === undefined) continue
    leftChars -= text.length
    if (leftChars < 0) break
    chapters.push(
      readChapter(text, path, (target, alt) =>
        shownPicture(pictures, { type: pictureType(target), alt, bytes: pictureBytes.get(target) }),
      ),
    )
  }
  if (chapters.length === 0 && leftChars < 0)
    throw new UnreadableDocument('too large', 'The book has chapters that are too long to be read.')
  if (chapters.length === 0)
    throw new UnreadableDocument('damaged', 'The book is damaged: its chapters are missing.')
  const html = joinChapters(chapters.filter(({ isNavigation }) => !isNavigation))
  const cut =
    leftChars < 0 ? [`The book is cut off after ${chapters.length} chapters: it has too much text.`] : []
  return { content: { html }, metadata, warnings: [...pictures.warnings(html), ...cut] }
}

/** What all chapters together may have. */
const MAX_CHARS = 64 * 1024 * 1024

async function bytesOfPictures(zip: Zip): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  for (const name of zip.names) {
    const bytes = /\.(?:png|jpe?g|gif|webp|svg|bmp)$/i.test(name) ? await zip.read(name) : undefined
    if (bytes) found.set(name, bytes)
  }
  return found
}
