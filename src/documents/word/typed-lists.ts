import type { Block, Marker, Paragraph } from './block.ts'
import type { Inline } from './inline.ts'

/** Blocks in which paragraphs that begin with a typed bullet, or a typed number and a tab, are items of a list. */
export function withTypedLists(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => (block.kind === 'paragraph' ? (itemOf(block) ?? block) : block))
}

function itemOf(paragraph: Paragraph): Paragraph | undefined {
  const { content, item, headingLevel, style } = paragraph
  if (item || headingLevel !== undefined || style !== 'text') return undefined
  // The sign and the gap after it may be pieces of their own.
  let start = ''
  let count = 0
  for (const piece of content) {
    if (piece.type !== 'text' || start.length >= MAX_START) break
    start += piece.text
    count++
  }
  const found = BULLET.exec(start) ?? NUMBER.exec(start)
  if (!found) return undefined
  const marker: Marker =
    found[1] === undefined
      ? { type: 'bullet' }
      : { type: 'number', value: Number(found[1]), label: `${found[1]}.` }
  return { ...paragraph, item: { level: 0, marker }, content: withoutStart(content, count, found[0].length) }
}

const MAX_START = 12
const BULLET = /^\s*[•‣◦▪●○■□➢❖∙·]\s+(?=\S|$)/
const NUMBER = /^\s*(\d{1,3})[.)]\t\s*(?=\S|$)/

function withoutStart(content: readonly Inline[], count: number, length: number): Inline[] {
  let left = length
  const kept = content.slice(0, count).map((piece): Inline => {
    if (piece.type !== 'text' || left === 0) return piece
    const cut = Math.min(left, piece.text.length)
    left -= cut
    return { ...piece, text: piece.text.slice(cut) }
  })
  return [...kept, ...content.slice(count)]
}
