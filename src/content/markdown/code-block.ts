import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { BLOCK_NAMES } from './block-names.ts'
import { fenceFor } from './backticks.ts'

/** A fenced code block; empty when the element contains no code. */
export function codeBlock(element: Element, language: string): string {
  const code = codeOf(element.children)
  if (code === '') return ''
  const fence = fenceFor(code, 3)
  return `${fence}${language}\n${code}\n${fence}`
}

/** The lines of code, separated by line feeds, by breaks, or by one element per line. */
export function codeOf(nodes: readonly ChildNode[]): string {
  const lines = new CodeLines()
  lines.add(nodes)
  const code = lines
    .toString()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
    .replaceAll('\u00a0', ' ')
    .trimEnd()
  return code.slice(firstLine(code))
}

function firstLine(code: string): number {
  let start = 0
  for (let at = 0; at < code.length; at++) {
    const character = code[at]
    if (character === '\n') start = at + 1
    else if (character !== ' ' && character !== '\t') break
  }
  return start
}

class CodeLines {
  private readonly parts: string[] = []
  private isAtStart = true
  /** A line break that is written when the next text follows. */
  private isOwed: 'no' | 'line' | 'block' = 'no'

  add(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (isText(node)) this.text(node.data)
      else if (isTag(node)) this.element(node)
      else if ('children' in node) this.add(node.children)
    }
  }

  toString(): string {
    return this.parts.join('')
  }

  private element(element: Element): void {
    if (element.name === 'br') return this.text('\n')
    const isBlock = BLOCK_NAMES.has(element.name) && !CELLS.has(element.name)
    const isLine = !isBlock && LINE.test(element.attribs['class'] ?? '')
    if (isBlock && (this.isOwed !== 'no' || !this.isAtStart)) this.end()
    else if (isLine && this.isOwed === 'line' && !this.isAtStart) this.end()
    const before = this.parts.length
    this.add(element.children)
    const isEnded = this.isAtStart && this.parts.length > before
    if (isBlock) this.isOwed = isEnded ? 'no' : 'block'
    else if (isLine) this.isOwed = 'line'
  }

  private text(data: string): void {
    if (data === '') return
    if (this.isOwed === 'block' && !/^\r?\n/.test(data)) this.end()
    if (this.isOwed === 'block') this.isOwed = 'no'
    this.parts.push(data)
    this.isAtStart = data.endsWith('\n')
  }

  private end(): void {
    this.parts.push('\n')
    this.isAtStart = true
    this.isOwed = 'no'
  }
}

const CELLS = new Set(['td', 'th', 'table', 'tbody', 'thead'])
const LINE = /(?:^|\s)(?:line|code-?line|token-line|view-line|cm-line|cl)(?:\s|$)/
