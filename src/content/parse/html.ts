import { DomHandler, Element, isTag } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import type { ParserOptions } from 'htmlparser2'
import type { Page } from './page.ts'

export function parseHtml(source: string, url: string | undefined, isXhtml: boolean): Page {
  const text = isXhtml ? source : withoutCdata(source)
  const { root, landmarks, cutOff } = treeOf(text, { recognizeSelfClosing: isXhtml })
  return { root, landmarks, base: baseOf(landmarks, url), source, kind: 'markup', cutOff }
}

export function parseXml(source: string): Pick<Page, 'root' | 'cutOff'> {
  return treeOf(source, { xmlMode: true })
}

export class NodeBudget {
  nodes = MAX_NODES
  open = MAX_OPEN
}

export function parseFragment(markup: string, budget: NodeBudget): Pick<Page, 'root' | 'cutOff'> {
  return treeOf(withoutCdata(markup), {}, budget)
}

function treeOf(text: string, options: ParserOptions, budget = new NodeBudget()) {
  const handler = new BoundedHandler(options, budget)
  const parser = new Parser(handler, options)
  let read = 0
  for (; read < text.length && handler.hasRoom(); read += PORTION_CHARS) {
    parser.write(text.slice(read, read + PORTION_CHARS))
  }
  const cutOff: Page['cutOff'] =
    read >= text.length ? undefined : handler.isTooDeep() ? 'too deep' : 'too large'
  handler.end()
  parser.end()
  return { root: handler.root, landmarks: handler.landmarks, cutOff }
}

/** In HTML this begins a comment that ends at the next `>`; the parser would look for the end that XML wants. */
function withoutCdata(source: string): string {
  return source.includes('<![CDATA[') ? source.replaceAll('<![CDATA[', '<!CDATA[[') : source
}

/** The parser's time grows with the square of how many elements are open; no honest page has so many. */
const MAX_OPEN = 10_000
/** A tree of this size, and the copy that is made of its content, fit into the memory of a thread. */
const MAX_NODES = 1_500_000
const PORTION_CHARS = 16 * 1024
const FEW_OPEN = 100

/** Like browsers, puts elements below this depth side by side, so that walks over the tree can recurse. */
const MAX_DEPTH = 512

const LANDMARKS: ReadonlySet<string> = new Set('html base title meta link script h1'.split(' '))

class BoundedHandler extends DomHandler {
  readonly landmarks: Element[] = []
  private flattened = 0
  private isInSource = false
  private readonly isXml: boolean
  private readonly budget: NodeBudget

  constructor({ xmlMode = false }: ParserOptions, budget: NodeBudget) {
    super()
    this.isXml = xmlMode
    this.budget = budget
  }

  hasRoom(): boolean {
    return this.budget.nodes > 0 && !this.isTooDeep()
  }

  isTooDeep(): boolean {
    return this.openCount() >= this.budget.open
  }

  /** What is left open costs as much in the next part of the page; a few do not matter. */
  end(): void {
    if (this.openCount() > FEW_OPEN) this.budget.open -= this.openCount()
  }

  private openCount(): number {
    return this.tagStack.length + this.flattened
  }

  protected override addNode(node: ChildNode): void {
    this.budget.nodes--
    super.addNode(node)
    if (isTag(node) && LANDMARKS.has(node.name) && !this.isCaption(node)) this.landmarks.push(node)
  }

  /** The title of a drawing is its caption. */
  private isCaption({ name }: Element): boolean {
    return name === 'title' && this.tagStack.some((around) => isTag(around) && around.name === 'svg')
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length < MAX_DEPTH) return super.onopentag(name, attributes)
    this.flattened++
    this.isInSource = SOURCE.has(name)
    this.addNode(new Element(name, attributes))
  }

  override ontext(data: string): void {
    if (!this.isInSource) super.ontext(data)
  }

  /** As in a browser, what follows the end of the body still belongs to it. */
  override onclosetag(name?: string): void {
    this.isInSource = false
    if (this.flattened > 0) this.flattened--
    else if (this.isXml || (name !== 'body' && name !== 'html')) super.onclosetag()
  }
}

/** What is in them is not text; an element that is not nested cannot keep it to itself. */
const SOURCE: ReadonlySet<string> = new Set(['script', 'style'])

function baseOf(landmarks: readonly Element[], url: string | undefined): string | undefined {
  const element = landmarks.find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined)
  const base = element && URL.parse(element.attribs['href']!, url)
  return base && /^https?:$/.test(base.protocol) ? base.href : url
}
