import type { ChildNode } from 'domhandler'
import { Blocks } from './blocks.ts'

/** Selected content as GitHub-flavoured Markdown. */
export function renderMarkdown(content: readonly ChildNode[]): string {
  return new Blocks(content).toString()
}
