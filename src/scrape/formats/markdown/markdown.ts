import { hasChildren, isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { existsOne } from 'domutils'
import { escapeLineStart } from './escape.ts'
import { BLOCKS, fenceFor, inline, linesOf, linkTo, PLAIN_SURROUNDINGS, plainText } from './inline.ts'
import { captionOf, cellsOf, isLayout, renderTable, rowsOf } from './table.ts'

/** Selected content as GitHub-flavoured Markdown. */
export function renderMarkdown(content: readonly ChildNode[]): string {
  return textOf(blocksOf(content, 0))
}

/** One block of Markdown; a list follows the text of its item without a blank line. */
interface Block {
  kind: 'text' | 'heading' | 'list' | 'other'
  text: string
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n')
}

/** `nesting` counts the lists and quotes around: each level indents every line again. */
function blocksOf(nodes: readonly ChildNode[], nesting: number): Block[] {
  const blocks: Block[] = []
  let run: ChildNode[] = []
  const flush = () => {
    for (const block of paragraphs(run)) blocks.push(block)
    run = []
  }
  for (const node of nodes) {
    if (isTag(node) && isBlock(node)) {
      flush()
      for (const block of blockOf(node, nesting)) blocks.push(block)
    } else if (isTag(node) || isText(node)) run.push(node)
    else if (hasChildren(node)) for (const child of node.children) run.push(child)
  }
  flush()
  return blocks
}

/** An inline element around blocks, such as a link around a card, is a block itself. */
function isBlock(element: Element): boolean {
  return BLOCKS.has(element.name) || existsOne(({ name }) => BLOCKS.has(name), element.children)
}

function blockOf(element: Element, nesting: number): Block[] {
  const { name, children, attribs } = element
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return heading(children, Number(name[1]))
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return nesting < MAX_NESTING ? list(element, nesting + 1) : blocksOf(children, nesting)
    case 'pre':
      return codeBlock(element)
    case 'blockquote':
      return nesting < MAX_NESTING ? quote(children, nesting + 1) : blocksOf(children, nesting)
    case 'table':
      return table(element, nesting)
    case 'hr':
      return [{ kind: 'other', text: '---' }]
    case 'dt':
    case 'summary':
      return bold(children)
    case 'a':
      return linked(blocksOf(children, nesting), attribs['href'])
    default:
      return blocksOf(children, nesting)
  }
}

/** Deeper than any reader follows; what is nested further stays at this level. */
const MAX_NESTING = 16

/** Two line breaks in a row are how some pages part paragraphs. */
function paragraphs(run: readonly ChildNode[]): Block[] {
  return linesOf(inline(run, PLAIN_SURROUNDINGS))
    .join('\n')
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((text) => ({ kind: 'text', text: text.split('\n').map(escapeLineStart).join('  \n') }))
}

function heading(children: readonly ChildNode[], level: number): Block[] {
  const text = oneLine(children)
  return text === '' ? [] : [{ kind: 'heading', text: `${'#'.repeat(level)} ${text}` }]
}

function bold(children: readonly ChildNode[]): Block[] {
  const text = oneLine(children)
  return text === '' ? [] : [{ kind: 'text', text: `**${text}**` }]
}

function oneLine(children: readonly ChildNode[]): string {
  return linesOf(inline(children, { ...PLAIN_SURROUNDINGS, strong: true }))
    .filter(Boolean)
    .join(' ')
}

function list({ name, attribs, children }: Element, nesting: number): Block[] {
  const start = Number.parseInt(attribs['start'] ?? '1', 10)
  let number = Number.isNaN(start) || start < 0 ? 1 : start
  const items: { text: string; isLoose: boolean }[] = []
  for (const child of children) {
    const blocks =
      isTag(child) && child.name === 'li' ? blocksOf(child.children, nesting) : blocksOf([child], nesting)
    if (blocks.length === 0) continue
    const isLoose = blocks.slice(1).some(({ kind }) => kind !== 'list')
    const text = blocks.map(({ kind, text: block }, index) => gap(kind, index) + block).join('')
    // A list that stands directly in a list belongs to the item before it.
    const isStray = isTag(child) && child.name !== 'li' && blocks[0]?.kind === 'list'
    const marker = isStray ? (name === 'ol' ? '   ' : '  ') : name === 'ol' ? `${number++}. ` : '- '
    items.push({ text: indented(text, marker), isLoose })
  }
  if (items.length === 0) return []
  const separator = items.some(({ isLoose }) => isLoose) ? '\n\n' : '\n'
  return [{ kind: 'list', text: items.map(({ text }) => text).join(separator) }]
}

function gap(kind: Block['kind'], index: number): string {
  if (index === 0) return ''
  return kind === 'list' ? '\n' : '\n\n'
}

function indented(text: string, marker: string): string {
  return marker + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`)
}

function codeBlock(pre: Element): Block[] {
  const code = plainText(pre.children).replace(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd()
  if (code === '') return []
  const fence = fenceFor(code, 3)
  return [{ kind: 'other', text: `${fence}${languageOf(pre)}\n${code}\n${fence}` }]
}

/** Highlighters say the language in a class of the block or of the code in it. */
function languageOf(pre: Element): string {
  for (const { attribs } of [pre, ...pre.children.filter(isTag)]) {
    const named = attribs['data-lang'] ?? attribs['data-language'] ?? attribs['lang']
    const classed = /(?:^|\s)(?:lang(?:uage)?|highlight-source|brush:)[-\s]?([\w+#.-]+)/.exec(
      attribs['class'] ?? '',
    )
    const language = classed?.[1] ?? named
    if (language && /^[\w+#.-]+$/.test(language)) return language
  }
  return ''
}

function quote(children: readonly ChildNode[], nesting: number): Block[] {
  const text = textOf(blocksOf(children, nesting))
  return text === '' ? [] : [{ kind: 'other', text: text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>') }]
}

function table(element: Element, nesting: number): Block[] {
  const caption = paragraphs(captionOf(element))
  if (isLayout(element)) {
    return [
      ...caption,
      ...rowsOf(element).flatMap((row) => cellsOf(row).flatMap((cell) => blocksOf(cell.children, nesting))),
    ]
  }
  return [...caption, { kind: 'other', text: renderTable(element) }]
}

/** A link around several blocks leads from their heading, or from the first line of text. */
function linked(blocks: Block[], href: string | undefined): Block[] {
  const target = blocks.find(({ kind }) => kind === 'heading') ?? blocks.find(({ kind }) => kind === 'text')
  if (href === undefined || target === undefined || target.text.includes('\n')) return blocks
  const text = target.text.replace(
    /^(#{1,6} )?(.*)$/,
    (_, marker: string = '', rest: string) => marker + linkTo(href, rest),
  )
  return blocks.map((block) => (block === target ? { ...block, text } : block))
}
