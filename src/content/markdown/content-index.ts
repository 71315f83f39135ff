import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { BLOCK_NAMES } from './block-names.ts'
import { isNoteLink, isNoteSign } from './footnotes.ts'
import { formulaOf } from '../formula/formula.ts'

/** `structure` is what no cell of a table of data holds. */
export type ContentFeature = 'block' | 'link' | 'heading' | 'list' | 'table' | 'structure'

/** What stands inside which element, found out in one walk: asking each element on its way is slow in deep trees. */
export class ContentIndex {
  /** The links that lead to a footnote, with the places a note may lead back to. */
  readonly noteLinks = new Map<Element, string[]>()
  private readonly found = new Map<Element, number>()

  constructor(nodes: readonly ChildNode[]) {
    this.scan(nodes)
  }

  holds(element: Element, what: ContentFeature): boolean {
    return ((this.found.get(element) ?? 0) & BITS[what]) !== 0
  }

  /** An inline element around blocks, such as a link around a card, is a block itself. */
  isBlock(element: Element): boolean {
    return BLOCK_NAMES.has(element.name) || this.holds(element, 'block')
  }

  private noteLink(element: Element): void {
    const link =
      element.name === 'a' ? element : element.children.filter(isTag).find(({ name }) => name === 'a')
    if (!link || !(isNoteLink(link) || isNoteSign(element))) return
    const known = this.noteLinks.get(link) ?? [link.attribs['id'] ?? '']
    this.noteLinks.set(link, element === link ? known : [...known, element.attribs['id'] ?? ''])
  }

  private scan(nodes: readonly ChildNode[]): number {
    let all = 0
    for (const node of nodes) {
      if (isText(node) || !('children' in node)) continue
      const inside = node.children.length === 0 ? 0 : this.scan(node.children)
      if (!isTag(node)) all |= inside
      else {
        const within = isStandingAlone(node) ? inside | BITS.block : inside
        if (within !== 0 && !NOT_INDEXED.has(node.name)) this.found.set(node, within)
        all |= within | ownBits(node)
        if (node.name === 'a' || node.name === 'sup') this.noteLink(node)
      }
    }
    return all
  }
}

/** Blocks of which nobody needs to know what they hold. */
const NOT_INDEXED = new Set(
  'body html main article section header footer nav form figure ul ol li tr tbody thead tfoot'.split(' '),
)

const BITS: Record<ContentFeature, number> = {
  block: 1,
  link: 2,
  heading: 4,
  list: 8,
  table: 16,
  structure: 32,
}

function ownBits({ name, attribs }: Element): number {
  if (name === 'a') return attribs['href'] === undefined ? 0 : BITS.link
  return BITS_OF.get(name) ?? 0
}

const BITS_OF = new Map([...BLOCK_NAMES].map((name) => [name, BITS.block]))
for (const [what, names] of [
  ['heading', 'h1 h2 h3 h4 h5 h6'],
  ['list', 'ul ol dl'],
  ['table', 'table'],
  ['structure', 'h1 h2 h3 h4 h5 h6 pre blockquote article section form'],
] as const) {
  for (const name of names.split(' ')) BITS_OF.set(name, BITS_OF.get(name)! | BITS[what])
}

/** Inline by its name only: a displayed formula, or code of several lines without a `pre` around it. */
function isStandingAlone(element: Element): boolean {
  if (element.name === 'code') return element.children.some((child) => isTag(child) && child.name === 'br')
  return element.name === 'span' && formulaOf(element)?.isDisplay === true
}
