import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { memoizePerObject } from '../../../language/memoize.ts'

export function isCodeNoise(element: Element): boolean {
  const { name, attribs } = element
  if (name === 'button') return true
  if (attribs['style'] !== undefined && /user-select:\s*none/i.test(attribs['style'])) return true
  const isSuspect =
    GUTTER.test(attribs['class'] ?? '') ||
    attribs['aria-hidden'] === 'true' ||
    attribs['data-line-number'] !== undefined
  return (isSuspect && isNumbers(element)) || isCopyButton(element) || isToolbar(element)
}

/** The elements that only count the lines of a block of code: the first of each line, one more each time. */
export function lineNumbersOf(pre: Element): ReadonlySet<Element> {
  const lines = pre.children
    .filter(isTag)
    .flatMap((child) => (child.name === 'code' ? child.children : [child]))
  const numbers = new Set<Element>()
  let next: number | undefined
  for (const line of lines) {
    if (!isTag(line) || line.children.length < 2) {
      if (isText(line) && !/\S/.test(line.data)) continue
      return NONE
    }
    const [first] = line.children
    const number =
      first && isTag(first) && isNumbers(first) ? Number.parseInt(shortText(first) ?? '', 10) : NaN
    if (Number.isNaN(number) || (next !== undefined && number !== next)) return NONE
    numbers.add(first as Element)
    next = number + 1
  }
  return numbers.size > 1 ? numbers : NONE
}

const NONE: ReadonlySet<Element> = new Set()

/** The cells with the code of a table that only puts line numbers beside it; nothing when it is another table. */
export function codeCells(table: Element): Element[] | undefined {
  const cells: Element[] = []
  for (const row of rowsOf(table)) {
    const [first, ...rest] = row.children.filter(isTag).filter(({ name }) => name === 'td' || name === 'th')
    const last = rest.at(-1)
    if (!first || !last || !isNumbers(first) || !isCodeRow(first, last)) return undefined
    cells.push(last)
  }
  return cells.length > 0 ? cells : undefined
}

export function isCodeLabel(element: Element): boolean {
  const { name, parent } = element
  if (name === 'button') return COPY_WORDS.test(shortText(element) ?? 'long')
  const classes = element.attribs['class']
  if (classes === undefined || !MAY_LABEL_CODE.test(classes)) return false
  if (isCopyButton(element)) return true
  return (
    LANGUAGE_LABEL.test(classes) &&
    /^\s*[\w+#.-]{1,20}\s*$/.test(shortText(element) ?? ' ') &&
    (isBeforeCode(element) || (parent !== null && isTag(parent) && isBeforeCode(parent)))
  )
}

const MAY_LABEL_CODE = /copy|clip|lang/i
const GUTTER =
  /(?:^|[\s_-])(?:ln|lnt|linenos?|linenodiv|line-?num(?:ber)?s?|line-numbers-rows|gutter|num|nums|blob-num|ln-n)(?:$|[\s_-])/i
const CODE_CELL = /(?:^|[\s_-])(?:code|lntd|blob-code|line-content|rouge-code)(?:$|[\s_-])/i
const LANGUAGE_LABEL =
  /(?:^|\s)(?:lang|language|language-name|code-?lang(?:uage)?|code-block-lang(?:uage)?)(?:\s|$)/i
const COPY_WORDS =
  /^\s*(?:copy|copied!?|copy (?:code|snippet|text|to clipboard)|kopieren|copier|copiar|复制|複製|コピー)?\s*$/i

function isCopyButton(element: Element): boolean {
  const text = /(?:copy|clip)/i.test(element.attribs['class'] ?? '') ? shortText(element) : undefined
  return text !== undefined && COPY_WORDS.test(text)
}

function isToolbar({ name, children }: Element): boolean {
  return name === 'div' && children.some((child) => isTag(child) && child.name === 'button')
}

function isCodeRow(first: Element, last: Element): boolean {
  const isMarked = GUTTER.test(first.attribs['class'] ?? '') || CODE_CELL.test(last.attribs['class'] ?? '')
  return isMarked && (CODE_CELL.test(last.attribs['class'] ?? '') || holdsCode(last.children, 3))
}

function holdsCode(nodes: readonly ChildNode[], depth: number): boolean {
  return nodes.some(
    (node) =>
      isTag(node) &&
      (node.name === 'pre' || node.name === 'code' || (depth > 0 && holdsCode(node.children, depth - 1))),
  )
}

const isBeforeCode = memoizePerObject(({ next }: Element): boolean => {
  let left = 4
  for (let node = next; node && left-- > 0; node = node.next) {
    if (isTag(node)) {
      if (node.name === 'pre' || holdsCode([node], 2)) return true
    } else if (isText(node) && /\S/.test(node.data)) return false
  }
  return false
})

function rowsOf(table: Element): Element[] {
  return table.children
    .filter(isTag)
    .flatMap((child) =>
      child.name === 'tbody' || child.name === 'thead' ? child.children.filter(isTag) : [child],
    )
    .filter(({ name }) => name === 'tr')
}

const isNumbers = memoizePerObject(({ children }: Element): boolean =>
  children.every((child) => {
    if (isText(child)) return /^[\s\d.:|]*$/.test(child.data)
    return !isTag(child) || isNumbers(child)
  }),
)

function shortText(element: Element): string | undefined {
  let text = ''
  let left = 12
  const read = (nodes: readonly ChildNode[]): boolean =>
    nodes.every((node) => {
      if (isText(node)) text += node.data
      return left-- > 0 && text.length < 40 && (!('children' in node) || read(node.children))
    })
  return read(element.children) ? text : undefined
}
