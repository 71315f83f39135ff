import { outlineOf } from '../../src/content/select/outline.ts'
import type { Block } from '../../src/content/select/outline.ts'
import { bodyOf } from '../../src/content/select/body.ts'
import { parseHtml } from '../../src/content/parse/html.ts'
import { Alignment } from './alignment.ts'
import type { Truth } from './dataset.ts'
import { wordsOf } from './metrics.ts'

/** For every block of a page how much of it is content; where the truth says nothing, nothing. */
export interface Labels {
  /** From 0 to 1, or -1 where it is not known. */
  values: Float32Array
  /** Words of each block, as the metrics count them. */
  words: number[]
  /** Words of the content; 0 when only segments of it are known. */
  contentWords: number
}

export function labelBlocks(blocks: readonly Block[], truth: Truth): Labels {
  const texts = blocks.map(({ text }) => wordsOf(text))
  const words = texts.map(({ length }) => length)
  const reference = referenceOf(truth)
  if (reference === undefined) return { values: bySegments(blocks, truth), words, contentWords: 0 }
  const content = wordsOf(reference)
  return { values: new Alignment(content).label(texts), words, contentWords: content.length }
}

/** The content as plain text; marks of Markdown carry no words except addresses, which go. */
function referenceOf({ text, html, markdown }: Truth): string | undefined {
  if (text !== undefined) return text
  if (markdown !== undefined) return markdown.replace(/\]\([^)\s]*(?:\s+"[^"]*")?\)/g, '] ')
  if (html === undefined) return undefined
  const outline = outlineOf(bodyOf(parseHtml(html, undefined, false)))
  return outline.blocks.map((block) => block.text).join('\n')
}

function bySegments(blocks: readonly Block[], truth: Truth): Float32Array {
  const fold = (text: string) => text.replace(/\s+/g, ' ').trim()
  const wanted = (truth.with ?? []).map(fold)
  const unwanted = (truth.without ?? []).map(fold)
  return Float32Array.from(blocks, ({ text }) => {
    if (wanted.some((segment) => text.includes(segment))) return 1
    return unwanted.some((segment) => text.includes(segment)) ? 0 : -1
  })
}
