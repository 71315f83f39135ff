import { DomHandler, Element, isTag } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import type { Page } from './page.ts'

export function parseHtml(source: string, url: string | undefined, isXhtml: boolean): Page {
  const handler = new BoundedHandler()
  const parser = new Parser(handler, { recognizeSelfClosing: isXhtml })
  let read = 0
  for (; read < source.length && handler.hasRoom(); read += PORTION_CHARS) {
    parser.write(source.slice(read, read + PORTION_CHARS))
  }
  const cutOff = read >= source.length ? undefined : handler.isTooDeep() ? 'too deep' : 'too large'
  parser.end()
  return {
    root: handler.root,
    landmarks: handler.landmarks,
    base: baseOf(handler.landmarks, url),
    source,
    kind: 'markup',
    cutOff,
  }
}

/** The parser's time grows with the square of how many elements are open; no honest page has so many. */
const MAX_OPEN = 10_000
/** A tree of this size, and the copy that is made of its content, fit into the memory of a thread. */
const MAX_NODES = 1_500_000
const PORTION_CHARS = 16 * 1024

/**
 * Browsers stop nesting at about this depth and put deeper elements side by side. Doing the same makes every walk over
 * the tree safe to write as a recursion, whatever a page throws at it.
 */
const MAX_DEPTH = 512

const LANDMARKS: ReadonlySet<string> = new Set('html base title meta link script h1'.split(' '))

class BoundedHandler extends DomHandler {
  readonly landmarks: Element[] = []
  private flattened = 0
  private nodes = 0

  hasRoom(): boolean {
    return this.nodes < MAX_NODES && !this.isTooDeep()
  }

  isTooDeep(): boolean {
    return this.tagStack.length + this.flattened >= MAX_OPEN
  }

  protected override addNode(node: ChildNode): void {
    this.nodes++
    super.addNode(node)
    if (isTag(node) && LANDMARKS.has(node.name)) this.landmarks.push(node)
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length < MAX_DEPTH) return super.onopentag(name, attributes)
    this.flattened++
    this.addNode(new Element(name, attributes))
  }

  override onclosetag(): void {
    if (this.flattened > 0) this.flattened--
    else super.onclosetag()
  }
}

function baseOf(landmarks: readonly Element[], url: string | undefined): string | undefined {
  const element = landmarks.find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined)
  const base = element && URL.parse(element.attribs['href']!, url)
  return base && /^https?:$/.test(base.protocol) ? base.href : url
}
