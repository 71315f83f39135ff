import type { PageControllerCalls } from '../calls.ts'
import { elementOf, nodeOf, collapseSpaces } from '../flat-tree.ts'
import * as page from '../platform.ts'

export function textEndsOf(
  ref: string,
  text: string | undefined,
): ReturnType<PageControllerCalls['textEndsOf']> {
  const node = nodeOf(ref)
  if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
    return { state: selectInField(node, text) ? 'marked' : 'missing' }
  const range = rangeOf(node, text)
  if (range === undefined) return { state: 'missing' }
  page.scrollIntoView(elementOf(node), { block: 'nearest', behavior: 'instant' })
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
  const [first, last] = [rects[0], rects.at(-1)]
  if (!first || !last) return { state: 'missing' }
  return {
    state: 'there',
    from: { x: first.left + 0.5, y: (first.top + first.bottom) / 2 },
    to: { x: last.right - 0.5, y: (last.top + last.bottom) / 2 },
  }
}

function selectInField(field: HTMLInputElement | HTMLTextAreaElement, text: string | undefined): boolean {
  const start = text === undefined ? 0 : field.value.indexOf(text)
  if (start < 0) return false
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, text === undefined ? field.value.length : start + text.length)
  return true
}

function rangeOf(node: Node, text: string | undefined): Range | undefined {
  return text === undefined ? trimmedRange(node) : findRange(node, text)
}

function textsIn(node: Node): Text[] {
  if (node instanceof Text) return [node]
  const walker = Document.prototype.createTreeWalker.call(document, node, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (texts.length < 5000 && walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

function trimmedRange(node: Node): Range | undefined {
  const texts = textsIn(node).filter(({ data }) => data.trim() !== '')
  const [first, last] = [texts[0], texts.at(-1)]
  if (!first || !last) return undefined
  const range = new Range()
  range.setStart(first, first.data.length - first.data.trimStart().length)
  range.setEnd(last, last.data.trimEnd().length)
  return range
}

/** Whitespace counts as one space, as it is shown. */
function findRange(node: Node, text: string): Range | undefined {
  const wanted = collapseSpaces(text)
  const places: { node: Text; index: number }[] = []
  let all = ''
  for (const one of textsIn(node)) {
    for (let index = 0; index < one.data.length; index++) {
      const sign = /\s/.test(one.data[index]!) ? ' ' : one.data[index]!
      if (sign === ' ' && (all === '' || all.endsWith(' '))) continue
      all += sign
      places.push({ node: one, index })
    }
  }
  const exact = all.indexOf(wanted)
  const start = exact >= 0 ? exact : all.toLowerCase().indexOf(wanted.toLowerCase())
  if (start < 0 || wanted === '') return undefined
  const range = new Range()
  const first = places[start]!
  range.setStart(first.node, first.index)
  const end = places[start + wanted.length - 1]!
  range.setEnd(end.node, end.index + 1)
  return range
}

export function selectText(ref: string, text: string | undefined): boolean {
  const range = rangeOf(nodeOf(ref), text)
  if (range === undefined) return false
  const plain = (one: Range | Selection) => one.toString().replace(/\s/g, '')
  const selection = getSelection()!
  if (plain(selection) === plain(range)) return true
  selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
  return plain(selection) !== ''
}
