import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { linesOf } from '../findings/lines.ts'
import type { Pool } from '../findings/pool.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import type { FoundMoney } from '../../language/money.ts'
import { menuPrices, nameIn } from './dish-text.ts'

/** A text of a page as a menu has it: a name, a price, or both. */
export interface Leaf {
  text: string
  element: Element
  /** Which of the page's texts it is, or begins with. */
  at: number
  prices: readonly FoundMoney[]
  name: string
  /** Whether it is struck through. */
  isStruck: boolean
}

/** The texts of a page; a price that is spread over several of a line is one. */
export function leavesOf({ spots }: Pool, hints: MoneyHints): Leaf[] {
  const leafOf = (text: string, at: number): Leaf => {
    const { element } = spots[at]!
    const prices = text.length > MAX_LEAF_CHARS ? [] : menuPrices(text, hints)
    return { text, element, at, prices, name: nameIn(text, prices), isStruck: isStruck(element) }
  }
  return linesOf(spots).flatMap(({ text, first, count, starts }) => {
    const own: Leaf[] = []
    for (let nth = 0; nth < count; nth++) {
      // A sign that stands apart belongs to the number behind it.
      const end = SIGN.test(spots[first + nth]!.text) ? starts[nth + 2] : starts[nth + 1]
      own.push(leafOf(text.slice(starts[nth], end).trim(), first + nth))
      if (end !== starts[nth + 1]) nth++
    }
    const isPriced = own.some(({ prices }) => prices.length > 0)
    const whole = count > 1 && !isPriced ? leafOf(text, first) : undefined
    const read = whole && whole.prices.length > 0 ? [whole] : own
    return read.filter(({ element }) => !isSkipped(element))
  })
}

const SIGN = /^\p{Sc}$/u
const MAX_LEAF_CHARS = 200

/** The element and what it stands in, from the inside. */
export function around(element: Element, most = 1000): Element[] {
  const boxes: Element[] = []
  for (let node: Element | undefined = element; node && boxes.length < most;) {
    boxes.push(node)
    node = node.parent && isTag(node.parent) ? node.parent : undefined
  }
  return boxes
}

function isSkipped(element: Element): boolean {
  return around(element).some(({ name }) => /^(?:nav|footer|button|sup|textarea)$/.test(name))
}

function isStruck(element: Element): boolean {
  return around(element, 3).some(
    ({ name, attribs }) =>
      /^(?:s|del|strike)$/.test(name) ||
      /(?:^|[\s_-])(?:old|was|strike|compare)(?:[\s_-]|$)/.test(attribs['class'] ?? ''),
  )
}
