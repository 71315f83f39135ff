/** A paragraph of a slide, with the mark that stands before it. */
export interface SlideParagraph {
  /** Its markup, without a tag around it. */
  html: string
  level: number
  marker: Marker
}

export type Marker = { type: 'none' } | { type: 'bullet' } | { type: 'number'; start: number }

/** Paragraphs with a mark become lists within lists, all others stay what they are. */
export function paragraphsHtml(paragraphs: readonly SlideParagraph[]): string {
  const shown = paragraphs.filter(({ html }) => html.trim() !== '')
  const blocks: string[] = []
  let items: SlideParagraph[] = []
  for (const paragraph of shown) {
    if (paragraph.marker.type !== 'none') {
      items.push(paragraph)
      continue
    }
    if (items.length > 0) blocks.push(listHtml(items))
    items = []
    blocks.push(`<p>${paragraph.html}</p>`)
  }
  if (items.length > 0) blocks.push(listHtml(items))
  return blocks.join('\n')
}

interface OpenList {
  tag: 'ul' | 'ol'
  level: number
}

function listHtml(items: readonly SlideParagraph[]): string {
  const open: OpenList[] = []
  let html = ''
  const close = () => void (html += `</li></${open.pop()!.tag}>`)
  for (const { html: text, level, marker } of items) {
    const tag = marker.type === 'number' ? 'ol' : 'ul'
    while (open.length > 0 && open.at(-1)!.level > level) close()
    const current = open.at(-1)
    if (current?.level === level && current.tag === tag) html += '</li>'
    else {
      if (current?.level === level) close()
      const start = marker.type === 'number' && marker.start !== 1 ? ` start="${marker.start}"` : ''
      html += `<${tag}${start}>`
      open.push({ tag, level })
    }
    html += `<li>${text}`
  }
  while (open.length > 0) close()
  return html
}
