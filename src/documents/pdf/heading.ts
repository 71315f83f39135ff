import { isContentsEntry } from './contents-entry.ts'
import type { DocumentStyle } from './document-style.ts'
import type { Line } from './line.ts'
import { markerOf } from './list-marker.ts'

const MAX_LINES = 4
const MAX_LETTERS = 220

/** Whether lines that belong together are a heading: they stand out from running text, and are short. */
export function isHeading(
  group: readonly Line[],
  before: readonly Line[] | undefined,
  after: readonly Line[] | undefined,
  style: DocumentStyle,
): boolean {
  const [first] = group as [Line]
  const text = group.map((line) => line.text).join(' ')
  if (group.length > MAX_LINES || text.length > MAX_LETTERS || !/\p{L}.*\p{L}/u.test(text)) return false
  if (/[,;]$/.test(text) || isAddress(text) || isContentsEntry(group.at(-1)!) || isSum(first)) return false
  const marker = markerOf(text)
  if (marker?.kind === 'bullet') return false
  const ratio = first.size / style.bodySize
  const isBold = !style.isMostlyBold && group.every((line) => line.isBold)
  const isSentence = /[.!?。]['"”’)]?$/.test(text) && text.split(' ').length > (text.includes(': ') ? 4 : 8)
  if (ratio >= 1.18) return !isSentence || (isBold && group.length < 3)
  if (isBold && ratio > 0.7) {
    return !isSentence && group.length <= 3 && text.length < 160 && (ratio > 0.88 || hasRoom(group, before))
  }
  if (ratio < 0.94 || text.length > 90 || first.pieces || !isApart(group, before, after)) return false
  if (ratio > 1.04 && first.font !== style.bodyFont && after![0]!.font !== first.font) return !isSentence
  // A scan does not tell bold letters, but they look a little larger.
  if (first.confidence !== undefined && ratio > 1.07 && /^[\p{Lu}\p{N}]/u.test(text)) return !isSentence
  return isInCapitals(text) || (isItalicTitle(group) && !after!.some((line) => line.isItalic))
}

/** A short line in italics that is neither a sentence nor a date. */
function isItalicTitle([line, ...rest]: readonly Line[]): boolean {
  if (rest.length > 0 || !line!.isItalic || /\b(?:19|20)\d\d\b/.test(line!.text)) return false
  return /^[\p{Lu}\p{N}].*[^.,;:!?]$/u.test(line!.text)
}

/** A label with a number far behind it, such as the last row of a bill. */
function isSum({ pieces }: Line): boolean {
  return pieces !== undefined && /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(pieces.at(-1)!)
}

function isAddress(text: string): boolean {
  return /^(?:https?:|www\.)\S+$|^\S+@\S+$/.test(text)
}

function isInCapitals(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return capitals > 3 && !/\p{Ll}/u.test(text) && capitals > 0.6 * text.replace(/[^\p{L}]/gu, '').length
}

/** Followed by text of another look, with room above. */
function isApart(
  group: readonly Line[],
  before: readonly Line[] | undefined,
  after: readonly Line[] | undefined,
): boolean {
  return (
    after !== undefined && !isInCapitals(after.map(({ text }) => text).join(' ')) && hasRoom(group, before)
  )
}

function hasRoom(group: readonly Line[], before: readonly Line[] | undefined): boolean {
  return !before || group[0]!.box[1] - before.at(-1)!.box[3] > 0.5 * group[0]!.size
}
