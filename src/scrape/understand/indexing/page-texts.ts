import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { isPixel } from '../formats/image-noise.ts'
import { foldSpace, UNREADABLE } from '../../../content/parse/readable-text.ts'
import { removeInvisible } from '../../../language/index-words.ts'

export interface TextSpan {
  text: string
  isHeading: boolean
}

export interface Picture {
  url: string
  width?: number
  height?: number
  alt?: string
}

export interface PageTexts {
  spans: TextSpan[]
  pictures: Picture[]
}

/** More than a search needs of any page; positions in the index end about there. */
const MOST_CHARS = 100_000
const MOST_PICTURES = 8
/** What is smaller is a sign and no picture. */
const SMALLEST_PX = 64
const LONGEST_ALT = 200
const LONGEST_URL = 2_000

export function textsOf(content: readonly ChildNode[]): PageTexts {
  const reader = new Reader()
  reader.read(content)
  reader.endSpan()
  return { spans: reader.spans, pictures: [...reader.pictures.values()] }
}

class Reader {
  readonly spans: TextSpan[] = []
  readonly pictures = new Map<string, Picture>()
  private text = ''
  private isHeading = false
  private charsLeft = MOST_CHARS

  read(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (this.charsLeft <= 0) return
      if (isText(node)) this.add(node.data)
      else if (isTag(node)) this.readElement(node)
    }
  }

  endSpan(): void {
    const text = removeInvisible(foldSpace(this.text)).trim()
    if (text !== '') this.spans.push({ text, isHeading: this.isHeading })
    this.text = ''
  }

  private readElement(element: Element): void {
    const { name } = element
    if (name === 'img') this.addPicture(element)
    if (UNREADABLE.has(name)) return
    if (!BLOCKS.has(name)) return this.read(element.children)
    this.endSpan()
    const wasHeading = this.isHeading
    this.isHeading ||= HEADINGS.has(name)
    this.read(element.children)
    this.endSpan()
    this.isHeading = wasHeading
  }

  private add(text: string): void {
    this.text += text.length > this.charsLeft ? text.slice(0, this.charsLeft) : text
    this.charsLeft -= text.length
  }

  private addPicture(element: Element): void {
    const { src, alt, width, height } = element.attribs
    if (src === undefined || src.length > LONGEST_URL || !/^https?:/i.test(src)) return
    if (this.pictures.size >= MOST_PICTURES || this.pictures.has(src) || isPixel(element, src)) return
    const size = { width: pixels(width), height: pixels(height) }
    if (Math.min(size.width ?? SMALLEST_PX, size.height ?? SMALLEST_PX) < SMALLEST_PX) return
    const said = foldSpace(alt ?? '')
      .trim()
      .slice(0, LONGEST_ALT)
    this.pictures.set(src, {
      url: src,
      ...(size.width !== undefined && { width: size.width }),
      ...(size.height !== undefined && { height: size.height }),
      ...(said !== '' && { alt: said }),
    })
  }
}

function pixels(length: string | undefined): number | undefined {
  const found = /^\s*(\d{1,5})(?:px)?\s*$/.exec(length ?? '')?.[1]
  return found === undefined ? undefined : Number(found)
}

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3'])
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol optgroup option p pre section summary table tbody td ' +
    'tfoot th thead tr ul'
  ).split(' '),
)
