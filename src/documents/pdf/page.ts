import type { Box } from '../converted.ts'

/** A page of a PDF as the base library reads it: words, lines and areas by their places, nothing understood yet. */
export interface PdfPage {
  number: number
  /** In points. All places are points from the top left corner of the page as it is shown. */
  width: number
  height: number
  words: Word[]
  /** Straight horizontal and vertical lines, drawn or as thin as one. */
  rules: Rule[]
  /** Areas that are filled, such as the shades of rows. */
  fills: Fill[]
  /** Filled shapes no larger than a letter, which bullets are often drawn as. */
  dots?: Box[]
  /** Pictures that stand on the page, when they are wanted. */
  pictures?: Picture[]
  /** Areas that lead somewhere. */
  links: Link[]
}

/** Letters without a gap between them. */
export interface Word {
  text: string
  box: Box
  /** The height of the font, in points. */
  size: number
  font: string
  isBold: boolean
  isItalic: boolean
  isMono: boolean
  /** As `rrggbb`. */
  color: string
  /** Clockwise, in degrees: 0, 90, 180 or 270 for most. */
  rotation: number
  /** Words of one run follow each other on a line in one font. */
  run: number
  /** The marked content that it belongs to, in a tagged document. */
  mark: number | undefined
  /** How sure its letters are, from 0 to 1, when they were read from a picture. */
  confidence?: number
}

/** A horizontal (`y1 === y2`) or vertical (`x1 === x2`) line, from left to right or from top to bottom. */
export interface Rule {
  x1: number
  y1: number
  x2: number
  y2: number
  width: number
}

export interface Fill {
  box: Box
  color: string
}

export interface Picture {
  box: Box
  /** The whole picture, as an address. */
  url: string
}

export interface Link {
  box: Box
  url: string
}

/** How a word looks of which nothing is known but its text. */
export const PLAIN_LOOKS = {
  font: '',
  isBold: false,
  isItalic: false,
  isMono: false,
  color: '000000',
  rotation: 0,
  mark: undefined,
} as const
