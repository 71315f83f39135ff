import { isTag, isText } from 'domhandler'
import type { Element, ParentNode } from 'domhandler'
import type { Menu } from '../../contract/menu.ts'
import type { ReadablePage } from '../page.ts'
import { known } from '../product/found-product.ts'
import { cuesOf, isUnseen, visibleText } from '../product/visible-text.ts'
import type { MoneyHints } from '../values/currency.ts'
import { dishRecords } from './dish-records.ts'
import { markMeanings } from './dietary.ts'
import { readDish } from './read-dish.ts'
import type { Dish } from './read-dish.ts'

type Section = Menu['sections'][number]

/** The dishes that a page shows, under the headings that they stand under. */
export function shownSections(page: ReadablePage, hints: MoneyHints): Section[] {
  const records = dishRecords(page.root, hints).slice(0, MAX_DISHES)
  const byAnchor = Map.groupBy(records, ({ anchor }) => anchor)
  const walk = new Walk(new Set(records.flatMap(({ anchor, nodes }) => [anchor, ...nodes])))
  walk.visit(page.root)
  const meanings = markMeanings(walk.texts)
  const reading = { base: page.base, url: page.url, hints, meanings, columns: columnHeads }
  const sections: Section[] = []
  let heading: Element | undefined
  let current: Section | undefined
  for (const step of walk.steps) {
    if (step.kind === 'heading') {
      heading = step.element
      current = undefined
      continue
    }
    const dishes = (byAnchor.get(step.element) ?? []).flatMap((record) => readDish(record, reading) ?? [])
    if (dishes.length === 0) continue
    if (current === undefined) {
      current = sectionUnder(heading, walk.said.get(heading))
      sections.push(current)
    }
    current.items.push(...dishes)
  }
  return sections
}

function sectionUnder(heading: Element | undefined, description: string | undefined): Section {
  if (heading === undefined) return { items: [] }
  return known({
    id: heading.attribs['id'] || undefined,
    name: headingText(heading),
    description,
    items: [] as Dish[],
  })
}

interface Step {
  kind: 'heading' | 'dish'
  element: Element
}

/** No menu has more; reading them takes longest. */
const MAX_DISHES = 3000
const MAX_STEPS = 20_000

/** Headings and dishes in the order of the page, and what is said between them. */
class Walk {
  readonly steps: Step[] = []
  readonly texts: string[] = []
  /** What stands under a heading before its first dish. */
  readonly said = new Map<Element | undefined, string>()
  readonly #records: ReadonlySet<Element>
  #heading: Element | undefined
  #isOpen = false

  constructor(records: ReadonlySet<Element>) {
    this.#records = records
  }

  visit(parent: ParentNode): void {
    for (const child of parent.children) {
      if (isText(child)) this.#note(child.data, parent)
      if (!isTag(child) || isUnseen(child) || /^(?:nav|button|select)$/.test(child.name)) continue
      if (this.#records.has(child)) {
        this.steps.push({ kind: 'dish', element: child })
        this.#isOpen = false
        this.#keep(visibleText(child, 300))
      } else if (this.steps.length < MAX_STEPS && isHeading(child)) {
        this.steps.push({ kind: 'heading', element: child })
        this.#heading = child
        this.#isOpen = true
      } else {
        this.visit(child)
      }
    }
  }

  #note(data: string, parent: ParentNode): void {
    const text = data.trim()
    if (text === '' || text.length > 600) return
    this.#keep(text)
    const isDescription =
      this.#isOpen && isTag(parent) && /^(?:p|div|em|i|small|span)$/.test(parent.name) && text.length >= 8
    const before = this.said.get(this.#heading) ?? ''
    if (isDescription && before.length + text.length < 400)
      this.said.set(this.#heading, `${before} ${text.replace(/\s+/g, ' ')}`.trim())
  }

  #keep(text: string): void {
    if (this.texts.length < MAX_STEPS) this.texts.push(text)
  }
}

function isHeading(element: Element): boolean {
  const { name } = element
  if (/^(?:h[1-6]|caption|legend|summary)$/.test(name)) return visibleText(element, 81).length <= 80
  if (HEADING_CUES.test(cuesOf(element))) {
    const text = visibleText(element, 61)
    return text.length <= 60 && text !== ''
  }
  return (name === 'p' || name === 'div') && isOnlyBold(element)
}

const HEADING_CUES =
  /(?:section|category|group|menu|course)[-_]{0,2}(?:title|heading|header|name|headline)(?:\s|$)/

function isOnlyBold({ children }: Element): boolean {
  const [only, ...others] = children.filter(
    (child) => isTag(child) || (isText(child) && /\S/.test(child.data)),
  )
  if (only === undefined || others.length > 0 || !isTag(only)) return false
  return /^(?:strong|b)$/.test(only.name) && visibleText(only, 61).length <= 60
}

function headingText(element: Element): string {
  return visibleText(element, 80).replace(/^[\s–—•*~-]+|[\s–—•*~:-]+$/gu, '')
}

/** What the columns of a row's table are called. */
function columnHeads(row: Element): readonly string[] {
  let node: ParentNode | null = row.parent
  while (node !== null && isTag(node) && node.name !== 'table') node = node.parent
  if (node === null || !isTag(node)) return []
  const known = heads.get(node)
  if (known !== undefined) return known
  const rows = node.children
    .filter(isTag)
    .flatMap((child) => (child.name === 'tr' ? [child] : child.children.filter(isTag).slice(0, 3)))
    .slice(0, 3)
  const first = rows.find(
    ({ children }) =>
      children.filter(isTag).length > 1 && children.filter(isTag).every(({ name }) => name === 'th'),
  )
  const texts = (first?.children ?? []).filter(isTag).map((cell) => visibleText(cell, 30))
  heads.set(node, texts)
  return texts
}

const heads = new WeakMap<Element, readonly string[]>()
