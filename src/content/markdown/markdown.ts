import type { ChildNode } from 'domhandler'
import { Blocks, renderContextOf } from './blocks.ts'

/** Selected content as GitHub-flavoured Markdown. */
export function renderMarkdown(content: readonly ChildNode[]): string {
  return withoutEdgeRules(new Blocks(content).toString())
}

export function renderMarkdownParts(parts: readonly (readonly ChildNode[])[]): string[] {
  const context = renderContextOf(parts.flat())
  return parts.map((part) => withoutEdgeRules(new Blocks(part, context).toString()))
}

/** A rule parts nothing at the edge of a text, and many readers take one at the beginning for the start of metadata. */
function withoutEdgeRules(markdown: string): string {
  let text = markdown
  while (text.startsWith(`${RULE}\n\n`)) text = text.slice(RULE.length + 2)
  while (text.endsWith(`\n\n${RULE}`)) text = text.slice(0, -RULE.length - 2)
  return text === RULE ? '' : text
}

const RULE = '---'
