import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { isSilent } from './inside.ts'
import { textOf } from './text-of.ts'

/** A label and the value that follows it. */
export interface LabelledPair {
  label: string
  value: Element | AnyNode[]
}

const LONGEST_LABEL = 40
const LABEL_TAGS: ReadonlySet<string> = new Set(['b', 'strong', 'dt', 'th', 'label', 'em'])
const LABEL_CLASS =
  /(?:^|[\s_-])(?:label|key|term|caption|lbl|prop|attr(?:ibute)?|libelle|feldname)(?:$|[\s_-])/i
/** Classes that labels have, and names of things too; what follows tells which. */
const MAYBE_LABEL_CLASS = /(?:^|[\s_-])(?:title|name|head|heading)(?:$|[\s_-])/i
const VALUE_CLASS = /(?:^|[\s_-])(?:val|value|data|content|wert)(?:$|[\s_-])/i

/** Reads an element whose first part names the rest: `<b>Price:</b> 12 €`, `<span class="label">Price</span><span>12 €</span>`. */
export function labelledPair(element: Element): LabelledPair | undefined {
  if (element.children.length > 12) return undefined
  const parts = element.children.filter((child) =>
    isText(child) ? child.data.trim() !== '' : isTag(child) && !isSilent(child),
  )
  const [first, second] = parts
  if (first === undefined || second === undefined || !isTag(first)) return undefined
  if (first.name === 'a' || first.name === 'img') return undefined
  const said = textOf(first, LONGEST_LABEL * 2)
  const label = said.replace(/\s*[:：]$/, '').trim()
  if (label === '' || label.length > LONGEST_LABEL || !isWordy(label) || /^h[1-6]$/.test(first.name))
    return undefined
  const isColon = /[:：]$/.test(said) || (isText(second) && /^\s*[:：]/.test(second.data))
  const isRow = element.name === 'tr' && parts.length === 2
  const isCalled = isLabelClass(classOf(first), classOf(second))
  if (!isColon && !(parts.length === 2 && (isRow || isCalled || LABEL_TAGS.has(first.name)))) return undefined
  if (parts.length === 2 && isTag(second)) return { label, value: second }
  return { label, value: withoutColon(parts.slice(1)) }
}

const FEWEST_ROWS = 3
const MOST_ROWS = 150

/** Reads one of several rows that are two elements each, the first of which names the second on all of them. */
export function pairedRow(element: Element): LabelledPair | undefined {
  const own = twoIn(element)
  if (!own || !element.parent || element.parent.children.length > MOST_ROWS) return undefined
  const rows = element.parent.children.filter(
    (child): child is Element => isTag(child) && child.name === element.name && twoIn(child) !== undefined,
  )
  if (rows.length < FEWEST_ROWS) return undefined
  const labels = rows.map((row) => textOf(twoIn(row)![0], LONGEST_LABEL * 2))
  const areLabels = labels.every(
    (label) => label.length > 1 && label.length <= LONGEST_LABEL && !/[\p{N}@.!?]/u.test(label),
  )
  if (!areLabels || new Set(labels).size < labels.length) return undefined
  return { label: textOf(own[0], LONGEST_LABEL).replace(/\s*[:：]$/, ''), value: own[1] }
}

function twoIn({ children }: Element): [Element, Element] | undefined {
  if (children.length > 5) return undefined
  const inner = children.filter((child) => !isText(child) || child.data.trim() !== '')
  const [first, second] = inner
  if (inner.length !== 2 || !first || !second || !isTag(first) || !isTag(second)) return undefined
  return /^(?:span|div|p|td)$/.test(first.name) && first.name === second.name ? [first, second] : undefined
}

/** A label is words; a number may be among them. */
function isWordy(label: string): boolean {
  const digits = label.match(/\p{N}/gu)?.length ?? 0
  return digits <= 2 && /\p{L}/u.test(label) && digits * 3 <= label.length
}

function isLabelClass(called: string, next: string): boolean {
  if (LABEL_CLASS.test(called)) return !LABEL_CLASS.test(next)
  return MAYBE_LABEL_CLASS.test(called) && VALUE_CLASS.test(next)
}

function classOf(node: AnyNode): string {
  return isTag(node) ? (node.attribs['class'] ?? '') : ''
}

/** The colon between the two belongs to neither. */
function withoutColon(nodes: AnyNode[]): AnyNode[] {
  const [first] = nodes
  return first && isText(first) && /^\s*[:：]\s*$/.test(first.data) ? nodes.slice(1) : nodes
}
