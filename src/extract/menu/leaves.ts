import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { cuesOf, foldSpace, isApart, isUnseen, visibleText } from '../product/visible-text.ts'
import type { MoneyHints } from '../values/currency.ts'
import type { FoundMoney } from '../values/money.ts'
import { menuPrices } from './price-text.ts'

/** A piece of text of a dish that is not divided further. */
export interface Leaf {
  text: string
  element: Element
  prices: FoundMoney[]
  /** Whether it is struck through. */
  isStruck: boolean
}

/** The texts of a dish in their order; a price that is spread over elements is one of them. */
export function leavesOf(nodes: readonly Element[], hints: MoneyHints): Leaf[] {
  const leaves: Leaf[] = []
  const put = (text: string, element: Element, isStruck: boolean): void => {
    if (text !== '' && leaves.length < MAX_LEAVES)
      leaves.push({ text, element, isStruck, prices: menuPrices(text, hints) })
  }
  const visit = (element: Element, isStruck: boolean): void => {
    if (isUnseen(element) || SKIPPED.has(element.name)) return
    const struck =
      isStruck ||
      /^(?:s|del|strike)$/.test(element.name) ||
      /(?:^|[\s_-])(?:old|was|strike|compare)(?:[\s_-]|$)/.test(cuesOf(element))
    if (isWhole(element, hints)) {
      put(visibleText(element, MAX_LEAF_CHARS), element, struck)
      return
    }
    let run: ChildNode[] = []
    const flush = (): void => {
      put(
        foldSpace(
          run
            .map((node) => (isText(node) ? node.data : isTag(node) ? visibleText(node, MAX_LEAF_CHARS) : ''))
            .join(''),
        ).slice(0, MAX_LEAF_CHARS),
        element,
        struck,
      )
      run = []
    }
    for (const child of element.children) {
      if (isText(child)) {
        run.push(child)
      } else if (isTag(child)) {
        flush()
        visit(child, struck)
      }
    }
    flush()
  }
  for (const node of nodes) visit(node, false)
  return leaves
}

const MAX_LEAVES = 60
const MAX_LEAF_CHARS = 600
const SKIPPED: ReadonlySet<string> = new Set(['button', 'select', 'input', 'sup', 'form', 'textarea'])

/** A short text that is nothing but a price, whatever elements it is made of. */
function isWhole(element: Element, hints: MoneyHints): boolean {
  if (!element.children.some(isTag)) return true
  const text = visibleText(element, 40)
  if (text.length >= 40 || element.children.some((child) => isTag(child) && isApart(child))) return false
  const [price, second] = menuPrices(text, hints)
  return price !== undefined && second === undefined && text.length - (price.end - price.start) <= 2
}
