import type { DocumentStyle } from './document-style.ts'
import { inlineHtml } from './inline-html.ts'
import type { Line } from './line.ts'
import { markerOf } from './list-marker.ts'
import { startsFromRight } from './right-to-left.ts'
import { withoutStart } from './without-start.ts'

interface Item {
  left: number
  tag: 'ul' | 'ol'
  value: number
  html: string
}

/** Items that follow each other as lists, inside of each other by how far they are indented. */
export function listHtml(items: readonly (readonly Line[])[], style: DocumentStyle): string {
  const open: { left: number; tag: Item['tag'] }[] = []
  let html = ''
  const close = () => {
    html += `</li></${open.pop()!.tag}>`
  }
  for (const item of items.map((lines) => toItem(lines, style))) {
    while (open.length > 1 && item.left < open.at(-1)!.left - 3) close()
    const level = open.at(-1)
    if (level && item.left < level.left + 6 && item.tag !== level.tag) close()
    const current = open.at(-1)
    if (current && (item.left < current.left + 6 || open.length > 5)) {
      html += `</li><li${valueOf(item)}>${item.html}`
    } else {
      open.push({ left: item.left, tag: item.tag })
      html += `<${item.tag}><li${valueOf(item)}>${item.html}`
    }
  }
  while (open.length > 0) close()
  return html
}

function valueOf({ tag, value }: Item): string {
  return tag === 'ol' ? ` value="${value}"` : ''
}

/** Only numbers with a dot have a form in lists of Markdown; others stay as written, as ticks do. */
function toItem(lines: readonly Line[], style: DocumentStyle): Item {
  const [first, ...rest] = lines as [Line, ...Line[]]
  const marker = markerOf(first.text)!
  const left = startsFromRight(first.text) ? -first.box[2] : first.box[0]
  const isNumbered = marker.kind === 'number' && !marker.written.startsWith('(')
  if ((!isNumbered && marker.kind !== 'bullet') || TICK.test(marker.written))
    return { left, tag: 'ul', value: 0, html: inlineHtml(lines, style) }
  const html = inlineHtml([withoutStart(first, marker.written.length), ...rest], style)
  return { left, tag: isNumbered ? 'ol' : 'ul', value: marker.value, html }
}

/** Says more than that an item begins. */
const TICK = /^[☐☑☒✓✔✗✘]/
