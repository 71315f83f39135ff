import { Element, isTag, isText } from 'domhandler'
import type { ChildNode, ParentNode } from 'domhandler'
import { foldSpace, isApart, isUnseen, visibleText } from '../product/visible-text.ts'
import type { MoneyHints } from '../values/currency.ts'
import { isSize } from './food-words.ts'
import { menuPrices } from './price-text.ts'

/** What may be a dish: the elements side by side that make it up. */
export interface DishRecord {
  nodes: readonly Element[]
  /** Where in the page it is met first; several that are lines of one text have it in common. */
  anchor: Element
  /** Whether nothing beside it is built the same way. */
  isLone: boolean
}

/** The smallest parts of a page that have a name and a price each, in its order. */
export function dishRecords(root: ParentNode, hints: MoneyHints): DishRecord[] {
  const search = new Search(hints)
  search.measure(root)
  const records = search.pick(root).filter(({ nodes }) => search.isNamed(nodes))
  const kinds = new Set(records.filter(({ isLone }) => !isLone).map(({ nodes }) => kindOf(nodes[0]!)))
  if (kinds.size === 0) return records
  return records.flatMap((record) => (record.isLone ? (search.grown(record, kinds) ?? []) : record))
}

function recordOf(nodes: readonly Element[], isLone: boolean): DishRecord {
  return { nodes, anchor: nodes[0]!, isLone }
}

interface Measure {
  /** How many separate places in it state prices. */
  prices: number
  chars: number
  /** What is said in it besides prices, as far as it matters. */
  words: string
}

const MAX_RECORD_CHARS = 900
const MAX_PRICES = 8
const MAX_LINE_CHARS = 140

function kindOf({ name, attribs }: Element): string {
  return `${name} ${(attribs['class'] ?? '').trim().slice(0, 60).split(/\s/, 1)[0]}`
}

class Search {
  readonly #hints: MoneyHints
  /** Only of what has a price in it. */
  readonly #priced = new Map<ParentNode, Measure>()
  readonly #lines = new Map<ParentNode, DishRecord[]>()
  /** How many more texts are looked through for a price. */
  #looks = 60_000

  constructor(hints: MoneyHints) {
    this.#hints = hints
  }

  /** Finds the prices from the bottom up; a text that is spread over several elements is one price. */
  measure(parent: ParentNode): Measure & { line: string | undefined } {
    const found = { prices: 0, chars: 0, words: '' }
    let line: string | undefined = ''
    for (const child of parent.children) {
      if (isText(child)) {
        const text = child.data.length > MAX_LINE_CHARS * 8 ? undefined : foldSpace(` ${child.data} `)
        found.chars += text?.length ?? child.data.length
        if (text !== undefined && found.words.length < MAX_LINE_CHARS)
          found.words += ` ${text.slice(0, MAX_LINE_CHARS)}`
        line = joined(line, text === undefined ? undefined : ` ${text}`)
      } else if (isTag(child) && !isUnseen(child) && !SKIPPED.has(child.name)) {
        const inner = this.measure(child)
        found.prices += inner.prices
        found.chars += inner.chars
        if (found.words.length < MAX_LINE_CHARS) found.words += ` ${inner.words}`
        line = joined(
          line,
          inner.line === undefined ? undefined : isApart(child) ? ` ${inner.line} ` : inner.line,
        )
      }
    }
    if (
      found.prices === 0 &&
      line !== undefined &&
      /\d/.test(line) &&
      parent.parent !== null &&
      this.#looks-- > 0
    ) {
      const text = foldSpace(line)
      const prices = menuPrices(text, this.#hints)
      if (prices.length > 0) {
        found.prices = 1
        found.words = prices.reduceRight(
          (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
          text,
        )
      }
    }
    if (found.prices <= 1 && isTag(parent)) found.prices = Math.max(found.prices, this.#measureLines(parent))
    if (found.prices > 0) this.#priced.set(parent, found)
    return { ...found, line }
  }

  /** Texts with a dish on each line; what follows on a line without a price belongs to the one before. */
  #measureLines(parent: Element): number {
    const lines = linesOf(parent)
    if (lines.length < 2) return 0
    const dishes: ChildNode[][][] = []
    for (const line of lines) {
      const text = foldSpace(
        line
          .map((node) => (isText(node) ? node.data : isTag(node) ? visibleText(node, MAX_LINE_CHARS) : ''))
          .join(''),
      )
      const isPriced =
        text.length <= MAX_LINE_CHARS && this.#looks-- > 0 && menuPrices(text, this.#hints).length > 0
      if (isPriced) dishes.push([line])
      else if (text !== '') dishes.at(-1)?.push(line)
    }
    if (dishes.length < 2) return 0
    const records = dishes.map((written) => ({
      nodes: written.map(lineElement),
      anchor: parent,
      isLone: false,
    }))
    this.#lines.set(parent, records)
    return dishes.length
  }

  /** The records below an element: what is alike and holds one dish each, or runs of siblings from name to name. */
  pick(parent: ParentNode): DishRecord[] {
    const lines = this.#lines.get(parent)
    if (lines !== undefined) return lines
    const children = parent.children.filter(isTag).filter((child) => this.#priced.has(child))
    if (children.length === 0) return []
    const below = new Map(children.map((child) => [child, this.pick(child)]))
    const simple = children.filter((child) => below.get(child)!.length <= 1 && this.#isDishSized(child))
    const runs = isRow(parent) ? [] : this.#runsIn(parent, simple)
    if (runs.length >= 2) return runs
    const alike = Map.groupBy(simple, kindOf)
    const isRecord = (child: Element): boolean =>
      simple.includes(child) && alike.get(kindOf(child))!.length >= 2 && this.isNamed([child])
    const isFlat = children.length <= MAX_CHECKED
    return children.flatMap((child) => {
      if (isFlat ? isRecord(child) : this.#isDishSized(child)) return [recordOf([child], false)]
      const inner = below.get(child)!
      if (inner.length > 0) return inner
      return this.isNamed([child]) && this.#isDishSized(child) && !isRow(parent)
        ? [recordOf([child], true)]
        : []
    })
  }

  isNamed(nodes: readonly Element[]): boolean {
    const words = nodes.map((node) => this.#priced.get(node)?.words ?? this.#wordsOf(node)).join(' ')
    return /\p{L}{2}|[\u3040-\u9fff\uac00-\ud7af]/u.test(words) && !isSize(words)
  }

  /** A dish that stands alone in its section is as large as those of other sections. */
  grown(record: DishRecord, kinds: ReadonlySet<string>): DishRecord | undefined {
    let node: ParentNode | null = record.nodes[0]!
    for (let level = 0; level < 6 && node !== null && isTag(node); level++) {
      if (kinds.has(kindOf(node)) && this.#isDishSized(node)) return recordOf([node], true)
      node = node.parent
    }
    return undefined
  }

  #wordsOf(node: Element): string {
    const first = node.children.find((child) => isText(child) && /\S/.test(child.data))
    return first !== undefined && isText(first)
      ? first.data.slice(0, MAX_LINE_CHARS)
      : node.children.some(isTag)
        ? 'some'
        : ''
  }

  #isDishSized(element: Element): boolean {
    const { chars, prices } = this.#priced.get(element)!
    return chars <= MAX_RECORD_CHARS && prices <= MAX_PRICES
  }

  /** Siblings from each name up to the next one, when that gives every dish its price. */
  #runsIn(parent: ParentNode, simple: readonly Element[]): DishRecord[] {
    if (simple.length < 2) return []
    const priced = new Set<ChildNode>(simple)
    const runs: { nodes: Element[]; prices: number }[] = []
    for (const child of parent.children) {
      if (!isTag(child)) continue
      if (isStarter(child)) runs.push({ nodes: [], prices: 0 })
      const run = runs.at(-1)
      if (run === undefined) continue
      run.nodes.push(child)
      if (priced.has(child)) run.prices++
    }
    const dishes = runs.filter(({ prices }) => prices > 0)
    const held = dishes.reduce((sum, { prices }) => sum + prices, 0)
    const isEach =
      dishes.length >= 2 && dishes.filter(({ prices }) => prices === 1).length >= dishes.length * 0.8
    const isWorthIt = dishes.some(({ nodes }) => nodes.length > 1) && held >= simple.length * 0.8
    return isEach && isWorthIt ? dishes.map(({ nodes }) => recordOf(nodes, false)) : []
  }
}

/** The children of an element between its line breaks; nothing when it has none, or more than text in it. */
function linesOf({ children }: Element): ChildNode[][] {
  const isFlat =
    children.some((child) => isTag(child) && child.name === 'br') &&
    !children.some((child) => isTag(child) && child.name !== 'br' && isApart(child))
  if (!isFlat) return []
  const lines: ChildNode[][] = [[]]
  for (const child of children) {
    if (isTag(child) && child.name === 'br') lines.push([])
    else lines.at(-1)!.push(child)
  }
  return lines.filter((line) => line.some((node) => isTag(node) || (isText(node) && /\S/.test(node.data))))
}

/** An element of its own for a line, whose parts still know where they truly stand. */
function lineElement(nodes: ChildNode[]): Element {
  const element = new Element('span', {})
  element.children = nodes
  return element
}

/** Looking each child up among the others takes the square of their number. */
const MAX_CHECKED = 3000
const SKIPPED: ReadonlySet<string> = new Set(['nav', 'footer', 'select', 'textarea'])

function joined(line: string | undefined, more: string | undefined): string | undefined {
  return line === undefined || more === undefined || line.length + more.length > MAX_LINE_CHARS
    ? undefined
    : line + more
}

function isRow(node: ParentNode): boolean {
  return isTag(node) && node.name === 'tr'
}

/** Whether a dish that has no element of its own begins here. */
function isStarter({ name }: Element): boolean {
  return /^(?:h[2-6]|dt|strong|b)$/.test(name)
}
