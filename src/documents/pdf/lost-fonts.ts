import type { PdfPage } from './page.ts'

/** What is left of a page of a damaged file. */
export interface LostFonts {
  /** The page without the text whose font is lost. */
  leaveOut(page: PdfPage): PdfPage
  /** How many words were left out so far. */
  readonly wordCount: number
}

/** The base library reads text whose font is missing as if it were in this one, where its letters mean nothing. */
const STAND_IN = 'Helvetica'

export function lostFonts(file: Uint8Array): LostFonts {
  const hasStandIn = Buffer.from(file.buffer, file.byteOffset, file.length).includes(`/${STAND_IN}`)
  let wordCount = 0
  return {
    leaveOut(page) {
      if (hasStandIn) return page
      const words = page.words.filter(({ font }) => font !== STAND_IN)
      wordCount += page.words.length - words.length
      return { ...page, words }
    },
    get wordCount() {
      return wordCount
    },
  }
}
