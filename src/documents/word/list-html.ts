import { escapeText } from '../markup.ts'
import type { Marker, Paragraph } from './block.ts'
import type { Inline } from './inline.ts'
import { inlineHtml } from './inline.ts'

interface OpenList {
  tag: 'ul' | 'ol'
  level: number
  /** The number of its last item. */
  value: number
}

/** Paragraphs that are items, one after the other, as lists within lists. */
export function listHtml(paragraphs: readonly Paragraph[]): string {
  let html = ''
  const open: OpenList[] = []
  const close = () => void (html += `</li></${open.pop()!.tag}>`)
  for (const { item, content } of paragraphs) {
    const { level, marker } = item ?? TASK
    while (open.length > 0 && open.at(-1)!.level > level) close()
    const current = open.at(-1)
    if (marker.type === 'none' && current) {
      html += `<p>${inlineHtml(content)}</p>`
      continue
    }
    const task = taskOf(content)
    const tag = marker.type === 'number' && !task ? 'ol' : 'ul'
    const value = marker.type === 'number' ? marker.value : 0
    if (current?.level === level && current.tag === tag && (tag === 'ul' || value === current.value + 1)) {
      html += '</li>'
      current.value = value
    } else {
      if (current?.level === level) close()
      open.push({ tag, level, value })
      html += tag === 'ol' && value !== 1 ? `<ol start="${value}">` : `<${tag}>`
    }
    html += `<li>${task ? boxHtml(task.isChecked) : labelHtml(marker)}${inlineHtml(task?.rest ?? content)}`
  }
  while (open.length > 0) close()
  return html
}

const TASK = { level: 0, marker: { type: 'bullet' } } as const

/** Whether a paragraph is something to be ticked: it begins with a box, and has no other. */
export function taskOf(content: readonly Inline[]): { isChecked: boolean; rest: Inline[] } | undefined {
  const at = content.findIndex((piece) => piece.type !== 'text' || /\S/.test(piece.text))
  const first = content[at]
  if (first?.type !== 'checkbox') return undefined
  const rest = content.slice(at + 1)
  return rest.some((piece) => piece.type === 'checkbox') || rest.length === 0
    ? undefined
    : { isChecked: first.isChecked, rest }
}

/** What stands before an item where there are no lists, as in a cell. */
export function writtenMarker(marker: Marker): string {
  if (marker.type === 'number') return `${marker.value}. `
  if (marker.type === 'none') return ''
  return marker.type === 'label' ? `${escapeText(marker.text)} ` : '- '
}

function labelHtml(marker: Marker): string {
  return marker.type === 'label' ? `${escapeText(marker.text)} ` : ''
}

function boxHtml(isChecked: boolean): string {
  return isChecked ? '<input type="checkbox" checked> ' : '<input type="checkbox"> '
}
