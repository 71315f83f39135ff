import { joinedLine } from '../line-markup.ts'
import { escapeAttribute, escapeText } from '../markup.ts'
import type { XmlElement } from '../xml.ts'
import { countOf } from './count-of.ts'

const MAX_SPACES = 100
const MAX_DEPTH = 100

/** The line of a paragraph as markup. White space that counts is written as elements. */
export function lineHtml(paragraph: XmlElement): string {
  const pieces: string[] = []
  addPieces(paragraph, pieces, 0)
  return joinedLine(pieces)
}

function addPieces(parent: XmlElement, pieces: string[], depth: number): void {
  if (depth > MAX_DEPTH) return
  for (const node of parent.children) {
    if (typeof node === 'string') pieces.push(escapeText(node.replace(/\s+/g, ' ')))
    else if (node.name === 'text:line-break') pieces.push('<br>')
    else if (node.name === 'text:tab') pieces.push(' ')
    else if (node.name === 'text:s') {
      pieces.push(' '.repeat(countOf(node.attributes['text:c'], MAX_SPACES)))
    } else if (node.name === 'text:a') addLink(node, pieces, depth)
    else if (!SKIPPED.has(node.name)) addPieces(node, pieces, depth + 1)
  }
}

/** Numbers of pages are of no use outside of them. */
const SKIPPED = new Set(['text:note', 'office:annotation', 'text:page-number', 'text:ruby-text'])

function addLink(link: XmlElement, pieces: string[], depth: number): void {
  const href = link.attributes['xlink:href'] ?? ''
  if (href === '' || href.startsWith('#')) return addPieces(link, pieces, depth + 1)
  const inside: string[] = []
  addPieces(link, inside, depth + 1)
  if (inside.join('').trim() !== '') pieces.push(`<a href="${escapeAttribute(href)}">${inside.join('')}</a>`)
}
