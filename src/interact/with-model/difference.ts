import type { PageView } from '../../browser/browser.ts'
import { shorten } from '../planner/say/call.ts'
import { linesWithin } from './lines-within.ts'
import { viewLines } from './view-lines.ts'

/** What a model is told about the difference between two looks at a page. */
export interface Difference {
  /** Whether there is any. */
  isAny: boolean
  /** Line by line, as far as there is room. */
  text: string
}

const MOST_URL = 300
/** Who has the focus, and whether something lies over an element, changes with every move and says little. */
const FLEETING = / (focused|covered)(?= |$)/g

/** Compares what a model is shown of two looks at a page, in so many tokens. */
export function differenceBetween(before: PageView, after: PageView, budget: number): Difference {
  const [was, is] = [linesByRef(before), linesByRef(after)]
  const isElsewhere = before.url !== after.url
  const isScrolled = !isElsewhere && before.scroll.y !== after.scroll.y
  const lines = [
    ...(isElsewhere ? [`opened ${shorten(after.url, MOST_URL)}`] : []),
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
