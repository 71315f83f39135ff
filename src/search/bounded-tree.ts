import { DomHandler } from 'domhandler'
import type { ChildNode, Document } from 'domhandler'
import { Parser } from 'htmlparser2'

/** No page of results has more; the time to read and to search a tree grows with the square of both. */
const MOST_NODES = 20_000
const MOST_OPEN = 300
const PORTION_CHARS = 8 * 1024

/** The tree of a page of results; undefined when it is larger or deeper than such a page can be. */
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
    return this.nodes > MOST_NODES || this.tagStack.length > MOST_OPEN
  }

  protected override addNode(node: ChildNode): void {
    this.nodes++
    super.addNode(node)
  }
}
