import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'

/** What is different between two looks at a page. */
export interface Changes {
  url: { from: string; to: string } | undefined
  title: { from: string; to: string } | undefined
  appeared: ViewElement[]
  gone: ViewElement[]
  /** Elements whose value or state is another than before. */
  turned: { before: ViewElement; after: ViewElement; what: Aspect[] }[]
  /** Texts that were not to be read before, in the order of the page. */
  newTexts: string[]
  scrolled: boolean
  focusMoved: boolean
}

type Aspect =
  | 'value'
  | 'checked'
  | 'selected'
  | 'expanded'
  | 'pressed'
  | 'current'
  | 'disabled'
  | 'invalid'
  | 'text'
  | 'place'
  | 'look'

const STATES = [
  'value',
  'checked',
  'selected',
  'expanded',
  'pressed',
  'current',
  'disabled',
  'invalid',
] as const

export function changesBetween(before: PageTree, after: PageTree): Changes {
  const appeared = after.elements.filter((element) => !before.get(element.ref))
  const gone = before.elements.filter((element) => !after.get(element.ref))
  const [from, to] = [before.view, after.view]
  const scrolled = from.scroll.x !== to.scroll.x || from.scroll.y !== to.scroll.y
  const turned = after.elements.flatMap((element) => {
    const former = before.get(element.ref)
    const what = former ? aspectsOf(former, element, scrolled) : []
    return former && what.length > 0 ? [{ before: former, after: element, what }] : []
  })
  return {
    url: from.url === to.url ? undefined : { from: from.url, to: to.url },
    title: from.title === to.title ? undefined : { from: from.title, to: to.title },
    appeared,
    gone,
    turned,
    newTexts: newTexts(before, after),
    scrolled,
    focusMoved: from.focused !== to.focused,
  }
}

/** Whether a page took any notice of what was done. */
export function isAnyChange(changes: Changes): boolean {
  return (
    changes.url !== undefined ||
    changes.title !== undefined ||
    changes.appeared.length > 0 ||
    changes.gone.length > 0 ||
    changes.turned.length > 0 ||
    changes.scrolled ||
    changes.focusMoved
  )
}

function aspectsOf(before: ViewElement, after: ViewElement, scrolled: boolean): Aspect[] {
  const found: Aspect[] = STATES.filter((state) => before[state] !== after[state])
  if (before.ownText !== after.ownText) found.push('text')
  const sides = scrolled ? (['width', 'height'] as const) : (['width', 'height', 'x', 'y'] as const)
  if (sides.some((side) => Math.abs(before.box[side] - after.box[side]) > 1)) found.push('place')
  if (before.look?.color !== after.look?.color || before.hints !== after.hints) found.push('look')
  return found
}

function newTexts(before: PageTree, after: PageTree): string[] {
  const known = new Set(before.elements.map((element) => element.ownText))
  return [...new Set(after.elements.map((element) => element.ownText))].filter(
    (text) => text !== '' && !known.has(text),
  )
}
