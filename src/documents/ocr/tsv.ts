import type { ReadLine, ReadWord } from './engine.ts'

/** Reads the table that Tesseract writes: one line for each page, block, paragraph, line and word. */
export function linesOf(tsv: string): ReadLine[] {
  const lines: ReadLine[] = []
  for (const row of tsv.split('\n')) {
    const [level, , , , , , left, top, width, height, confidence, ...text] = row.split('\t')
    if (level === LINE) lines.push({ words: [] })
    if (level !== WORD) continue
    const word: ReadWord = {
      text: text.join(' ').trim(),
      left: Number(left),
      top: Number(top),
      right: Number(left) + Number(width),
      bottom: Number(top) + Number(height),
      confidence: Math.max(0, Number(confidence)) / 100,
    }
    if (word.text !== '') lines.at(-1)?.words.push(word)
  }
  return lines.filter(({ words }) => words.length > 0)
}

const LINE = '4'
const WORD = '5'
