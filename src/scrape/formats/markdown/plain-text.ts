import { isTag, isText } from 'domhandler'
import type { ChildNode } from 'domhandler'

/** White space, or a comment. */
export function isBlank(node: ChildNode): boolean {
  if (!isText(node)) return !('children' in node)
  return !(node.data.charCodeAt(0) > 0x20 && node.data.charCodeAt(0) < 0x80) && !/\S/.test(node.data)
}

/** Whether a reader sees anything of it. */
export function isVisible(nodes: readonly ChildNode[]): boolean {
  return nodes.some((node) => {
    if (isText(node)) return /\S/.test(node.data)
    if (!('children' in node)) return false
    return (isTag(node) && node.name === 'img') || isVisible(node.children)
  })
}

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
