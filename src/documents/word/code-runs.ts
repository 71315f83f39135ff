import type { Block, Paragraph } from './block.ts'
import { inlineText } from './inline.ts'

/**
 * Blocks in which paragraphs of equally wide letters that read like code are marked as such. In a document that is
 * written on a typewriter the letters say nothing.
 */
export function withCodeRuns(blocks: readonly Block[]): Block[] {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph')
  const monospaced = paragraphs.filter(isCandidate)
  if (monospaced.length === 0 || monospaced.length * 2 > paragraphs.length + 1) return [...blocks]
  const found: Block[] = []
  let run: Paragraph[] = []
  const flush = () => {
    const isCode = run.some(({ content }) => CODE_SIGNS.test(inlineText(content)))
    for (const paragraph of run) found.push(isCode ? { ...paragraph, style: 'code' } : paragraph)
    run = []
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph' && isCandidate(block)) {
      run.push(block)
      continue
    }
    flush()
    found.push(block)
  }
  flush()
  return found
}

function isCandidate({ isMonospaced, headingLevel, item, style, content }: Paragraph): boolean {
  return (
    isMonospaced === true &&
    headingLevel === undefined &&
    item === undefined &&
    style === 'text' &&
    content.every(({ type }) => type === 'text' || type === 'break')
  )
}

/** Signs that code is full of, and prose is not. The space of a line has no end of a line in it, of any kind. */
const CODE_SIGNS = /[{}\\|=]|;[ \t]*$|\w\(|\w_\w|->|::|<\/?\w|^[ \t]*(?:[#$>]\s?\w|\/\/|--)/m
