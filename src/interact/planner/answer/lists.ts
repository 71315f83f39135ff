import type { ViewElement } from '../../../browser/browser.ts'
import { isField } from '../match/kinds.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { isRecord } from '../page/records.ts'
import { blocksOf } from './blocks.ts'
import type { Block } from './blocks.ts'
import { has } from './judge.ts'
import { tablesOf } from './tables.ts'

/** Things that are asked for, as they are told, and the one that is meant where it is one. */
export interface Things {
  text: string
  element?: ViewElement
}

/** One of several things that a page lists: a row, a card, an entry. */
export interface Thing {
  element: ViewElement
  title: string
  /** What it says besides its title. */
  rest: readonly string[]
  words: readonly string[]
  /** Of a row: what each column says. */
  cells: readonly { column: string; text: string }[]
}

/** Whether the headings before a list, or its own name, have a noun. */
export function isNamedSo(noun: string, things: readonly Thing[], tree: PageTree): boolean {
  const first = things[0]!.element
  const at = tree.order(first)
  const headings = tree.elements
    .slice(Math.max(0, at - 60), at)
    .filter(
      (element) => element.role === 'heading' || /^\d+ \p{L}+/u.test(element.ownText) || element.tag === 'th',
    )
  const names = [...headings.map((element) => element.text), tree.parent(first)?.name ?? '', tree.view.title]
  return names.some((name) => has(wordsOf(name), noun) >= 0.7)
}

/** Whether a list is one of what a noun says: by its heading, the head of its first column, the noun of its figures. */
export function isCalled(noun: string, things: readonly Thing[], tree: PageTree): boolean {
  return (
    isNamedSo(noun, things, tree) ||
    things.filter(({ words }) => has(words, noun) >= 0.7).length * 2 > things.length
  )
}

/** The lists of a page, those that say most first. */
export function listsOf(tree: PageTree): Thing[][] {
  const blocks = blocksOf(tree)
  const byHolder = new Map<string, ViewElement[]>()
  const cellsOf = new Map<ViewElement, Thing['cells']>()
  const tables = tablesOf(tree).map(({ rows, columns }) =>
    rows.map(({ element, cells }) => {
      cellsOf.set(
        element,
        cells.map((cell, at) => ({ column: columns[at] ?? '', text: cell.text })),
      )
      return element
    }),
  )
  for (const element of tree.elements) {
    if (element.role === 'row' || element.text === '' || element.text.length > 600 || inChrome(element, tree))
      continue
    if (isField(element) || element.tag === 'option' || !isRecord(element, tree)) continue
    const key = `${element.parent ?? ''} ${element.tag} ${element.hints.split(' ')[0]}`
    byHolder.set(key, [...(byHolder.get(key) ?? []), element])
  }
  const groups = [...tables, ...byHolder.values()].filter((group) => group.length > 0)
  const weight = (group: readonly ViewElement[]) =>
    group.reduce((sum, { text }) => sum + Math.min(80, text.length), 0)
  return groups
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, 12)
    .map((group) =>
      group.map((element) =>
        thingOf(
          element,
          blocks.filter((block) => block.element === element || tree.holds(element, block.element)),
          cellsOf.get(element) ?? [],
          tree,
        ),
      ),
    )
    .map((group) => group.filter(({ title }) => title !== ''))
    .filter((group) => group.length > 0)
}

function thingOf(
  element: ViewElement,
  blocks: readonly Block[],
  cells: Thing['cells'],
  tree: PageTree,
): Thing {
  const texts = blocks
    .flatMap(({ parts, text }) => (parts.length > 1 ? parts : [text]))
    .flatMap((text) => text.split(/\s+[·•|]\s+/))
  const heading = tree
    .descendants(element)
    .find((inner) => inner.role === 'heading' && inner.text !== '')?.text
  const title = heading ?? texts.find((text) => /\p{L}{2}|\d{2}/u.test(text)) ?? ''
  return { element, title, rest: texts.filter((text) => text !== title), words: wordsOf(element.text), cells }
}

function inChrome(element: ViewElement, tree: PageTree): boolean {
  return (
    tree.closest(element, (outer) =>
      /^(navigation|banner|contentinfo|menubar|menu|tablist|radiogroup|listbox)$/.test(outer.role),
    ) !== undefined
  )
}
