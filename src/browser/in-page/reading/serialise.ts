// The document as HTML. A page may be as deep and as large as it likes, so the walk is a loop with a limit.
import type { ReadingCalls } from '../calls.ts'
import * as page from '../platform.ts'

const VOID = page.words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)
const RAW_TEXT = page.words('script style xmp noembed noframes noscript plaintext')
const URL_ATTRIBUTES = new Set(['href', 'src', 'poster', 'action', 'data', 'cite'])
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-url']

interface Output {
  pieces: string[]
  chunks: string[]
  length: number
  maxLength: number
}
/** What is still to be written, the next last: nodes, and closing tags as strings. */
type Pending = (Node | string)[]
type FrameElement = HTMLIFrameElement | HTMLFrameElement

let frames: FrameElement[] = []

export function serialise({ inner, maxLength }: Parameters<ReadingCalls['serialise']>[0]) {
  const out: Output = { pieces: [], chunks: [], length: 0, maxLength }
  frames = []
  const pending: Pending = inner ? childrenOf(page.body() ?? page.root()!) : childrenOf(document)
  while (pending.length > 0 && out.length <= maxLength) {
    const next = pending.pop()!
    if (typeof next === 'string') write(out, next)
    else if (isReadableFrame(next)) leaveGap(out, next)
    else writeNode(next, out, pending, inner)
  }
  endPiece(out)
  return { pieces: out.pieces, complete: pending.length === 0 && out.length <= maxLength }
}

function write(out: Output, text: string): void {
  out.length += text.length
  if (out.length <= out.maxLength) out.chunks.push(text)
}

function endPiece(out: Output): void {
  out.pieces.push(out.chunks.join('').toWellFormed())
  out.chunks = []
}

function leaveGap(out: Output, frame: FrameElement): void {
  write(out, `<div data-frame-src="${escapeAttribute(frame.src)}">`)
  endPiece(out)
  write(out, '</div>')
  frames.push(frame)
}

function writeNode(node: Node, out: Output, pending: Pending, inner: boolean): void {
  switch (page.type(node)) {
    case Node.ELEMENT_NODE:
      return writeElement(node as Element, out, pending, inner)
    case Node.TEXT_NODE:
    case Node.CDATA_SECTION_NODE:
      return write(out, escapeText((node as Text).data))
    case Node.COMMENT_NODE:
      return write(out, `<!--${(node as Comment).data.replaceAll('--', '- -')}-->`)
    case Node.DOCUMENT_TYPE_NODE:
      return write(out, doctype(node as DocumentType))
  }
}

function writeElement(element: Element, out: Output, pending: Pending, inner: boolean): void {
  const isHtml = page.namespace(element) === 'http://www.w3.org/1999/xhtml'
  const name = isHtml ? page.localName(element) : page.tagName(element)
  if (
    (name === 'slot' || name === 'style' || name === 'link') &&
    page.rootOf(element) instanceof ShadowRoot
  ) {
    // Styles of a shadow tree would apply to the whole page once they stand in it.
    if (name !== 'slot') return
    const shown = (element as HTMLSlotElement).assignedNodes()
    return pushAll(pending, shown.length > 0 ? shown.toReversed() : childrenOf(element))
  }
  write(out, page.hasAttributes(element) ? `<${name}${attributesOf(element, inner)}>` : `<${name}>`)
  if (VOID.has(name)) return
  if (RAW_TEXT.has(name)) {
    return write(out, `${page.text(element)!.replaceAll(`</${name}`, `<\\/${name}`)}</${name}>`)
  }
  pending.push(`</${name}>`)
  const isTemplate = element instanceof HTMLTemplateElement
  pushAll(pending, childrenOf(isTemplate ? element.content : (page.shadowRoot(element) ?? element)))
}

function pushAll(list: Pending, items: readonly Node[]): void {
  for (const item of items) list.push(item)
}

/** In reverse, so that the first is taken first from the end of a list. */
function childrenOf(parent: Node): Node[] {
  const children = []
  for (let child = page.lastChild(parent); child !== null; child = page.previous(child)) children.push(child)
  return children
}

function attributesOf(element: Element, inner: boolean): string {
  let text = ''
  const source = page.localName(element) === 'img' ? lazySource(element) : undefined
  if (source !== undefined) text += ` src="${escapeAttribute(inner ? absoluteUrl(element, source) : source)}"`
  for (const { name, value } of page.attributes(element)) {
    if (name === 'src' && source !== undefined) continue
    const shown = inner && URL_ATTRIBUTES.has(name) ? absoluteUrl(element, value) : value
    text += ` ${name}="${escapeAttribute(shown)}"`
  }
  return text
}

function lazySource(image: Element): string | undefined {
  const src = image.getAttribute('src') ?? ''
  if (src !== '' && !src.startsWith('data:')) return undefined
  const name = LAZY_SOURCES.find((name) => image.hasAttribute(name))
  return name === undefined ? undefined : image.getAttribute(name)!
}

function absoluteUrl(element: Element, url: string): string {
  return URL.parse(url, element.baseURI)?.href ?? url
}

function doctype({ name, publicId, systemId }: DocumentType): string {
  const ids = publicId ? ` PUBLIC "${publicId}" "${systemId}"` : systemId ? ` SYSTEM "${systemId}"` : ''
  return `<!DOCTYPE ${name}${ids}>`
}

function escapeText(text: string): string {
  return escapeBoth(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function escapeAttribute(text: string): string {
  return escapeBoth(text).replaceAll('"', '&quot;')
}

function escapeBoth(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;')
}

/** A frame that nobody can see holds trackers, not content. */
function isReadableFrame(node: Node): node is FrameElement {
  if (!(node instanceof HTMLIFrameElement) && !(node instanceof HTMLFrameElement)) return false
  const { width, height } = page.box(node)
  return width > 2 && height > 2
}

export function frame(index: number): FrameElement | undefined {
  return frames[index]
}
