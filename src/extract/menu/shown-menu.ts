import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import type { Menu } from '../../contract/menu.ts'
import { poolOf } from '../findings/pool.ts'
import type { Pool } from '../findings/pool.ts'
import { ancestorsOf, textOf } from '../findings/element-profile.ts'
import type { ReadablePage } from '../page.ts'
import { withoutUndefined, availabilityInText, nonEmpty } from '../product/offer.ts'
import { cuesOf } from '../product/shown-page.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { markMeanings, leavesOf, bareText, caloriesIn, isSize, hasWords, dietaryOf } from './leaves.ts'
import type { Leaf, MarkMeanings } from './leaves.ts'

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
  return withoutUndefined({
    id: heading?.attribs['id'] || undefined,
    name: heading && textOf(heading, 80).replace(/^[\s–—•*~-]+|[\s–—•*~:-]+$/gu, ''),
    description: description || undefined,
    items: [],
  })
}

function headingOf({ element, text }: Leaf): Element | undefined {
  if (text.length > 80) return undefined
  const boxes = ancestorsOf(element, 3)
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
  isLone: boolean
}

/** The smallest parts of a page that have a name and a price each, in its order. */
function dishPlaces(leaves: readonly Leaf[], pool: Pool): DishPlace[] {
  const search = searchIn(leaves, pool)
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

function searchIn(leaves: readonly Leaf[], { ranges, spots }: Pool) {
  /** The first leaf at or after each text of the page. */
  const leafAt: number[] = []
  for (let at = 0, nth = 0; at <= spots.length; at++) {
    while (nth < leaves.length && leaves[nth]!.at < at) nth++
    leafAt.push(nth)
  }
  const priced = new Set(
    leaves.flatMap(({ element, prices }) => (prices.length > 0 ? ancestorsOf(element) : [])),
  )
  /** The elements with prices, by what they stand in and what they are called. */
  const alike = new Map(
    [...Map.groupBy(priced, ({ parent }) => parent)].map(
      ([parent, boxes]) => [parent, Map.groupBy(boxes, kindOf)] as const,
    ),
  )
  const within = (box: Element): readonly Leaf[] => {
    const range = ranges.get(box)
    return range ? leaves.slice(leafAt[range[0]], leafAt[range[1] + 1]) : []
  }
  /** Whether another dish of its kind stands beside it. */
  const isAlike = (box: Element): boolean => {
    const boxes = box.parent ? (alike.get(box.parent)?.get(kindOf(box)) ?? []) : []
    return boxes.slice(0, MAX_LOOKED).some((one) => one !== box && runsIn(within(one)).length < 2)
  }
  const descriptionOf = (term: Element): readonly Leaf[] => {
    let next = term.next
    while (next && 'data' in next) next = next.next
    return term.name === 'dt' && next && 'name' in next && next.name === 'dd' ? within(next) : []
  }
  /** The texts that are parts of dishes already. */
  let taken = -1
  const take = (found: Found[]): Found[] => {
    taken = found.at(-1)!.leaves.at(-1)!.at
    return found
  }
  return {
    /** The dish that a price belongs to, or all of the list that it stands in; nothing for one that was found before. */
    dishesAt(leaf: Leaf): Found[] {
      if (leaf.at <= taken) return []
      let lone: Element | undefined
      for (const [level, box] of ancestorsOf(leaf.element).entries()) {
        const inside = within(box)
        const runs = lone || level > MAX_STEPS ? [] : runsIn(inside)
        if (runs.length > 1) return take(runs)
        if (!isDishSized(inside)) break
        if (!inside.some(({ name }) => name !== '')) continue
        if (isAlike(box))
          return take([{ leaves: [...inside, ...descriptionOf(box)], element: box, isLone: false }])
        if (box.name !== 'td') lone ??= box
      }
      return lone ? take([{ leaves: within(lone), element: lone, isLone: true }]) : []
    },
    /** A dish that stands alone in its section is as large as those of other sections. */
    grown({ element }: DishPlace, kinds: ReadonlySet<string>): DishPlace[] {
      const box = ancestorsOf(element).find((each) => kinds.has(kindOf(each)))
      const inside = box && within(box)
      return inside && isDishSized(inside) ? [{ leaves: inside, element: box! }] : []
    },
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
  return ancestorsOf(element, 2).some(({ name }) => names.test(name))
}

export type Dish = Menu['sections'][number]['items'][number]
type Price = NonNullable<Dish['price']>

interface DishReading {
  pool: Pool
  url: string | undefined
  meanings: MarkMeanings
}

function readDish(
  { leaves: all, element }: DishPlace,
  { pool, url, meanings }: DishReading,
): Dish | undefined {
  const { leaves, counted } = withoutNumber(all)
  const nameLeaf = leaves.find((leaf) => leaf.name !== '')
  const { name, number } = numbered(nameLeaf?.name ?? '')
  const prices = pricesOf(leaves, pool)
  if (name === '' || name.length > MAX_NAME_CHARS || prices.length === 0) return undefined
  const texts = leaves.map(({ text }) => text)
  const shown = pool.bySpot.slice(all[0]!.at, all.at(-1)!.at + 1).flat()
  const hints = shown.flatMap(({ reader, text }) =>
    reader === 'attribute' && text.length < 40 ? [text] : [],
  )
  const dietary = dietaryOf([...texts, ...hints], meanings)
  const links = shown.filter(({ reader, kind }) => reader === 'link' && kind === 'url')
  const link = links.find((one) => one.element?.name === 'a' && isElsewhere(one.text, url))
  const images = links.flatMap(({ text, element: image }) =>
    image?.name === 'img' && !ICON.test(`${image.attribs['class']} ${text}`)
      ? [withoutUndefined({ url: text, alt: image.attribs['alt'] || undefined })]
      : [],
  )
  const id = ownId(element)
  const merchantItemId = id ?? number ?? counted
  const described = leaves
    .filter((leaf) => leaf !== nameLeaf)
    .map(({ text, prices: own }) => bareText(text, own))
    .filter((text) => hasWords(text, 3))
  return withoutUndefined({
    id,
    name,
    description: described.join(' ').slice(0, MAX_DESCRIPTION_CHARS) || undefined,
    url: link?.text,
    sourceUrl: url,
    images: nonEmpty(images.slice(0, MAX_PICTURES)),
    price: prices[0]?.price,
    availability: texts
      .map((text) => (text.length <= 40 ? availabilityInText(text) : undefined))
      .find((one) => one),
    dietary: nonEmpty(dietary),
    calories: texts.map(caloriesIn).find((value) => value !== undefined),
    optionGroups: prices.length > 1 ? [{ options: prices.map(withoutUndefined) }] : undefined,
    identifiers: merchantItemId === undefined ? undefined : { merchantItemId },
  })
}

const MAX_NAME_CHARS = 120
const MAX_DESCRIPTION_CHARS = 1000
const MAX_PICTURES = 5
const ICON = /icon|badge|allergen|diet|logo|sprite/

/** Menus count their dishes: a number before the name is no price, nor is any when others look more like it. */
function withoutNumber(leaves: readonly Leaf[]): { leaves: readonly Leaf[]; counted?: string } {
  const isBare = ({ text, prices }: Leaf): boolean => prices.length > 0 && /^\d{1,3}(?:\.\d?)?$/.test(text)
  const isSurer = leaves.some((leaf) => leaf.prices.length > 0 && !isBare(leaf))
  const [first] = leaves
  const isFirst =
    first !== undefined && isBare(first) && !/price|preis|prix/i.test(first.element.attribs['class'] ?? '')
  const rest = isSurer ? leaves.filter((leaf) => !isBare(leaf)) : isFirst ? leaves.slice(1) : leaves
  return withoutUndefined({ leaves: rest, counted: isFirst ? first.text.replace(/\.$/, '') : undefined })
}

/** `23. Pad Thai` is the dish with the number 23. */
function numbered(text: string): { name: string; number?: string } {
  const match = /^(?:(?:no|nr|n[°º])\.?\s?)?(\d{1,3}[a-z]?)\s?[.)]\s+(?=\p{L})(.+)$/iu.exec(text)
  return match === null ? { name: text } : { name: match[2]!, number: match[1]! }
}

interface LabelledPrice {
  name: string | undefined
  price: Price
}

function pricesOf(leaves: readonly Leaf[], { bySpot }: Pool): LabelledPrice[] {
  const found: LabelledPrice[] = []
  leaves.forEach(({ text, prices, isStruck, at }, index) => {
    if (isStruck) return
    const before = leaves[index - 1]
    prices.forEach(({ start, amount, currency, formatted }, nth) => {
      const own = sizeIn(text.slice(prices[nth - 1]?.end ?? 0, start))
      const said = nth === 0 && before?.prices.length === 0 ? sizeIn(before.text) : undefined
      const column = bySpot[at]?.find(({ reader }) => reader === 'text')?.cues.column
      found.push({
        name: own ?? said ?? (column || undefined),
        price: withoutUndefined({ amount, currency, formatted }),
      })
    })
  })
  return found
    .filter(
      ({ name, price }, index) =>
        found.findIndex((other) => other.name === name && other.price.amount === price.amount) === index,
    )
    .slice(0, 12)
}

function sizeIn(text: string): string | undefined {
  const plain = text.replace(/^[\s/|,;:()–—.-]+|[\s/|,;:()–—.-]+$/gu, '')
  return plain !== '' && plain.length <= 30 && isSize(plain) ? plain : undefined
}

function ownId({ attribs }: Element): string | undefined {
  const names = ['data-item-id', 'data-product-id', 'data-dish-id', 'data-id', 'id']
  return names.map((name) => attribs[name]).find((id) => id)
}

function isElsewhere(link: string, url: string | undefined): boolean {
  return link.split('#', 1)[0] !== url?.split('#', 1)[0]
}

interface DishPlace {
  leaves: readonly Leaf[]
  element: Element
}
