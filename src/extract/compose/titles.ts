import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { classLabels } from './class-labels.ts'
import { textOf } from '../findings/text-of.ts'

const MOST_STEPS = 40
const HIGHEST = 4
const NOTHING: ReadonlySet<string> = new Set()

/** What a list is called: by the heading before it, by a caption in it, by its classes and those of its records. */
export function titlesOf(parent: Element, record: Element | undefined): string[] {
  const called = [parent, record].flatMap((element) =>
    element === undefined ? [] : classLabels(element, NOTHING).map(({ text }) => text),
  )
  const caption = parent.attribs['aria-label']
  return [headingBefore(parent), caption ?? '', ...called].filter((title) => title !== '').slice(0, 12)
}

/** The nearest heading that stands before an element, or around it. */
export function headingBefore(element: Element): string {
  let at: Element | null = element
  let steps = 0
  for (let level = 0; at !== null && level < HIGHEST; level++) {
    const inside = headingIn(at)
    if (inside !== '' && level === 0) return inside
    for (let before = at.prev; before && steps < MOST_STEPS; before = before.prev, steps++) {
      if (!isTag(before)) continue
      const text = /^(?:h[1-6]|caption|legend|summary)$/.test(before.name)
        ? textOf(before, 120)
        : headingIn(before)
      if (text !== '') return text
    }
    at = at.parent !== null && isTag(at.parent) ? at.parent : null
  }
  return ''
}

/** A heading among the first children, which is that of the whole. */
function headingIn(element: Element): string {
  for (const child of element.children.slice(0, 8)) {
    if (isTag(child) && /^(?:h[1-6]|caption|legend)$/.test(child.name)) return textOf(child, 120)
  }
  return ''
}
