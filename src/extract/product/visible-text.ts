import { isTag, isText } from 'domhandler'
import type { ChildNode, Element, ParentNode } from 'domhandler'

/** What a reader sees of an element, up to a bound, with a gap wherever the page shows one. */
export function visibleText(parent: ParentNode, mostChars = 500): string {
  const pieces: string[] = []
  let left = mostChars * 3
  const gather = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (left <= 0) return
      left -= 1
      if (isText(node)) {
        const piece = node.data.slice(0, left)
        pieces.push(piece)
        left -= piece.length
      } else if (isTag(node) && !isUnseen(node)) {
        const gap = isApart(node) ? ' ' : ''
        pieces.push(gap)
        gather(node.children)
        pieces.push(gap)
      }
    }
  }
  gather(parent.children)
  return foldSpace(pieces.join('')).slice(0, mostChars).trim()
}

export function foldSpace(text: string): string {
  return text.replace(/\s{2,}|[^\S \u00a0\u202f\u2009]/g, ' ').trim()
}

/** Whether an element is not shown, as far as its markup tells. */
export function isUnseen({ name, attribs }: Element): boolean {
  if (UNSEEN.has(name) || attribs['hidden'] !== undefined) return true
  const style = attribs['style']
  return style !== undefined && style.length < MAX_STYLE_CHARS && HIDDEN_STYLE.test(style)
}

const UNSEEN: ReadonlySet<string> = new Set(
  'script style template noscript head title svg iframe object canvas'.split(' '),
)
const MAX_STYLE_CHARS = 2000
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i

/** Whether a reader sees a gap before and after an element. */
export function isApart({ name }: Element): boolean {
  return APART.has(name)
}

const APART: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body br button dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr label legend li main nav ol option p pre section select summary table tbody td th tr ul'
  ).split(' '),
)

/** The names by which scripts and styles of a page know an element, for the cues in them. */
export function cuesOf({ attribs }: Element): string {
  const { id = '', class: classes = '', 'data-testid': test = '', itemprop = '' } = attribs
  return `${id.slice(0, 200)} ${classes.slice(0, 500)} ${test.slice(0, 100)} ${itemprop.slice(0, 100)}`
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
}
