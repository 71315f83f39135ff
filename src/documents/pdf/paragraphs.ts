import type { Line } from './line.ts'

/** How the lines of a column stand. */
interface Setting {
  left: number
  right: number
}

/** Lines of a column that belong together: paragraphs, headings, items of lists. */
export function paragraphs(lines: readonly Line[]): Line[][] {
  if (lines.length === 0) return []
  const setting = { left: edge(lines, 0), right: Math.max(...lines.map(({ box }) => box[2])) }
  const pitch = usualPitch(lines)
  const groups: Line[][] = [[lines[0]!]]
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]!
    const group = groups.at(-1)!
    if (begins(line, group, lines[index + 1], { setting, pitch })) groups.push([line])
    else group.push(line)
  }
  return groups
}

/** The left edge that most lines share. */
function edge(lines: readonly Line[], side: 0 | 2): number {
  const counts = new Map<number, number>()
  let best = 0
  let most = 0
  for (const { box, text } of lines) {
    const place = Math.round(box[side] / 2)
    const count = (counts.get(place) ?? 0) + Math.min(text.length, 40)
    counts.set(place, count)
    if (count > most) {
      most = count
      best = box[side]
    }
  }
  return best
}

/** From the middle of a line to that of the next, in font heights. */
function usualPitch(lines: readonly Line[]): number {
  const pitches: number[] = []
  for (let index = 1; index < lines.length; index++) {
    const pitch = pitchOf(lines[index - 1]!, lines[index]!)
    if (pitch > 0.8 && pitch < 2.6 && isLike(lines[index - 1]!.size, lines[index]!.size)) pitches.push(pitch)
  }
  if (pitches.length === 0) return 1.3
  return pitches.sort((one, other) => one - other)[Math.floor(pitches.length * 0.4)]!
}

function pitchOf(before: Line, line: Line): number {
  const distance = (line.box[1] + line.box[3] - before.box[1] - before.box[3]) / 2
  return distance / Math.max(before.size, line.size)
}

function isLike(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.12 * Math.max(one, other)
}

function begins(
  line: Line,
  group: readonly Line[],
  next: Line | undefined,
  { setting, pitch }: { setting: Setting; pitch: number },
): boolean {
  const before = group.at(-1)!
  if (!isLike(before.size, line.size)) return true
  const distance = pitchOf(before, line)
  if (isBreakOfLook(before, line) && !(distance < 1.1 * pitch && runsOn(before, line, setting))) return true
  if (isContentsEntry(before)) return true
  if (line.isMono) return distance < 0.3 || distance > 2.2 * pitch
  const own = group.length > 1 ? pitchOf(group.at(-2)!, before) : pitch
  if (distance < 0.3 || distance > 1.3 * Math.max(pitch, Math.min(own, 2.2)) + 0.05) return true
  if (markerOf(line.text) && isMarkerPlausible(line, group, setting)) return true
  if (isCentred(before, line, setting)) return false
  return isIndented(line, before, next, setting) || endsShort(before, line, setting)
}

function isBreakOfLook(before: Line, line: Line): boolean {
  if (before.isMono !== line.isMono) return true
  if (before.font !== line.font && Math.abs(before.size - line.size) > 0.04 * line.size) return true
  if (before.isBold && !line.isBold) return !line.spans[0]!.isBold
  return line.isBold && !before.isBold && !before.spans.at(-1)!.isBold
}

/**
 * Whether a sentence goes on though its look changes: what is known of the look of a line is that of its first word, so
 * a line that begins with a bold word may end with plain ones.
 */
function runsOn(before: Line, line: Line, { right }: Setting): boolean {
  if (before.isMono !== line.isMono) return false
  if (/^\p{Ll}/u.test(line.text)) return !/[.!?:]$/.test(before.text)
  return before.isBold && before.box[2] > right - 3 * line.size && !/[.!?:]$/.test(before.text)
}

/** A number or a dash at the start of a line may be part of the sentence that the line goes on with. */
function isMarkerPlausible(line: Line, group: readonly Line[], setting: Setting): boolean {
  const before = group.at(-1)!
  const marker = markerOf(line.text)!
  if (marker.kind === 'bullet' && marker.isSure) return true
  if (markerOf(group[0]!.text)?.kind === marker.kind && Math.abs(group[0]!.box[0] - line.box[0]) < line.size)
    return true
  return (
    /[.:;!?]$/.test(before.text) ||
    before.box[2] < setting.right - 4 * line.size ||
    line.box[0] > before.box[0] + line.size
  )
}

function isCentred(before: Line, line: Line, { left, right }: Setting): boolean {
  const middle = (left + right) / 2
  const isInMiddle = ({ box, size }: Line) =>
    Math.abs((box[0] + box[2]) / 2 - middle) < size && box[0] > left + 2 * size && box[2] < right - 2 * size
  return (
    isInMiddle(line) && Math.abs(before.box[0] + before.box[2] - line.box[0] - line.box[2]) < 2 * line.size
  )
}

/** Indented against the line before and the one after, as first lines are. */
function isIndented(line: Line, before: Line, next: Line | undefined, { left }: Setting): boolean {
  const indent = line.box[0] - left
  if (indent < 0.7 * line.size || indent > 6 * line.size) return false
  if (line.box[0] - before.box[0] < 0.7 * line.size) return false
  if (markerOf(before.text)) return false
  return (
    next === undefined || next.box[0] < line.box[0] - 0.5 * line.size || /[.!?:]['"”’)]?$/.test(before.text)
  )
}

/** Whether the line before ended though the first word of this one would have fit into it. */
function endsShort(before: Line, line: Line, { left, right }: Setting): boolean {
  const first = line.text.indexOf(' ')
  const letter = (line.box[2] - line.box[0]) / line.text.length
  const word = letter * ((first < 0 ? line.text.length : first) + 1)
  const room = right - before.box[2] - word
  if (room < 0.5 * line.size) return false
  if (/[.!?:;]['"”’)\]]?\d{0,3}$/.test(before.text))
    return room > 1.5 * line.size && !/^\p{Ll}/u.test(line.text)
  return room > 0.3 * (right - left) && !/^\p{Ll}/u.test(line.text)
}

/** The sign before an item of a list. */
interface Marker {
  kind: 'bullet' | 'number' | 'letter'
  /** As written, with the room behind it. */
  written: string
  /** The number of the item; of letters their place in the alphabet. */
  value: number
  /** Whether it can hardly be anything else. */
  isSure: boolean
}

/** The marker that a line starts with. */
export function markerOf(text: string): Marker | undefined {
  const bullet = BULLET.exec(text)
  if (bullet) return { kind: 'bullet', written: bullet[0], value: 0, isSure: true }
  const dash = DASH.exec(text)
  if (dash) return { kind: 'bullet', written: dash[0], value: 0, isSure: false }
  const number = NUMBER.exec(text)
  if (number)
    return { kind: 'number', written: number[0], value: Number(number[1] ?? number[2]), isSure: false }
  const letter = LETTER.exec(text)
  if (letter)
    return {
      kind: 'letter',
      written: letter[0],
      value: letter[1]!.toLowerCase().charCodeAt(0) - 96,
      isSure: false,
    }
  return undefined
}

const BULLET = /^[•‣⁃▪▫●○◦◆◇■□►▶▸➢➤➔➜✓✔✗✘❖◘◙∙·⦁⚫★☐☑☒](?:\s+|(?=\p{L}))/u
const DASH = /^(?:[-–—*»>]|o(?= [A-Z]))\s+(?=\S)/
const NUMBER = /^(?:(\d{1,3})[.)]|\((\d{1,3})\))\s+(?=\S)/
const LETTER = /^\(?([a-z]|[A-Z](?=\)))[.)]\s+(?=\S)/

/** Whether a line is an entry of a table of contents: its page stands at its end, after dots or a wide gap. */
export function isContentsEntry({ text, pieces }: Line): boolean {
  if (LEADERS.test(text.slice(-MAX_END))) return true
  return pieces?.length === 2 && PAGE.test(pieces[1]!) && /\p{L}/u.test(pieces[0]!)
}

/** Only the end of a line is looked at. */
const MAX_END = 100
const LEADERS = /(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})$/i
const PAGE = /^(?:\d{1,4}|[ivxlc]{1,7})$/
