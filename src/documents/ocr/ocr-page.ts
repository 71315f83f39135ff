import type { Box } from '../converted.ts'
import { medianOf, PLAIN_LOOKS } from '../pdf/page.ts'
import type { PdfPage, Rule, Word } from '../pdf/page.ts'
import type { ReadLine, ReadWord } from './engine.ts'
import type { Stroke } from './find-rules.ts'
import type { Turn } from './grey.ts'
import type { ReadPicture } from './read-picture.ts'

/** A page that was read from its picture, as it stands upright. */
export interface OcrPage extends PdfPage {
  words: OcrWord[]
  /** The mean over its letters, from 0 to 1; 0 when there are none. */
  confidence: number
  /** How far the picture was turned clockwise to stand upright. */
  turn: Turn
  language: string
}

type OcrWord = Word & { confidence: number }

/** What was read from a picture as a page, with `scale` units of the page to the pixel. */
export function toOcrPage(number: number, picture: ReadPicture, scale: number): OcrPage {
  return {
    number,
    width: picture.width * scale,
    height: picture.height * scale,
    words: picture.lines.flatMap((line, run) => wordsOf(line, run, scale)),
    rules: [
      ...picture.horizontal.map((stroke) => horizontalRule(stroke, scale)),
      ...picture.vertical.map((stroke) => verticalRule(stroke, scale)),
    ],
    fills: [],
    links: [],
    confidence: picture.confidence,
    turn: picture.turn,
    language: picture.language,
  }
}

/** Words of one line get one top and bottom, as words of a text layer have, instead of the edges of their ink. */
function wordsOf(line: ReadLine, run: number, scale: number): OcrWord[] {
  const size = sizeOf(line)
  const foot = footOf(line, size)
  const words = line.words.filter((word) => !isSpeck(word, size))
  return withoutGaps(words, size).map(({ text, left, right, confidence }) => {
    const box: Box = [
      left * scale,
      (foot - ASCENT * size) * scale,
      right * scale,
      (foot + DESCENT * size) * scale,
    ]
    return { ...PLAIN_LOOKS, text, box, size: size * scale, run, confidence }
  })
}

/** What is left of lines and of dirt on the paper is taken for thin letters and signs. */
function isSpeck({ text, left, right, confidence }: ReadWord, size: number): boolean {
  if (text.length === 1 && right - left < size * SLIVER) return true
  return confidence < DOUBTFUL && text.length <= 2 && !/[\p{L}\p{N}]/u.test(text)
}

/** The thinnest letters and signs are wider than this part of their size. */
const SLIVER = 0.12
const DOUBTFUL = 0.5

/** Chinese and Japanese have no spaces between words, which are found one by one all the same. */
function withoutGaps(words: readonly ReadWord[], size: number): ReadWord[] {
  const joined: ReadWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    const isNext = before && word.left - before.right < size * 0.9 && UNSPACED_END.test(before.text)
    if (isNext && UNSPACED_START.test(word.text)) joined[joined.length - 1] = together(before, word)
    else joined.push(word)
  }
  return joined
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\uff00-\uffef]$/u
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\uff00-\uffef]/u

function together(a: ReadWord, b: ReadWord): ReadWord {
  const [letters, more] = [a.text.length, b.text.length]
  return {
    text: a.text + b.text,
    left: a.left,
    top: Math.min(a.top, b.top),
    right: b.right,
    bottom: Math.max(a.bottom, b.bottom),
    confidence: (a.confidence * letters + b.confidence * more) / (letters + more),
  }
}

/** Parts of the size of a font that common fonts agree on. */
const ASCENT = 0.72
const X_HEIGHT = 0.48
const DESCENT = 0.21

const HAS_ASCENT = /[\p{Lu}\p{Nd}bdfhijklt\u0400-\uffff(){}[\]|/\\!?&%$#@]/u
const HAS_DESCENT = /[gjpqyQ(){}[\]|,;\u0600-\uffff]/u

/** The size of the font, from how high its words are for the letters that they are made of. */
function sizeOf({ words }: ReadLine): number {
  const sizes = words
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ text, top, bottom }) => {
      const above = HAS_ASCENT.test(text) ? ASCENT : X_HEIGHT
      return (bottom - top) / (above + (HAS_DESCENT.test(text) ? DESCENT : 0))
    })
  return medianOf(sizes.length > 0 ? sizes : words.map(({ top, bottom }) => (bottom - top) / ASCENT))
}

/** Where the line stands on, the letters that hang below it apart. */
function footOf({ words }: ReadLine, size: number): number {
  return medianOf(
    words.map(({ text, bottom }) => (HAS_DESCENT.test(text) ? bottom - DESCENT * size : bottom)),
  )
}

function horizontalRule({ left, top, right, bottom }: Stroke, scale: number): Rule {
  const y = ((top + bottom) / 2) * scale
  return { x1: left * scale, y1: y, x2: right * scale, y2: y, width: (bottom - top) * scale }
}

function verticalRule({ left, top, right, bottom }: Stroke, scale: number): Rule {
  const x = ((left + right) / 2) * scale
  return { x1: x, y1: top * scale, x2: x, y2: bottom * scale, width: (right - left) * scale }
}
