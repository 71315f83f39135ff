import { hasChildren, isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { escapeText } from './escape.ts'

/** What surrounds a run of text, because emphasis and links do not nest. */
export interface InlineSurroundings {
  strong: boolean
  emphasis: boolean
  link: boolean
  /** What stands for the edge of a block that got inside a run of text. */
  edge: ' ' | '\n'
}

export const PLAIN_SURROUNDINGS: InlineSurroundings = {
  strong: false,
  emphasis: false,
  link: false,
  edge: ' ',
}

/** A run of text in which a line feed means a hard line break and any other white space one space. */
export function inline(nodes: readonly ChildNode[], around: InlineSurroundings): string {
  const pieces: Piece[] = []
  for (const node of nodes) {
    if (isText(node)) add(pieces, { text: escapeText(tidy(node.data)), mark: '' })
    else if (isTag(node)) add(pieces, { text: element(node, around), mark: marks(node, around) })
    else if (hasChildren(node)) add(pieces, { text: inline(node.children, around), mark: '' })
  }
  return pieces.map(({ text }) => text).join('')
}

interface Piece {
  text: string
  /** What emphasis it is in; empty for none. */
  mark: string
}

function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (piece.text === '') return
  // Two bold pieces side by side are one: `**a****b**` would not read back.
  const isContinued = last && piece.mark !== '' && piece.mark === last.mark
  if (isContinued && last.text.endsWith(piece.mark) && piece.text.startsWith(piece.mark)) {
    last.text = last.text.slice(0, -piece.mark.length)
    piece.text = piece.text.slice(piece.mark.length)
  }
  if (last?.text.endsWith(' ') && piece.text.startsWith(' ')) piece.text = piece.text.slice(1)
  if (piece.text !== '') pieces.push(piece)
}

/** The lines of a run, without the white space at their edges. */
export function linesOf(run: string): string[] {
  return run
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .trim()
    .split('\n')
}

export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)

function element(node: Element, around: InlineSurroundings): string {
  switch (node.name) {
    case 'br':
      return '\n'
    case 'img':
      return image(node)
    case 'a':
      return around.link ? inline(node.children, around) : link(node, around)
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return codeSpan(plainText(node.children))
    case 'input':
      return checkbox(node)
    case 'q':
      return `"${inline(node.children, around)}"`
    case 'wbr':
      return ''
  }
  const mark = marks(node, around)
  if (mark !== '') return wrapped(inline(node.children, within(mark, around)), mark)
  const run = inline(node.children, around)
  return BLOCKS.has(node.name) ? `${around.edge}${run}${around.edge}` : run
}

function marks({ name }: Element, around: InlineSurroundings): string {
  if (name === 'strong' || name === 'b') return around.strong ? '' : '**'
  if (name === 'em' || name === 'i') return around.emphasis ? '' : '*'
  return name === 'del' || name === 's' || name === 'strike' ? '~~' : ''
}

function within(mark: string, around: InlineSurroundings): InlineSurroundings {
  if (mark === '**') return { ...around, strong: true }
  return mark === '*' ? { ...around, emphasis: true } : around
}

/** Marks stand next to the text they mark, line by line: Markdown does not see them otherwise. */
function wrapped(run: string, mark: string): string {
  return run.replace(/[^\n]+/g, (line) => {
    const text = line.trim()
    return text === '' ? line : spaced(line, mark + text + mark)
  })
}

function link(node: Element, around: InlineSurroundings): string {
  const run = inline(node.children, { ...around, link: true, edge: ' ' })
  const text = linesOf(run).filter(Boolean).join(' ')
  const href = node.attribs['href']
  if (text === '' || href === undefined) return run
  return spaced(run, linkTo(href, text))
}

/** A link in Markdown around text that already is Markdown. */
export function linkTo(href: string, text: string): string {
  return `[${isBalanced(text, '[', ']') ? text : text.replace(/(?<!\\)[[\]]/g, '\\$&')}](${address(href)})`
}

function image({ attribs }: Element): string {
  const alt = tidy(attribs['alt'] ?? '').trim()
  return attribs['src'] ? `![${alt.replace(/[[\]\\]/g, '\\$&')}](${address(attribs['src'])})` : ''
}

function address(url: string): string {
  const plain = url.replace(/[\s<>]/g, (character) => encodeURIComponent(character))
  return isBalanced(plain, '(', ')') ? plain : plain.replaceAll('(', '%28').replaceAll(')', '%29')
}

function isBalanced(text: string, open: string, close: string): boolean {
  let depth = 0
  for (const character of text.replace(/\\./g, '')) {
    if (character === open) depth++
    else if (character === close && --depth < 0) return false
  }
  return depth === 0
}

function codeSpan(text: string): string {
  const code = text.replace(/\s+/g, ' ')
  if (code.trim() === '') return code
  const fence = fenceFor(code, 1)
  const padding = /^`|`$/.test(code.trim()) ? ' ' : ''
  return spaced(code, `${fence}${padding}${code.trim()}${padding}${fence}`)
}

/** More backticks in a row than the code has anywhere, and no fewer than `least`. */
export function fenceFor(code: string, least: number): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), least - 1)
  return '`'.repeat(longest + 1)
}

function checkbox({ attribs }: Element): string {
  if (attribs['type'] !== 'checkbox') return ''
  return attribs['checked'] === undefined ? '[ ] ' : '[x] '
}

/** Text without any marks, line breaks kept. */
export function plainText(nodes: readonly ChildNode[]): string {
  let text = ''
  for (const node of nodes) {
    if (isText(node)) text += node.data
    else if (isTag(node) && node.name === 'br') text += '\n'
    else if (hasChildren(node)) text += plainText(node.children)
  }
  return text
}

/** White space becomes one space; marks that only steer hyphenation and line breaking go. */
function tidy(text: string): string {
  return text.replace(/[\u200b\ufeff\u00ad\u2060]/g, '').replace(/[\s\u00a0]+/g, ' ')
}

/** The text with a space where the original has white space at its edges. */
function spaced(original: string, text: string): string {
  return `${/^\s/.test(original) ? ' ' : ''}${text}${/\s$/.test(original) ? ' ' : ''}`
}
