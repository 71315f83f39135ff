import type { Line } from './line.ts'
import { grouped } from '../groups.ts'
import { mostOf } from './page.ts'

const MAX_LINES = 4
const MAX_LETTERS = 220

/** Whether lines are a heading: they differ from running text and are short. */
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
  // OCR does not detect bold letters, but they are slightly larger.
  if (first.confidence !== undefined && ratio > 1.07 && /^[\p{Lu}\p{N}]/u.test(text)) return !isSentence
  return isInCapitals(text) || (isItalicTitle(group) && !after!.some((line) => line.isItalic))
}

function isItalicTitle([line, ...rest]: readonly Line[]): boolean {
  if (rest.length > 0 || !line!.isItalic || /\b(?:19|20)\d\d\b/.test(line!.text)) return false
  return /^[\p{Lu}\p{N}].*[^.,;:!?]$/u.test(line!.text)
}

/** A label with a number far after it, such as the last row of a bill. */
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

/** The usual style of a document, to recognize text that stands out. */
export interface DocumentStyle {
  bodySize: number
  bodyFont: string
  isMostlyBold: boolean
  /** Whether the text is mostly monospaced, so that a monospaced font does not mean code. */
  isMostlyMono: boolean
  /**
   * Lower-case words from the middle of lines; they show whether a hyphen at the end of a line is part of the
   * word.
   */
  vocabulary: ReadonlySet<string>
}

const STEP = Math.log(1.05)
/** With fewer letters, the usual style is unknown. */
const MIN_LETTERS = 400
const MAX_VOCABULARY = 200_000

/** Determines the style of most letters in a document. */
export function documentStyle(lines: readonly Line[]): DocumentStyle {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  let letters = 0
  let bold = 0
  let mono = 0
  for (const { text, size, isBold, isMono } of lines) {
    const step = Math.round(Math.log(Math.max(size, 1)) / STEP)
    sizes.set(step, (sizes.get(step) ?? 0) + text.length)
    letters += text.length
    if (isBold) bold += text.length
    if (isMono) mono += text.length
  }
  // Adjacent sizes count together: one text is often set in slightly different sizes.
  const weightOf = (step: number) =>
    2 * (sizes.get(step) ?? 0) + (sizes.get(step - 1) ?? 0) + (sizes.get(step + 1) ?? 0)
  let body = 0
  for (const step of sizes.keys()) {
    if (body === 0 || weightOf(step) > weightOf(body)) body = step
  }
  const bodySize = Math.exp(body * STEP)
  for (const { text, font, size } of lines) {
    if (Math.abs(size - bodySize) < 0.08 * bodySize) fonts.set(font, (fonts.get(font) ?? 0) + text.length)
  }
  const bodyFont = [...fonts].reduce((most, font) => (font[1] > most[1] ? font : most), ['', 0] as const)[0]
  return {
    bodySize,
    bodyFont,
    isMostlyBold: bold > 0.5 * letters && letters > MIN_LETTERS,
    isMostlyMono: mono > 0.5 * letters,
    vocabulary: vocabularyOf(lines),
  }
}

function vocabularyOf(lines: readonly Line[]): Set<string> {
  const words = new Set<string>()
  if (!lines.some(({ text }) => text.endsWith('-'))) return words
  for (const { text } of lines) {
    if (words.size > MAX_VOCABULARY) break
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*(?=.)/gu))
      words.add(word)
  }
  return words
}

interface Setting {
  left: number
  right: number
}

export function paragraphs(lines: readonly Line[]): Line[][] {
  if (lines.length === 0) return []
  const setting = { left: edge(lines, 0), right: Math.max(...lines.map(({ box }) => box[2])) }
  const pitch = usualPitch(lines)
  return grouped(lines, (group, line, index) => !begins(line, group, lines[index + 1], { setting, pitch }))
}

function edge(lines: readonly Line[], side: 0 | 2): number {
  const placeOf = ({ box }: Line) => Math.round(box[side] / 2)
  const usual = mostOf(lines, placeOf, ({ text }) => Math.min(text.length, 40))
  return usual?.box[side] ?? 0
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

/** Whether a sentence continues although its style changes: the style of a line is that of its first word. */
function runsOn(before: Line, line: Line, { right }: Setting): boolean {
  if (before.isMono !== line.isMono) return false
  if (/^\p{Ll}/u.test(line.text)) return !/[.!?:]$/.test(before.text)
  return before.isBold && before.box[2] > right - 3 * line.size && !/[.!?:]$/.test(before.text)
}

/** A number or a dash at the start of a line may be part of the sentence from the line before. */
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

/** Indented against both neighbouring lines, like the first line of a paragraph. */
function isIndented(line: Line, before: Line, next: Line | undefined, { left }: Setting): boolean {
  const indent = line.box[0] - left
  if (indent < 0.7 * line.size || indent > 6 * line.size) return false
  if (line.box[0] - before.box[0] < 0.7 * line.size) return false
  if (markerOf(before.text)) return false
  return (
    next === undefined || next.box[0] < line.box[0] - 0.5 * line.size || /[.!?:]['"”’)]?$/.test(before.text)
  )
}

/** Whether the line before ended although the first word of this one would have fitted. */
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

/** The list marker at the start of a line; the first matching kind wins. */
export function markerOf(text: string) {
  for (const { kind, pattern, valueIn } of MARKERS) {
    const [written, ...values] = pattern.exec(text) ?? []
    if (written !== undefined)
      return { kind, written, value: valueIn?.(values.join('')) ?? 0, isSure: pattern === BULLET }
  }
  return undefined
}

const BULLET = /^[•‣⁃▪▫●○◦◆◇■□►▶▸➢➤➔➜✓✔✗✘❖◘◙∙·⦁⚫★☐☑☒](?:\s+|(?=\p{L}))/u

const MARKERS: {
  kind: 'bullet' | 'number' | 'letter'
  pattern: RegExp
  valueIn?: (text: string) => number
}[] = [
  { kind: 'bullet', pattern: BULLET },
  { kind: 'bullet', pattern: /^(?:[-–—*»>]|o(?= [A-Z]))\s+(?=\S)/ },
  { kind: 'number', pattern: /^(?:(\d{1,3})[.)]|\((\d{1,3})\))\s+(?=\S)/, valueIn: Number },
  {
    kind: 'letter',
    pattern: /^\(?([a-z]|[A-Z](?=\)))[.)]\s+(?=\S)/,
    valueIn: (letter) => letter.toLowerCase().charCodeAt(0) - 96,
  },
]

/** Whether a line is an entry of a table of contents: it ends with a page number after dots or a wide gap. */
export function isContentsEntry({ text, pieces }: Line): boolean {
  if (LEADERS.test(text.slice(-MAX_END))) return true
  return pieces?.length === 2 && PAGE.test(pieces[1]!) && /\p{L}/u.test(pieces[0]!)
}

const MAX_END = 100
const LEADERS = /(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})$/i
const PAGE = /^(?:\d{1,4}|[ivxlc]{1,7})$/
