import type { PageView } from '../../browser/browser.ts'
import { estimateTokens } from '../../llm/llm.ts'
import { shorten } from '../planner/page/in-words.ts'
import { viewLines } from './view-lines.ts'
import type { ViewLine } from './view-lines.ts'

const MOST_DEPTH = 8
const MOST_TITLE = 200
const MOST_URL = 300
const FRAME_TOKENS = 60

/**
 * A page in so many tokens: one line per element that can be used or read, in reading order, what is in view before the
 * rest. Where that is too much, what can be used stays before what can be read, and it is said how much is missing.
 */
export function describeView(view: PageView, budget: number): string {
  const lines = viewLines(view)
  const head = headOf(view)
  const kept = keptOf(lines, budget - estimateTokens(head) - FRAME_TOKENS)
  const section = (inView: boolean) => lines.filter((line) => line.inView === inView && kept.has(line))
  const [near, far] = [section(true), section(false)]
  return [
    head,
    ...(near.length > 0 ? ['In view:', ...near.map(indented)] : ['Nothing is in view.']),
    ...(far.length > 0 ? ['Out of view, but usable as well:', ...far.map(indented)] : []),
    ...noteOn(lines, kept),
  ].join('\n')
}

function headOf({ url, title, width, height, scroll }: PageView): string {
  const scrolled =
    scroll.maxY > 0 ? `, scrolled down ${Math.round(scroll.y)} of ${Math.round(scroll.maxY)}` : ''
  return [
    `URL: ${shorten(url, MOST_URL)}`,
    ...(title === '' ? [] : [`Title: ${shorten(title, MOST_TITLE)}`]),
    `Window: ${width}x${height}${scrolled}`,
  ].join('\n')
}

function indented({ depth, text }: ViewLine): string {
  return `${' '.repeat(Math.min(depth, MOST_DEPTH))}${text}`
}

function keptOf(lines: readonly ViewLine[], budget: number): ReadonlySet<ViewLine> {
  const kept = new Set<ViewLine>()
  let left = budget
  for (const line of lines.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const tokens = estimateTokens(indented(line)) + 1
    if (tokens > left) continue
    left -= tokens
    kept.add(line)
  }
  return kept
}

function rankOf({ inView, use }: ViewLine): number {
  return (inView ? 0 : 2) + (use === 'act' ? 0 : 1)
}

function noteOn(lines: readonly ViewLine[], kept: ReadonlySet<ViewLine>): string[] {
  const left = lines.filter((line) => !kept.has(line))
  if (left.length === 0) return []
  const usable = left.filter(({ use }) => use === 'act').length
  return [
    `${left.length} more elements are not listed for lack of room; ${usable} of them can be used. find lists those with a text, scroll shows others.`,
  ]
}

export interface Difference {
  isAny: boolean
  text: string
}

const LONGEST_URL = 300
/** Who has the focus, and whether something lies over an element, changes with every move and says little. */
const FLEETING = / (focused|covered)(?= |$)/g

export function differenceBetween(before: PageView, after: PageView, budget: number): Difference {
  const [was, is] = [linesByRef(before), linesByRef(after)]
  const isElsewhere = before.url !== after.url
  const isScrolled = !isElsewhere && before.scroll.y !== after.scroll.y
  const lines = [
    ...(isElsewhere ? [`opened ${shorten(after.url, LONGEST_URL)}`] : []),
    ...(isScrolled ? [`scrolled down to ${Math.round(after.scroll.y)}`] : []),
    ...[...is].flatMap(([ref, now]) => {
      const former = was.get(ref)
      return former === undefined || former === now ? [] : [`now ${now}, before ${withoutRef(former)}`]
    }),
    ...[...is].filter(([ref]) => !was.has(ref)).map(([, line]) => `new ${line}`),
    ...[...was].filter(([ref]) => !is.has(ref)).map(([, line]) => `gone ${withoutRef(line)}`),
  ]
  if (lines.length === 0) return { isAny: false, text: 'nothing changed that can be seen' }
  const told = linesWithin(lines, budget)
  const more = lines.length - told.length
  return { isAny: true, text: [...told, ...(more > 0 ? [`and ${more} more changes`] : [])].join('\n  ') }
}

function linesByRef(view: PageView): ReadonlyMap<string, string> {
  return new Map(viewLines(view).map(({ ref, text }) => [ref, text.replaceAll(FLEETING, '')]))
}

function withoutRef(line: string): string {
  return line.replace(/^\[[^\]]*\] /, '')
}

export function linesWithin(lines: readonly string[], tokens: number): string[] {
  let left = tokens
  const end = lines.findIndex((line) => (left -= estimateTokens(line) + 1) < 0)
  return end === -1 ? [...lines] : lines.slice(0, end)
}
