import { isTag } from 'domhandler'
import type { Document, Element } from 'domhandler'
import { textOf } from '../findings/text-of.ts'
import { cutAtWord } from './cut-at-word.ts'

const MOST_HEADINGS = 100
const MOST_CHARS = 200

/** The texts of the first two levels of headings, in the order of the page. */
export function headingsOf(root: Document): string[] {
  const headings: string[] = []
  visit(root)
  return headings

  function visit(node: Document | Element): void {
    for (const child of node.children) {
      if (headings.length >= MOST_HEADINGS) return
      if (!isTag(child)) continue
      if (child.name !== 'h1' && child.name !== 'h2') {
        visit(child)
        continue
      }
      const text = cutAtWord(textOf(child, 2 * MOST_CHARS), MOST_CHARS)
      if (text !== '') headings.push(text)
    }
  }
}
