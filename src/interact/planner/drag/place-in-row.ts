import type { ViewElement } from '../../../browser/browser.ts'

/** Which place words mean for a thing in a list or grid, counted from 0; undefined where they mean none or there is none. */
export function placeInRow(words: string, from: number, items: readonly ViewElement[]): number | undefined {
  const text = words.toLowerCase()
  const columns = columnsOf(items)
  const place =
    byNumber(text, items.length) ??
    bySteps(text, from, columns, items.length) ??
    byEdge(text, columns, items.length)
  return place !== undefined && place >= 0 && place < items.length ? place : undefined
}

/** Things as they are read: row by row. */
export function inReadingOrder(items: readonly ViewElement[]): ViewElement[] {
  return items.toSorted((a, b) => (isSameRow(a, b) ? a.box.x - b.box.x : a.box.y - b.box.y))
}

/** How many things stand in the first row. */
export function columnsOf(items: readonly ViewElement[]): number {
  const [first] = items
  return first ? items.filter((item) => isSameRow(first, item)).length : 0
}

function isSameRow(left: ViewElement, right: ViewElement): boolean {
  return Math.abs(left.box.y - right.box.y) < Math.min(left.box.height, right.box.height) / 2
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ')

function byNumber(text: string, length: number): number | undefined {
  if (/\b(last|final)\b/.test(text)) return length - 1
  const digits = /\b(\d+)(?:st|nd|rd|th)\b|\b(?:position|place|slot|spot|number)\s*#?(\d+)\b/.exec(text)
  if (digits) return Number(digits[1] ?? digits[2]) - 1
  const at = ORDINALS.findIndex((word) => new RegExp(`\\b${word}\\b`).test(text))
  return at === -1 ? undefined : at
}

/** `up`, `down by one`, `two places to the left`; what leads nowhere is -1. */
function bySteps(text: string, from: number, columns: number, length: number): number | undefined {
  const way = /\b(up|down|left|right|higher|lower)(?:wards?)?\b/.exec(text)?.[1]
  if (!way || /\b(top|bottom|cent(?:er|re)|middle|corner|all the way|end)\b/.test(text)) return undefined
  const amount = stepsIn(text)
  if (amount === undefined && /\bto the (left|right)\b/.test(text) && columns > 1 && columns < length)
    return undefined
  const steps = amount ?? 1
  const isUpright = /up|down|higher|lower/.test(way)
  const sign = /up|left|higher/.test(way) ? -1 : 1
  if (isUpright) return from + sign * steps * (columns < length ? columns : 1)
  const column = (from % columns) + sign * steps
  return column >= 0 && column < columns ? from + sign * steps : -1
}

function stepsIn(text: string): number | undefined {
  const digits = /\b(\d+)\b/.exec(text)?.[1]
  if (digits) return Number(digits)
  const at = NUMBERS.findIndex((word) => new RegExp(`\\b${word}\\b`).test(text))
  return at === -1 ? undefined : at + 1
}

/** Edges, corners and the middle; of a list with one column, top and bottom are its ends. */
function byEdge(text: string, columns: number, length: number): number | undefined {
  if (/\b(start|beginning|front)\b/.test(text)) return 0
  if (/\b(end|back)\b/.test(text)) return length - 1
  const rows = Math.ceil(length / columns)
  const middle = /\b(cent(?:er|re)|middle)\b/.test(text)
  const row = /\b(top|upper)\b/.test(text) ? 0 : /\b(bottom|lower)\b/.test(text) ? rows - 1 : undefined
  const column = /\bleft\b/.test(text) ? 0 : /\bright\b/.test(text) ? columns - 1 : undefined
  if (row === undefined && column === undefined && !middle) return undefined
  if (columns === length) return column ?? (row === undefined ? Math.floor(length / 2) : row * (length - 1))
  const inRow = row ?? Math.floor((rows - 1) / 2)
  const inColumn =
    column ?? (middle || row === undefined ? Math.floor((columns - 1) / 2) : row === 0 ? 0 : columns - 1)
  return Math.min(length - 1, inRow * columns + inColumn)
}
