import { isTag } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { isBlank } from './plain-text.ts'

export interface Entry {
  item: Element | undefined
  nodes: readonly ChildNode[]
}

/** The items of a list, including items inside wrapper elements. */
export function entriesOf(list: Element): Entry[] {
  const entries: Entry[] = []
  let stray: ChildNode[] = []
  const flush = () => {
    if (!stray.every(isBlank)) entries.push({ item: undefined, nodes: stray })
    stray = []
  }
  const read = (nodes: readonly ChildNode[]) => {
    for (const node of nodes) {
      if (!isTag(node)) stray.push(node)
      else if (node.name === 'li') {
        flush()
        entries.push({ item: node, nodes: node.children })
      } else if (LISTS.has(node.name)) {
        flush()
        entries.push({ item: undefined, nodes: [node] })
      } else if (node.children.some((child) => isTag(child) && child.name === 'li')) read(node.children)
      else stray.push(node)
    }
  }
  read(list.children)
  flush()
  return entries
}

export const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir'])

export function numberIn(attribute: string | undefined): number | undefined {
  const number = Number.parseInt(attribute ?? '', 10)
  return number >= 0 && number < 1e9 ? number : undefined
}
