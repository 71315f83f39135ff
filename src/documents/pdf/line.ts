import type { Box } from '../converted.ts'

/** Words beside each other, as the eye reads them. */
export interface Line {
  box: Box
  spans: Span[]
  /** What the spans say together. */
  text: string
  /** The font height of most letters. */
  size: number
  font: string
  color: string
  /** Whether this holds for all that matters of the line. */
  isBold: boolean
  isItalic: boolean
  isMono: boolean
  /** How sure the letters are, when they were read from a picture. */
  confidence?: number
  /** What stands between gaps as wide as those of columns, in a line that has such. */
  pieces?: string[]
}

/** A part of a line with one look. Blanks between words are part of the text. */
export interface Span {
  text: string
  isBold: boolean
  isItalic: boolean
  isMono: boolean
  /** Whether it stands above or below the line, smaller than it. */
  shift: 'none' | 'up' | 'down'
  link: string | undefined
  /** The note that it is the sign of. */
  note?: string
}
