import { Document, DomHandler, Element, Text } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import { highlightsOf } from '../extract/extract.ts'

const MAX_READ = 20_000
const MAX_TEXT = 600

export function passagesFor(query: string, markdown: string): string | undefined {
  const children = paragraphsOf(markdown.slice(0, MAX_READ)).map(
    (text) => new Element('p', {}, [new Text(text)]),
  )
  const root = new Document(children)
  const page = { root, landmarks: [], base: undefined, url: undefined, content: () => children }
  const { highlights } = highlightsOf(page, query)
  return highlights === undefined ? undefined : shortened(highlights.split('\n\n'))
}

function paragraphsOf(markdown: string): string[] {
  return markdown
    .split(/\n(?=[ \t]*(?:\n|[-*+] |\d{1,4}\. |#|\|))/)
    .map(plain)
    .filter((text) => /\p{L}/u.test(text))
}

function plain(paragraph: string): string {
  return paragraph
    .replaceAll(/!\[[^\]]{0,200}\]\([^)]{0,500}\)/g, '')
    .replaceAll(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    .replaceAll(/^[\s>#]+|^(?:[-*+]|\d{1,4}\.) |\|/gm, ' ')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\\([^\w\s])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function shortened(sentences: readonly string[]): string {
  const kept: string[] = []
  let length = 0
  for (const sentence of sentences) {
    if (kept.length > 0 && length + sentence.length > MAX_TEXT) break
    kept.push(sentence.length > MAX_TEXT ? `${sentence.slice(0, MAX_TEXT - 1)}…` : sentence)
    length += sentence.length + 1
  }
  return kept.join(' ')
}

/** No page of results has more; the time to read and to search a tree grows with the square of both. */
const MAX_NODES = 20_000
const MAX_OPEN = 300
const PORTION_CHARS = 8 * 1024

export function boundedTree(markup: string): Document | undefined {
  const handler = new CountingHandler()
  const parser = new Parser(handler)
  for (let read = 0; read < markup.length; read += PORTION_CHARS) {
    parser.write(markup.slice(read, read + PORTION_CHARS))
    if (handler.isTooMuch()) return undefined
  }
  parser.end()
  return handler.root
}

class CountingHandler extends DomHandler {
  private nodes = 0

  isTooMuch(): boolean {
    return this.nodes > MAX_NODES || this.tagStack.length > MAX_OPEN
  }

  protected override addNode(node: ChildNode): void {
    this.nodes++
    super.addNode(node)
  }
}
