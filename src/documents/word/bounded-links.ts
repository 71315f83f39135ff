import type { Block } from './block.ts'
import type { Inline } from './inline.ts'

/** What the addresses of all links may take; a file can name one address, and use it for any number of words. */
const MAX_CHARS = 16 * 1024 * 1024

/** Blocks whose links do not take more than they may: those that come later are only text. */
export function withBoundedLinks(blocks: readonly Block[]): readonly Block[] {
  if (charsIn(blocks) <= MAX_CHARS) return blocks
  let left = MAX_CHARS
  const bounded = (piece: Inline): Inline => {
    if (piece.type !== 'text' || piece.marks.href === undefined) return piece
    left -= piece.marks.href.length
    if (left >= 0) return piece
    const { href: _, ...marks } = piece.marks
    return { ...piece, marks }
  }
  return mapLines(blocks, (content) => content.map(bounded))
}

function charsIn(blocks: readonly Block[]): number {
  let chars = 0
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      for (const piece of block.content) if (piece.type === 'text') chars += piece.marks.href?.length ?? 0
    } else for (const { cells } of block.rows) for (const cell of cells) chars += charsIn(cell.blocks)
  }
  return chars
}

function mapLines(blocks: readonly Block[], change: (content: Inline[]) => Inline[]): Block[] {
  return blocks.map((block) => {
    if (block.kind === 'paragraph') return { ...block, content: change(block.content) }
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: mapLines(cell.blocks, change) })),
    }))
    return { ...block, rows }
  })
}
