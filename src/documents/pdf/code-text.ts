import type { Line } from './line.ts'

const MAX_INDENT = 80

/** Lines of a program with the blanks before them that their places stand for. */
export function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map(({ box }) => box[0]))
  return lines
    .map(({ box, text }) => {
      const letter = (box[2] - box[0]) / text.length
      const indent = letter > 0 ? Math.round((box[0] - left) / letter) : 0
      return ' '.repeat(Math.min(Math.max(indent, 0), MAX_INDENT)) + text
    })
    .join('\n')
}
