import { isTag } from 'domhandler'
import type { Element, ParentNode } from 'domhandler'
import type { Menu } from '../../contract/menu.ts'
import { poolOf } from '../findings/pool.ts'
import type { Pool } from '../findings/pool.ts'
import { around, textOf } from '../findings/inside.ts'
import type { ReadablePage } from '../page.ts'
import { known } from '../product/offer.ts'
import { cuesOf } from '../product/shown-page.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { markMeanings } from './dietary.ts'
import { leavesOf } from './leaves.ts'
import type { Leaf } from './leaves.ts'
import { readDish } from './read-dish.ts'
import type { DishPlace } from './read-dish.ts'

type Section = Menu['sections'][number]

/** The dishes that a page shows, under the headings that they stand under. */
export function shownSections(page: ReadablePage, hints: MoneyHints): Section[] {
  const pool = poolOf(page)
  const leaves = leavesOf(pool, hints)
  const places = new Map(
    dishPlaces(leaves, pool).flatMap((place) => place.leaves.map((leaf) => [leaf, place] as const)),
  )
  const reading = { pool, url: page.url, meanings: markMeanings(leaves.map(({ text }) => text)) }
  const sections: Section[] = []
  let heading: Element | undefined
  let said: string[] = []
  let current: Section | undefined
  for (const leaf of leaves) {
    const place = places.get(leaf)
    const over = place ? undefined : headingOf(leaf)
    if (over) {
      if (over !== heading) said = []
      heading = over
      current = undefined
    } else if (!place) {
      if (!current && heading && isSaid(leaf)) said.push(leaf.text)
    } else if (place.leaves[0] === leaf) {
      const dish = readDish(place, reading)
      if (!dish) continue
      if (!current) sections.push((current = sectionUnder(heading, said)))
      current.items.push(dish)
    }
  }
  return sections
}

function sectionUnder(heading: Element | undefined, said: readonly string[]): Section {
  const description = said.reduce(
    (text, more) => (text.length + more.length < 400 ? `${text} ${more}`.trim() : text),
    '',
  )
  return known({
    id: heading?.attribs['id'] || undefined,
    name: heading && textOf(heading, 80).replace(/^[\s–—•*~-]+|[\s–—•*~:-]+$/gu, ''),
    description: description || undefined,
    items: [],
  })
}

/** The heading that a text is part of: marked so, called so, or all that is in its paragraph and bold. */
function headingOf({ element, text }: Leaf): Element | undefined {
  if (text.length > 80) return undefined
  const boxes = around(element, 3)
  return (
    boxes.find(
      (box) => /^(?:h[1-6]|caption|legend|summary)$/.test(box.name) || HEADING_CUES.test(cuesOf(box)),
    ) ?? boxes.find((box) => /^(?:strong|b)$/.test(box.name) && isAlone(box))
  )
}

const HEADING_CUES =
  /(?:section|category|group|menu|course)[-_]{0,2}(?:title|heading|header|name|headline)(?:\s|$)/

function isAlone({ parent, next, prev }: Element): boolean {
  const isSole = [next, prev].every(
    (node) => !node || (!isTag(node) && 'data' in node && !/\S/.test(node.data)),
  )
  return isSole && parent !== null && isTag(parent) && /^(?:p|div)$/.test(parent.name)
}

function isSaid({ element, text }: Leaf): boolean {
  return /^(?:p|div|em|i|small|span)$/.test(element.name) && text.length >= 8
}

interface Found extends DishPlace {
  /** Whether nothing beside it is built the same way. */
  isLone: boolean
}

/** The smallest parts of a page that have a name and a price each, in its order. */
function dishPlaces(leaves: readonly Leaf[], pool: Pool): DishPlace[] {
  const search = new Search(leaves, pool)
  const found = leaves.flatMap((leaf) => (leaf.prices.length > 0 ? search.dishesAt(leaf) : []))
  const settled = found.filter(({ isLone }) => !isLone)
  const places = Map.groupBy(settled, ({ element }) => element)
  // A paragraph with a dish on each line is no dish.
  const kinds = new Set([...places].map(([element, own]) => (own.length > 1 ? 'lines' : kindOf(element))))
  if (kinds.size === 0) return found
  return found.flatMap((place) => (place.isLone ? search.grown(place, kinds) : [place]))
}

const MAX_DISH_CHARS = 900
const MAX_PRICES = 8
/** How far up from a price the list is that it is a part of. */
const MAX_STEPS = 3
const MAX_LOOKED = 20

function kindOf({ name, attribs }: Element): string {
  return `${name} ${(attribs['class'] ?? '').trim().slice(0, 60).split(/\s/, 1)[0]}`
}

class Search {
  readonly #leaves: readonly Leaf[]
  readonly #ranges: Pool['ranges']
  /** The first leaf at or after each text of the page. */
  readonly #leafAt: number[] = []
  /** The children of an element that have prices, by what they are called. */
  readonly #alike = new Map<ParentNode, Map<string, Element[]>>()
  /** The texts that are parts of dishes already. */
  #taken = -1

  constructor(leaves: readonly Leaf[], { ranges, spots }: Pool) {
    this.#leaves = leaves
    this.#ranges = ranges
    for (let at = 0, nth = 0; at <= spots.length; at++) {
      while (nth < leaves.length && leaves[nth]!.at < at) nth++
      this.#leafAt.push(nth)
    }
    const counted = new Set<Element>()
    for (const { element, prices } of leaves) {
      if (prices.length === 0) continue
      for (const box of around(element)) {
        if (counted.has(box) || !box.parent) break
        counted.add(box)
        const kinds = this.#alike.get(box.parent) ?? new Map<string, Element[]>()
        const kind = kindOf(box)
        this.#alike.set(box.parent, kinds)
        kinds.set(kind, kinds.get(kind) ?? [])
        kinds.get(kind)!.push(box)
      }
    }
  }

  /** The dish that a price belongs to, or all dishes of the list that it stands in; nothing for one that was found before. */
  dishesAt(leaf: Leaf): Found[] {
    if (leaf.at <= this.#taken) return []
    let lone: Element | undefined
    for (const [level, box] of around(leaf.element).entries()) {
      const within = this.#within(box)
      const runs = lone || level > MAX_STEPS ? [] : runsIn(within)
      if (runs.length > 1) return this.#take(runs)
      if (!isDishSized(within)) break
      if (!within.some(({ name }) => name !== '')) continue
      if (this.#isAlike(box))
        return this.#take([{ leaves: [...within, ...this.#terms(box)], element: box, isLone: false }])
      if (box.name !== 'td') lone ??= box
    }
    return lone ? this.#take([{ leaves: this.#within(lone), element: lone, isLone: true }]) : []
  }

  /** A dish that stands alone in its section is as large as those of other sections. */
  grown({ element }: DishPlace, kinds: ReadonlySet<string>): DishPlace[] {
    const box = around(element).find((each) => kinds.has(kindOf(each)))
    const leaves = box && this.#within(box)
    return leaves && isDishSized(leaves) ? [{ leaves, element: box! }] : []
  }

  /** Whether another dish of its kind stands beside it. */
  #isAlike(box: Element): boolean {
    const alike = box.parent && this.#alike.get(box.parent)?.get(kindOf(box))
    return (
      alike?.slice(0, MAX_LOOKED).some((one) => one !== box && runsIn(this.#within(one)).length < 2) === true
    )
  }

  #take(found: Found[]): Found[] {
    this.#taken = found.at(-1)!.leaves.at(-1)!.at
    return found
  }

  #within(box: Element): readonly Leaf[] {
    const range = this.#ranges.get(box)
    return range ? this.#leaves.slice(this.#leafAt[range[0]], this.#leafAt[range[1] + 1]) : []
  }

  /** What describes a term. */
  #terms(box: Element): readonly Leaf[] {
    let next = box.next
    while (next && 'data' in next) next = next.next
    return box.name === 'dt' && next && 'name' in next && next.name === 'dd' ? this.#within(next) : []
  }
}

function isDishSized(leaves: readonly Leaf[]): boolean {
  const chars = leaves.reduce((sum, { text }) => sum + text.length, 0)
  return chars <= MAX_DISH_CHARS && leaves.filter(({ prices }) => prices.length > 0).length <= MAX_PRICES
}

/** Names with the prices after them; what follows a price is said of it, but for headings and what the next one begins with. */
function runsIn(leaves: readonly Leaf[]): Found[] {
  const runs: Leaf[][] = []
  let pending: Leaf[] = []
  for (const leaf of leaves) {
    const last = runs.at(-1)
    if (leaf.prices.length === 0) {
      pending.push(leaf)
      continue
    }
    const start = leaf.name !== '' ? pending.length : startIn(pending)
    const said = pending.slice(0, start < 0 ? undefined : start)
    const heading = said.findIndex(({ element }) => isIn(element, HEADING))
    last?.push(...said.slice(0, heading < 0 ? undefined : heading))
    if (start >= 0) runs.push([...pending.slice(start), leaf])
    else last?.push(leaf)
    pending = []
  }
  // The lines of one paragraph.
  const [block] = leaves
  if (pending.every(({ element }) => element === block?.element)) runs.at(-1)?.push(...pending)
  return runs.map((run) => ({ leaves: run, element: run[0]!.element, isLone: false }))
}

/** Where a dish begins that has no element of its own: at its heading or term, at what is bold, or with the first name. */
function startIn(leaves: readonly Leaf[]): number {
  const heading = leaves.findLastIndex(({ name, element }) => name !== '' && isIn(element, HEADING))
  const bold = leaves.findIndex(({ name, element }) => name !== '' && isIn(element, /^(?:strong|b)$/))
  return heading >= 0 ? heading : bold >= 0 ? bold : leaves.findIndex(({ name }) => name !== '')
}

const HEADING = /^(?:h[1-6]|dt)$/

function isIn(element: Element, names: RegExp): boolean {
  return around(element, 2).some(({ name }) => names.test(name))
}
