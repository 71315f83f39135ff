import type { Grey, Turn } from './grey.ts'

/** Reads pictures of text. */
export interface OcrEngine {
  /** How the picture is to be turned clockwise to stand upright, and its script; undefined when it cannot tell. */
  look(grey: Grey): Promise<Look | undefined>
  /** The words of an upright picture, line by line. */
  read(grey: Grey, how: HowToRead): Promise<ReadLine[]>
}

export interface HowToRead {
  /** As the data of Tesseract is named, such as `eng`. */
  language: string
  dpi: number
  /** Columns of text, or single words anywhere. */
  layout: 'page' | 'sparse'
}

export interface Look {
  turn: Turn
  /** How sure the turn is; from about 2 on it can be relied on. */
  turnConfidence: number
  /** As Unicode names it, such as `Latin` or `Han`. */
  script: string
  scriptConfidence: number
}

/** Words that stand on one line. */
export interface ReadLine {
  words: ReadWord[]
}

/** A word with the edges of its ink, in pixels. */
export interface ReadWord {
  text: string
  left: number
  top: number
  right: number
  bottom: number
  /** From 0 to 1. */
  confidence: number
}

/** The number by which Tesseract knows a layout. Both take the picture as upright. */
export const SEGMENTATION: Record<HowToRead['layout'], number> = {
  page: 3,
  sparse: 11,
}
