import { hasChildren, isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { escapeUrl } from './escape-url.ts'
import { BLOCK_NAMES } from './block-names.ts'
import { codeOf } from './code-block.ts'
import { isVisible, plainText, shortText } from './plain-text.ts'
import type { ContentIndex } from './content-index.ts'
import { escapeBrackets, escapeText } from './escape.ts'
import type { Footnotes } from './footnotes.ts'
import { formulaOf } from '../formula/formula.ts'
import { formulaText } from './formula-text.ts'
import type { Mark, TextRun } from './text-run.ts'

export interface RenderContext {
  contentIndex: ContentIndex
  footnotes: Footnotes
}

export function addInline(nodes: readonly ChildNode[], run: TextRun, context: RenderContext): void {
  let previous: ChildNode | undefined
  for (const node of nodes) {
    addNode(node, previous, run, context)
    previous = node
  }
}

export function addNode(
  node: ChildNode,
  previous: ChildNode | undefined,
  run: TextRun,
  context: RenderContext,
): void {
  if (isText(node)) run.text(node.data)
  else if (isTag(node)) {
    if (previous && isTag(previous) && isApart(previous, node, run)) run.gap()
    addElement(node, run, context)
  } else if (hasChildren(node)) addInline(node.children, run, context)
}

function addElement(node: Element, run: TextRun, context: RenderContext): void {
  const { name, children, attribs } = node
  const mark = MARKS.get(name)
  if (mark !== undefined) return addMarked(node, mark, run, context)
  switch (name) {
    case 'br':
      return run.break()
    case 'img':
      return run.raw(image(node))
    case 'a':
      return addLink(node, run, context)
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return addCode(node, run, context)
    case 'input':
      if (attribs['type'] === 'checkbox') run.raw(attribs['checked'] === undefined ? '[ ]' : '[x]')
      return run.gap()
    case 'q':
      run.text('"')
      addInline(children, run, context)
      return run.text('"')
    case 'sub':
    case 'sup':
      return addRaised(node, run, context)
    case 'ruby':
      return addRuby(node, run, context)
    case 'button':
      run.gap()
      addInline(children, run, context)
      return run.gap()
    case 'span': {
      const formula = formulaOf(node)
      if (formula) return run.raw(`$${formulaText(formula.tex.replace(/\s+/g, ' '))}$`)
    }
  }
  if (BLOCK_NAMES.has(name)) addBlock(node, run, context)
  else addInline(children, run, context)
}

export const MARKS: ReadonlyMap<string, Mark> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['del', '~~'],
  ['s', '~~'],
  ['strike', '~~'],
])

function addMarked({ children }: Element, mark: Mark, run: TextRun, context: RenderContext): void {
  if (run.isMarked(mark)) return addInline(children, run, context)
  run.begin(mark)
  addInline(children, run, context)
  run.end()
}

/**
 * Whether a reader sees a gap where the source has none: between links, and where a capital follows a small letter
 * from one element to the next.
 */
function isApart(previous: Element, next: Element, run: TextRun): boolean {
  const after = firstCharacter(next)
  if (previous.name === 'img' && next.name === 'img') return true
  if (isLink(previous) && isLink(next)) return after === '' || /[\p{L}\p{N}]/u.test(after)
  const before = run.adjacentChar()
  if (before === '' || after === '') return false
  if (STANDING_APART.has(previous.name) && STANDING_APART.has(next.name)) return true
  // An empty element between two words is there to be styled as a gap or a dot.
  if (previous.name === 'span' && previous.children.length === 0 && SPACED_WORD.test(after))
    return SPACED_WORD.test(before)
  return /[\p{Ll}\p{N}.!?…)]/u.test(before) && /\p{Lu}/u.test(after) && !UNSPACED.has(next.name)
}

const SPACED_WORD = /[\p{Lu}\p{Ll}\p{N}]/u

/** Keys and the labels of controls have room around them. */
const STANDING_APART = new Set(['kbd', 'label'])

const UNSPACED = new Set(['sub', 'sup', 'code', 'kbd', 'samp', 'tt', 'wbr', 'br', 'img'])

function isLink({ name, attribs }: Element): boolean {
  return name === 'a' && attribs['href'] !== undefined
}

function firstCharacter(element: Element): string {
  let node: ChildNode | undefined = element
  while (node && !isText(node)) node = hasChildren(node) ? node.children[0] : undefined
  return node?.data[0] ?? ''
}

function addLink(node: Element, run: TextRun, context: RenderContext): void {
  const { attribs, children } = node
  const href = attribs['href']
  const reference = context.footnotes.reference(node)
  if (reference !== undefined) return run.raw(reference)
  if (context.footnotes.isBackLink(node)) return
  if (href === undefined || run.isInLink() || context.contentIndex.holds(node, 'link')) {
    return addInline(children, run, context)
  }
  run.beginLink(href)
  addInline(children, run, context)
  run.end()
}

function image({ attribs }: Element): string {
  const { src } = attribs
  const alt = (attribs['alt'] ?? '').replace(/\s+/g, ' ').trim()
  if (!src && alt === '') return ''
  if (alt === '' && src?.endsWith(LEFT_OUT)) return '<!-- image -->'
  return `![${escapeBrackets(escapeText(alt, ' '))}](${src ? escapeUrl(src) : REMOVED})`
}

/** How the address of a document's own picture ends when the picture was left out. */
const LEFT_OUT = ';base64...'

/** Stands where the picture itself was the address and is not wanted; clients know it. */
const REMOVED = '<Base64-Image-Removed>'

function addCode(node: Element, run: TextRun, context: RenderContext): void {
  if (!context.contentIndex.holds(node, 'link')) return run.codeSpan(plainText(node.children))
  for (const child of node.children) {
    if (isText(child)) run.codeSpan(child.data)
    else if (!isTag(child)) continue
    else if (child.name !== 'a' || child.attribs['href'] === undefined || run.isInLink()) {
      addCode(child, run, context)
    } else {
      run.beginLink(child.attribs['href'])
      run.codeSpan(plainText(child.children))
      run.end()
    }
  }
}

/** Raised and lowered signs that carry meaning keep their tag; `10²` is not `102`, but `1st` is 1st. */
function addRaised(node: Element, run: TextRun, context: RenderContext): void {
  const text = shortText(node.children, 4 * MAX_RAISED) ?? ''
  const isPlain =
    text === '' ||
    text.length > MAX_RAISED ||
    run.isInLink() ||
    (node.name === 'sup' && UNRAISED.test(text)) ||
    context.contentIndex.holds(node, 'link') ||
    context.contentIndex.holds(node, 'block')
  if (isPlain) return addInline(node.children, run, context)
  run.raw(`<${node.name}>`)
  addInline(node.children, run, context)
  run.raw(`</${node.name}>`)
}

const MAX_RAISED = 40
/** Ordinals, trade marks and references in brackets. */
const UNRAISED = /^(?:st|nd|rd|th|e|er|ère|re|ème|ter|de|o|a|os|as|º|ª|tm|sm|[®™©℠*†‡]+|[[(].*[\])])$/i

function addRuby({ children }: Element, run: TextRun, context: RenderContext): void {
  const hasBrackets = children.some((child) => isTag(child) && child.name === 'rp')
  for (const child of children) {
    const isReading = isTag(child) && child.name === 'rt' && !hasBrackets
    if (isReading) run.text('(')
    addInline(isReading ? child.children : [child], run, context)
    if (isReading) run.text(')')
  }
}

/** A block that stands where Markdown has room for one line only: in a cell, a heading or a link. */
function addBlock(node: Element, run: TextRun, context: RenderContext): void {
  const { name, children } = node
  if (run.mode === 'cell' && !run.isInLink()) {
    if (name === 'ul' || name === 'ol') return addList(node, run, context)
    if (name === 'pre') return addCodeLines(node, run)
  }
  run.edge()
  addInline(children, run, context)
  run.edge()
}

/** GFM knows a list in a cell only as tags. */
function addList({ name, children }: Element, run: TextRun, context: RenderContext): void {
  const items = children.filter(isTag).filter((child) => isVisible(child.children))
  if (items.length === 0) return addInline(children, run, context)
  run.raw(`<${name}>`)
  for (const item of items) {
    run.raw('<li>')
    addInline(item.name === 'li' ? item.children : [item], run, context)
    run.raw('</li>')
  }
  run.raw(`</${name}>`)
}

function addCodeLines(pre: Element, run: TextRun): void {
  run.edge()
  for (const line of codeOf(pre.children).split('\n')) {
    run.codeSpan(line)
    run.edge()
  }
}
