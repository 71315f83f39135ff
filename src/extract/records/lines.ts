import { Element, isTag, isText } from 'domhandler'
import type { AnyNode, ChildNode } from 'domhandler'
import { isSilent } from './inside.ts'
import { textOf } from './text-of.ts'

const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark meter nobr q s samp small span strike strong sub sup time tt u var wbr img meta label'.split(
    ' ',
  ),
)

/** Whether an element is one line of text: nothing in it begins a new one. */
export function isLine(element: Element): boolean {
  if (element.children.length > 200) return false
  return element.children.every(
    (child) => !isTag(child) || (INLINE.has(child.name) && isLine(child)) || isSilent(child),
  )
}

/** What stands between breaks, each as an element of its own making; nothing when there are none. */
export function linesOf(element: Element): Element[] {
  if (!element.children.some((child) => isTag(child) && child.name === 'br')) return []
  const lines: Element[] = []
  let nodes: ChildNode[] = []
  const end = (): void => {
    const line = new Element('span', {})
    line.parent = element
    line.children = nodes
    nodes = []
    if (textOf(line, 10) !== '') lines.push(line)
  }
  for (const child of element.children) {
    if (isTag(child) && child.name === 'br') end()
    else nodes.push(child)
  }
  end()
  return lines.length > 1 ? lines.slice(0, 100) : []
}

const LONGEST_REST = 200

/** What follows the link that a line begins with: `<a>Jane Doe</a>, Head of Group`. */
export function restOf({ children }: Element): string | undefined {
  const [first, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '')
  if (!first || !isTag(first) || first.name !== 'a' || others.length !== 1 || !isText(others[0]!))
    return undefined
  const rest = /^[,(–—:-]\s{0,4}(\S.{0,120}?)\)?$/u.exec(others[0].data.trim().slice(0, LONGEST_REST))?.[1]
  return rest?.replaceAll(/\s+/g, ' ')
}

/** The only element of a parent that has no text beside it. */
export function soleElement(parent: AnyNode | null | undefined): Element | undefined {
  if (!parent || !('children' in parent) || parent.children.length > 12) return undefined
  let only: Element | undefined
  for (const child of parent.children) {
    if (isText(child) && child.data.trim() !== '') return undefined
    if (!isTag(child) || isSilent(child)) continue
    if (only) return undefined
    only = child
  }
  return only
}
