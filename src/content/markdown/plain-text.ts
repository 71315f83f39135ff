import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { memoizePerObject } from '../../language/memoize.ts'

export function isBlank(node: ChildNode): boolean {
  if (!isText(node)) return !('children' in node)
  return !(node.data.charCodeAt(0) > 0x20 && node.data.charCodeAt(0) < 0x80) && !/\S/.test(node.data)
}

export function isVisible(nodes: readonly ChildNode[]): boolean {
  return nodes.some((node) => {
    if (isTag(node)) return node.name === 'img' || (node.children.length > 0 && holdsVisible(node))
    return isText(node) ? /\S/.test(node.data) : 'children' in node && isVisible(node.children)
  })
}

const holdsVisible = memoizePerObject(({ children }: Element): boolean => isVisible(children))

export function hasText(nodes: readonly ChildNode[]): boolean {
  return nodes.some((node) => ('children' in node ? hasText(node.children) : !isBlank(node)))
}

/** Text without any marks, line breaks kept. */
export function plainText(nodes: readonly ChildNode[]): string {
  let text = ''
  for (const node of nodes) {
    if (isText(node)) text += node.data
    else if (isTag(node) && node.name === 'br') text += '\n'
    else if ('children' in node) text += plainText(node.children)
  }
  return text
}

/** The same, unless it has more characters or nodes than `most`: who asks of every element must not read all of each. */
export function shortText(nodes: readonly ChildNode[], most: number): string | undefined {
  let text = ''
  let left = most
  const read = (some: readonly ChildNode[]): boolean =>
    some.every((node) => {
      if (isText(node)) text += node.data
      else if (isTag(node) && node.name === 'br') text += '\n'
      return left-- > 0 && text.length <= most && (!('children' in node) || read(node.children))
    })
  return read(nodes) ? text.trim() : undefined
}
