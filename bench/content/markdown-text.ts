import MarkdownIt from 'markdown-it'
import { parseDocument } from 'htmlparser2'
import { isTag, isText } from 'domhandler'
import type { AnyNode } from 'domhandler'

const reader = new MarkdownIt({ html: true })

/** Markdown as HTML, as a viewer would show it. */
export function markdownToHtml(markdown: string): string {
  return reader.render(markdown)
}

/** The visible text of Markdown; descriptions of pictures do not count. */
export function markdownToText(markdown: string): string {
  return htmlToText(markdownToHtml(markdown.replace(PICTURE, ' ')))
}

const PICTURE = /!\[[^\]]*\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g

/** The text of HTML, with line breaks between blocks. */
export function htmlToText(html: string): string {
  const pieces: string[] = []
  collect(parseDocument(html).children, pieces)
  return pieces
    .join('')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function collect(nodes: readonly AnyNode[], pieces: string[]): void {
  for (const node of nodes) {
    if (isText(node)) pieces.push(node.data)
    else if (isTag(node) && !UNSEEN.has(node.name)) {
      const edge = BLOCKS.has(node.name) ? '\n' : ''
      pieces.push(edge)
      collect(node.children, pieces)
      pieces.push(edge)
    }
  }
}

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'head', 'object'])
const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section summary table tbody ' +
    'td tfoot th thead title tr ul'
  ).split(' '),
)
