import type { AnyNode, Element } from 'domhandler'
import { isTag, isText } from 'domhandler'

/** What names the value in a cell: the head of its row (or the term of a definition) and that of its column. */
export function cellCues(cell: Element): { row: string; column: string } {
  if (cell.name === 'dd') return { row: termOf(cell), column: '' }
  const row = cell.parent
  if (!row || !isTag(row)) return { row: '', column: '' }
  const at = cellIndex(cell)
  if (at > MAX_CELLS) return { row: '', column: '' }
  const head = at > 0 ? cellAt(row, 0) : undefined
  const top = topRow(row)
  const above = top && top !== row ? cellAt(top, at) : undefined
  return {
    row: head ? shortText(head) : '',
    column: above && (above.name === 'th' || top?.parent?.type === 'tag') ? shortText(above) : '',
  }
}

const MAX_CELLS = 40

function cellIndex(cell: Element): number {
  let at = 0
  let steps = 0
  for (let other = cell.prev; other; other = other.prev) {
    if (isCell(other)) at++
    if (steps++ > MAX_CELLS * 3) return Infinity
  }
  return at
}

function isCell(node: AnyNode): node is Element {
  return isTag(node) && (node.name === 'td' || node.name === 'th')
}

function cellAt(row: Element, wanted: number): Element | undefined {
  let at = 0
  for (const child of row.children.slice(0, MAX_CELLS * 3)) {
    if (isCell(child) && at++ === wanted) return child
  }
  return undefined
}

/** The row of heads: all of its cells say so. */
function topRow(row: Element): Element | undefined {
  const body = row.parent
  if (!body || !isTag(body)) return undefined
  const head = body.name === 'tbody' ? elementBefore(body, 'thead') : undefined
  const first = firstRow(head ?? body)
  return first && first.children.slice(0, 20).every((child) => !isTag(child) || child.name === 'th')
    ? first
    : undefined
}

function elementBefore(element: Element, name: string): Element | undefined {
  for (let other = element.prev, steps = 0; other && steps < 10; other = other.prev, steps++) {
    if (isTag(other) && other.name === name) return other
  }
  return undefined
}

function firstRow(around: Element): Element | undefined {
  return around.children.slice(0, 10).find((child) => isTag(child) && child.name === 'tr') as
    | Element
    | undefined
}

function termOf(definition: Element): string {
  for (let other = definition.prev, steps = 0; other && steps < 20; other = other.prev, steps++) {
    if (isTag(other) && other.name === 'dt') return shortText(other)
  }
  return ''
}

/** The text of something that may be a head; nothing when it is too long for one. */
function shortText(element: Element): string {
  const found = { text: '', nodes: 0 }
  collect(element, found)
  const text = found.text.replaceAll(/\s+/g, ' ').trim()
  return text.length > MAX_HEAD_CHARS ? '' : text
}

const MAX_HEAD_CHARS = 60
const MAX_HEAD_NODES = 30

function collect(node: AnyNode, found: { text: string; nodes: number }): void {
  if (found.nodes++ > MAX_HEAD_NODES) return
  if (isText(node)) found.text += node.data.slice(0, MAX_HEAD_CHARS * 4)
  else if (isTag(node)) for (const child of node.children.slice(0, MAX_HEAD_NODES)) collect(child, found)
}
