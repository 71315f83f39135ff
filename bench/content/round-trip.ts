import { selectAll } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { getElementsByTagName, removeElement, textContent } from 'domutils'
import { parseHtml } from '../../src/content/parse/html.ts'
import { selectContent } from '../../src/scrape/understand/formats/content.ts'
import { renderMarkdown } from '../../src/content/markdown/markdown.ts'
import { markdownToHtml } from './markdown-text.ts'

/** The shares of an HTML fragment that survive conversion to Markdown and back; F1 for each kind. */
export function roundTrip(fragments: readonly string[]): Record<string, number> {
  const totals: Record<string, { wanted: number; got: number; hits: number }> = {}
  for (const html of fragments) {
    const wanted = partsOf(html)
    const got = partsOf(markdownToHtml(wholeAsMarkdown(html)))
    for (const kind of Object.keys(KINDS)) {
      const total = (totals[kind] ??= { wanted: 0, got: 0, hits: 0 })
      total.wanted += wanted[kind]!.length
      total.got += got[kind]!.length
      total.hits += common(wanted[kind]!, got[kind]!)
    }
  }
  return Object.fromEntries(
    Object.entries(totals).map(([kind, { wanted, got, hits }]) => [
      kind,
      wanted + got > 0 ? (2 * hits) / (wanted + got) : 1,
    ]),
  )
}

/** All of the fragment, with URLs unchanged. */
function wholeAsMarkdown(html: string): string {
  const selection = { onlyMainContent: false, includeTags: [], excludeTags: [], removeBase64Images: false }
  return renderMarkdown(selectContent(parseHtml(html, undefined, false), selection))
}

const KINDS: Record<string, (document: Document) => (string | undefined)[]> = {
  headings: (document) =>
    selectAll<AnyNode, Element>('h1,h2,h3,h4,h5,h6', document).map((element) =>
      prefixed(element.name, fold(element)),
    ),
  code: (document) =>
    named('pre', document).map((element) => textContent(element).replace(/\s+$/gm, '').trim()),
  'table cells': (document) =>
    selectAll<AnyNode, Element>('td:not(:has(td,th)),th:not(:has(td,th))', document).map(fold),
  'list items': (document) =>
    named('li', document).map((item) => prefixed(String(listDepth(item)), withoutLists(item))),
  links: (document) =>
    selectAll<AnyNode, Element>('a[href]:not([href^=javascript])', document).map((link) =>
      prefixed(decoded(link.attribs['href']!), fold(link)),
    ),
  images: (document) =>
    selectAll<AnyNode, Element>('img[src]:not([src^="data:"])', document).map((image) =>
      decoded(image.attribs['src']!),
    ),
  quotes: (document) => named('blockquote', document).map(fold),
  emphasis: (document) =>
    selectAll<AnyNode, Element>('strong,b,em,i', document)
      .filter((element) => !isInCode(element))
      .map(fold),
}

function partsOf(html: string): Record<string, string[]> {
  const document = parseDocument(html)
  for (const element of selectAll<AnyNode, Element>('script,style,noscript,template', document))
    removeElement(element)
  return Object.fromEntries(
    Object.entries(KINDS).map(([kind, read]) => [
      kind,
      read(document).filter((part) => part !== undefined && part !== '') as string[],
    ]),
  )
}

function named(name: string, document: Document): Element[] {
  return getElementsByTagName(name, document.children, true)
}

function fold(element: Element): string {
  return textContent(element).replace(/\s+/g, ' ').trim()
}

function prefixed(prefix: string, text: string): string | undefined {
  return text === '' ? undefined : `${prefix}|${text}`
}

function decoded(address: string): string {
  try {
    return decodeURI(address.trim())
  } catch {
    return address.trim()
  }
}

function listDepth(item: Element): number {
  let depth = 0
  for (let up = item.parent; up !== null; up = up.parent)
    depth += 'name' in up && /^[uo]l$/.test(up.name) ? 1 : 0
  return depth
}

function withoutLists(item: Element): string {
  const text = (nodes: readonly AnyNode[]): string =>
    nodes
      .map((node) => {
        if ('data' in node && node.type === 'text') return node.data
        return 'children' in node && !('name' in node && /^[uo]l$/.test(node.name)) ? text(node.children) : ''
      })
      .join('')
  return text(item.children).replace(/\s+/g, ' ').trim()
}

function isInCode(element: Element): boolean {
  for (let up = element.parent; up !== null; up = up.parent)
    if ('name' in up && /^(?:pre|code)$/.test(up.name)) return true
  return false
}

function common(wanted: readonly string[], got: readonly string[]): number {
  const left = new Map<string, number>()
  for (const part of wanted) left.set(part, (left.get(part) ?? 0) + 1)
  return got.filter((part) => {
    const count = left.get(part) ?? 0
    left.set(part, count - 1)
    return count > 0
  }).length
}
