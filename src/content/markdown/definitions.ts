import { isTag } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { isBlank } from './plain-text.ts'
import type { ContentIndex } from './content-index.ts'

export interface Definition {
  terms: Element[]
  meanings: Element[]
}

/** A list of definitions as terms and their meanings; nothing when there is more in it than a line for each. */
export function definitionsOf(list: Element, contentIndex: ContentIndex): Definition[] | undefined {
  const groups: Definition[] = []
  let isSimple = true
  const read = (nodes: readonly ChildNode[]) => {
    for (const node of nodes) {
      const last = groups.at(-1)
      if (!isTag(node)) isSimple &&= isBlank(node)
      else if (node.name === 'div') read(node.children)
      else if (contentIndex.holds(node, 'block')) isSimple &&= isOneParagraph(node, contentIndex)
      if (!isTag(node) || node.name === 'div') continue
      if (node.name === 'dt') {
        if (last && last.meanings.length === 0) last.terms.push(node)
        else groups.push({ terms: [node], meanings: [] })
      } else if (node.name === 'dd' && last) last.meanings.push(node)
      else isSimple = false
    }
  }
  read(list.children)
  return isSimple && groups.length > 0 ? groups : undefined
}

function isOneParagraph({ name, children }: Element, contentIndex: ContentIndex): boolean {
  const visible = children.filter((child) => !isBlank(child))
  const [only] = visible
  if (name !== 'dd' || visible.length !== 1 || !only || !isTag(only)) return false
  return (only.name === 'p' || only.name === 'div') && !contentIndex.holds(only, 'block')
}
