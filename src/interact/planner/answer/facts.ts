import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable, isField } from '../match/kinds.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { blocksOf } from './blocks.ts'
import type { Block } from './blocks.ts'
import { tablesOf } from './tables.ts'

/** One thing that a page says: a value, what it is called, and what it is about. */
export interface Fact {
  label: string
  value: string
  /** The text that it stands in, where that says more. */
  whole: string
  /** From the nearest outwards: the heads of the row, the card, the section that it stands in. */
  heads: readonly string[]
  element: ViewElement
  /** Whether it is the name of something to click. */
  clickable: boolean
  /** Whether it stands for a control: what it is set to. */
  control?: 'value' | 'state'
}

/** What a page says, in its order. */
export function factsOf(tree: PageTree): Fact[] {
  const blocks = blocksOf(tree)
  const tables = tablesOf(tree)
  const heads = headFinder(blocks, tree)
  const inTable = new Set(tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))
  const outside = blocks.filter(
    ({ element }) => !inTable.has(element) && !tree.ancestors(element).some((outer) => inTable.has(outer)),
  )
  return [
    ...tables.flatMap(({ columns, rows, heads: outer }) =>
      rows.flatMap(({ cells, text }) =>
        cells.flatMap((cell, at) =>
          cell.text === ''
            ? []
            : [
                {
                  label: columns[at] ?? '',
                  value: cell.text,
                  whole: cell.text,
                  heads: [at === 0 ? text : `${cells[0]!.text} ${text}`, ...outer],
                  element: cell,
                  clickable: false,
                },
              ],
        ),
      ),
    ),
    ...outside.flatMap((block) => factsOfBlock(block, heads(block))),
    ...pairsOf(outside, tree, heads),
    ...controlFacts(tree),
  ]
}

const SHORT = 60

function factsOfBlock({ element, text, parts, clickable }: Block, heads: readonly string[]): Fact[] {
  const facts: Fact[] = []
  if (parts.length === 2 && text.length <= 120) {
    const pair = pairFrom(parts[0]!, parts[1]!)
    if (pair) facts.push({ ...pair, whole: text, heads, element, clickable })
  }
  for (const piece of piecesOf(text)) {
    const inline = /^([^:]{2,50}?)\s?:\s+(\S.*)$/u.exec(piece)
    if (inline) facts.push({ label: inline[1]!, value: inline[2]!, whole: piece, heads, element, clickable })
    facts.push({ label: '', value: piece, whole: piece === text ? piece : text, heads, element, clickable })
  }
  return facts
}

/** A text at the marks that part what it says: full stops, dots in the middle, bars. */
function piecesOf(text: string): string[] {
  const pieces = text
    .split(/\s+[·•|]\s+|\s*;\s+|(?<=[.!?])\s+(?=[\p{Lu}¿¡])/u)
    .filter((piece) => piece !== '')
  return pieces.length > 1 && text.length <= 160 ? [...pieces, text] : pieces
}

/** Which of two texts that stand together is the name of the other. */
function pairFrom(first: string, second: string): { label: string; value: string } | undefined {
  if (first.length > SHORT || second.length > SHORT * 2 || first === '' || second === '') return undefined
  const [left, right] = [/\d/.test(first), /\d/.test(second)]
  if (left && !right && !first.trim().endsWith(':') && !/\p{L}{4}.*\p{L}{4}/u.test(first))
    return { label: second, value: first }
  return { label: first.replace(/\s*:\s*$/, ''), value: second }
}

/** Two texts that are all that their holder says: a figure and what it is, a term and what it means. */
function pairsOf(
  blocks: readonly Block[],
  tree: PageTree,
  heads: (block: Block) => readonly string[],
): Fact[] {
  const byParent = new Map<string | undefined, Block[]>()
  for (const block of blocks) {
    const list = byParent.get(block.element.parent)
    if (list) list.push(block)
    else byParent.set(block.element.parent, [block])
  }
  const facts: Fact[] = []
  for (const [ref, siblings] of byParent) {
    const parent = tree.get(ref)
    for (const [at, block] of siblings.entries()) {
      const next = siblings[at + 1]
      if (!next) continue
      const isTerm = block.element.tag === 'dt' && next.element.tag === 'dd'
      const isAlone = siblings.length === 2 && parent !== undefined && !tree.descendants(parent).some(isField)
      const isLabelled =
        next.element.tag !== block.element.tag &&
        (/:\s*$/.test(block.text) || /^(label|strong|b|dt|th)$/.test(block.element.tag))
      if (!isTerm && !isAlone && !isLabelled) continue
      const pair = isTerm ? { label: block.text, value: next.text } : pairFrom(block.text, next.text)
      if (pair)
        facts.push({
          ...pair,
          whole: pair.value,
          heads: heads(block),
          element: next.element,
          clickable: next.clickable,
        })
    }
  }
  return facts
}

function controlFacts(tree: PageTree): Fact[] {
  const facts: Fact[] = []
  for (const element of tree.elements) {
    if (isCheckable(element) || element.pressed !== undefined) {
      const on = element.checked ?? element.pressed
      if (element.role === 'radio' || on === undefined || element.name === '') continue
      const value = `${element.name}: ${on ? 'on' : 'off'}`
      facts.push({
        label: element.name,
        value,
        whole: value,
        heads: [],
        element,
        clickable: true,
        control: 'state',
      })
    } else if (isField(element) && element.type !== 'password' && element.name !== '') {
      const chosen = element.options?.filter((option) => option.selected).map((option) => option.label)
      const value = chosen?.join(', ') ?? element.value ?? ''
      if (value !== '')
        facts.push({
          label: element.name,
          value,
          whole: value,
          heads: [],
          element,
          clickable: false,
          control: 'value',
        })
    }
  }
  return facts
}

const HEADING_TAG = /^(h[1-6]|legend|summary|caption|th|dt)$/
const SECTION_TAG = /^(li|tr|article|section|fieldset|details|dialog|form|dd|aside|main)$/

/** Finds what the parts of a page that a text stands in are called: their headings, else what they begin with. */
function headFinder(blocks: readonly Block[], tree: PageTree): (block: Block) => readonly string[] {
  const firstIn = new Map<string, Block>()
  const headingsIn = new Map<string, number>()
  const lastHeading = new Map<string, string[]>()
  let headings: { level: number; text: string }[] = []
  for (const block of blocks) {
    const { element } = block
    const level = element.role === 'heading' ? (/^h[1-6]$/.test(element.tag) ? Number(element.tag[1]) : 7) : 0
    if (level > 0) headings = [...headings.filter((one) => one.level < level), { level, text: block.text }]
    lastHeading.set(element.ref, headings.map(({ text }) => text).toReversed())
    for (const outer of tree.ancestors(element).slice(0, 6)) {
      const first = firstIn.get(outer.ref)
      const isHead = HEADING_TAG.test(element.tag) || element.role === 'heading'
      if (isHead) headingsIn.set(outer.ref, (headingsIn.get(outer.ref) ?? 0) + 1)
      if (!first || (isHead && !HEADING_TAG.test(first.element.tag) && first.element.role !== 'heading'))
        firstIn.set(outer.ref, block)
    }
  }
  return (block) => {
    const found: string[] = []
    for (const outer of tree.ancestors(block.element).slice(0, 6)) {
      const head = firstIn.get(outer.ref)
      const isBefore =
        head && tree.order(head.element) < tree.order(block.element) && !isOfSibling(head, block, outer, tree)
      const first = isBefore || headingsIn.get(outer.ref) === 1 ? head : undefined
      const field = fieldBeside(outer, tree)
      if (field && field !== '' && !found.includes(field)) found.push(field)
      const isSection =
        SECTION_TAG.test(outer.tag) || first?.element.role === 'heading' || outer.text.length <= 300
      if (
        first &&
        first !== block &&
        isSection &&
        wordsOf(first.text).length <= 14 &&
        !found.includes(first.text)
      )
        found.push(first.text)
      if (
        outer.name !== '' &&
        outer.name.length <= SHORT &&
        /^(region|group|dialog|tabpanel|article|listitem|radiogroup)$/.test(outer.role)
      )
        found.push(outer.name)
    }
    return [
      ...found,
      ...(lastHeading.get(block.element.ref) ?? []).filter(
        (text) => !found.includes(text) && text !== block.text,
      ),
    ]
  }
}

/** Whether a heading is that of another entry of the same list. */
function isOfSibling(head: Block, block: Block, outer: ViewElement, tree: PageTree): boolean {
  const childWith = ({ element }: Block) =>
    [element, ...tree.ancestors(element)].find((one) => one.parent === outer.ref)
  const [left, right] = [childWith(head), childWith(block)]
  return (
    left !== undefined &&
    right !== undefined &&
    left !== right &&
    left.tag === right.tag &&
    left.text !== head.text
  )
}

/** The field that a small part of the page is for: what is said there is said of it. */
function fieldBeside(outer: ViewElement, tree: PageTree): string | undefined {
  if (outer.text.length > 200) return undefined
  const fields = tree.descendants(outer).filter(isField)
  return fields.length === 1 ? fields[0]!.name : undefined
}
