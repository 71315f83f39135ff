import type { Item, ItemValue } from '../structured-data/structured-data.ts'
import { cuesFrom } from '../findings/cues.ts'
import type { Finding } from '../findings/finding.ts'
import type { Label } from '../findings/table-heads.ts'
import type { Sheet } from './sheet.ts'

const MOST_ITEMS = 5000
const MOST_SHEETS = 60
const DEEPEST = 3
const MOST_COLUMNS = 200

/** Properties whose own properties are as good as those of the item that has them. */
const TRANSPARENT: ReadonlySet<string> = new Set(
  'offers priceSpecification aggregateRating address geo mainEntity mainEntityOfPage item baseSalary nutrition location jobLocation'.split(
    ' ',
  ),
)
/** Of these what they are called is not what the item is called. */
const PLACES: ReadonlySet<string> = new Set(['location', 'jobLocation', 'address'])
/** Properties that hold what an item is, as a text. */
const NAMING: ReadonlySet<string> = new Set(['name', '@value', 'value', 'text', 'legalName'])
/** Items that are about the site and not about what a page shows. */
const ASIDE: ReadonlySet<string> = new Set(
  'BreadcrumbList ListItem WebSite WebPage SearchAction SiteNavigationElement WPHeader WPFooter WPSideBar ReadAction'.split(
    ' ',
  ),
)

/** Lists of items that the page describes for machines: those of the same type, and those that a property holds. */
export function itemSheets(items: readonly Item[]): Sheet[] {
  const lists = new Map<string, { titles: string[]; items: Item[] }>()
  const nested: { titles: string[]; items: Item[] }[] = []
  const visit = (item: Item, depth: number): void => {
    for (const [name, values] of item.properties) {
      const inner = values.filter(isItem)
      if (inner.length === 0 || nested.length > MOST_SHEETS) continue
      const things = inner.map(unwrapped)
      if (!isAside(item)) nested.push({ titles: [name, ...typesOf(things)], items: things })
      if (depth < DEEPEST) for (const one of inner.slice(0, 200)) visit(one, depth + 1)
    }
  }
  for (const item of items.slice(0, MOST_ITEMS)) {
    for (const type of item.types.slice(0, 3)) {
      const list = lists.get(type) ?? { titles: [type], items: [] }
      list.items.push(item)
      lists.set(type, list)
    }
    visit(item, 0)
  }
  const alike = [...lists.values()].filter(({ items: things }) => !isAside(things[0]!))
  return [...alike, ...nested]
    .slice(0, MOST_SHEETS)
    .map(({ titles, items: things }) => itemSheet(things, titles))
}

/** One sheet of items, a column for each property and each property of what they hold. */
export function itemSheet(items: readonly Item[], titles: readonly string[]): Sheet {
  const things = items.slice(0, MOST_ITEMS)
  const columns = new Map<string, { key: string; labels: string[]; cells: (Finding | undefined)[] }>()
  for (const [index, item] of things.entries()) {
    for (const { path, value, holder } of leavesOf(item, [], 0)) {
      const key = path.join('.')
      let known = columns.get(key)
      if (!known) {
        if (columns.size >= MOST_COLUMNS) continue
        const labels = labelsOf(path).map(({ text }) => text)
        columns.set(key, (known = { key, labels, cells: Array.from({ length: things.length }) }))
      }
      known.cells[index] ??= asFinding(value, holder, item, known.labels)
    }
  }
  return {
    titles,
    columns: [...columns.values()],
    records: things.map(({ element, source }) => (source === 'json-ld' ? undefined : element)),
    items: things,
    kind: 'items',
    isAside: false,
  }
}

function asFinding(text: string, holder: Item, { source, types }: Item, labels: readonly string[]): Finding {
  return {
    text: text.replaceAll(/\s+/g, ' ').trim(),
    reader: source,
    cues: cuesFrom({ named: labels[0] ?? '', hint: labels.slice(1, 4).join(' '), section: types[0] ?? '' }),
    element: holder.element,
    spot: undefined,
    order: 0,
    kind: undefined,
    side: 0,
    isRange: false,
    full: undefined,
    isHead: false,
    isOfMain: false,
  }
}

/** Whether an item is about the page or the site around what it shows. */
export function isAside({ types }: Item): boolean {
  return types.length > 0 && types.every((type) => ASIDE.has(type))
}

/** The texts that a property holds, in their order; of items, what they are called. */
export function textsOf(values: readonly ItemValue[]): string[] {
  return values.flatMap((value) => {
    if (!isItem(value)) return [String(value)]
    for (const name of ['text', 'name', '@value', 'value']) {
      const [first] = value.properties.get(name) ?? []
      if (first !== undefined && !isItem(first)) return [String(first)]
    }
    const inner = value.properties.get('itemListElement')
    return inner ? textsOf(inner) : []
  })
}

export function isItem(value: ItemValue): value is Item {
  return typeof value === 'object'
}

/** An entry of a list stands for what it points at. */
function unwrapped(item: Item): Item {
  const [inner] = item.types.includes('ListItem') ? (item.properties.get('item') ?? []) : []
  return inner !== undefined && isItem(inner) ? inner : item
}

function typesOf(items: readonly Item[]): string[] {
  return items[0]?.types.slice(0, 2) ?? []
}

interface Leaf {
  path: string[]
  value: string
  holder: Item
}

function leavesOf(item: Item, path: string[], depth: number): Leaf[] {
  const leaves: Leaf[] = []
  for (const [name, values] of item.properties) {
    const [first] = values
    if (first === undefined || (name.startsWith('@') && name !== '@value')) continue
    if (!isItem(first)) leaves.push({ path: [...path, name], value: joined(values), holder: item })
    else if (depth < DEEPEST) leaves.push(...leavesOf(first, [...path, name], depth + 1))
    if (leaves.length > MOST_COLUMNS) break
  }
  return leaves
}

/** Several texts of one property are one value of it only when they are short. */
function joined(values: readonly ItemValue[]): string {
  const texts = values.filter((value) => !isItem(value)).map(String)
  return texts.length <= 1 || texts[0]!.length > 60 ? (texts[0] ?? '') : texts.slice(0, 20).join(', ')
}

/** A property by its own name, and by those of what holds it: `author.name` is the author, `offers.price` the price. */
function labelsOf(path: readonly string[]): Label[] {
  const last = path.at(-1)!
  const holders = path.slice(0, -1)
  const solid = holders.filter((name) => !TRANSPARENT.has(name))
  const labels: Label[] = []
  const isOwn = solid.length === 0 && !(NAMING.has(last) && PLACES.has(holders.at(-1)!))
  if (isOwn) labels.push({ text: last, weight: 1 })
  else if (solid.length === 0) labels.push({ text: holders.at(-1)!, weight: 1 })
  else labels.push({ text: [...solid, last].join(' '), weight: 1 })
  if (holders.length > 0 && solid.length === 0) labels.push({ text: path.join(' '), weight: 1 })
  if (holders.length > 0 && NAMING.has(last)) labels.push({ text: holders.at(-1)!, weight: 0.97 })
  if (/^(?:priceCurrency|ratingValue|ratingCount|reviewCount)$/.test(last))
    labels.push({ text: last, weight: 1 })
  for (const name of NAMING.has(last)
    ? [holders.at(-1), isOwn ? last : undefined]
    : [solid.length === 0 ? last : undefined]) {
    if (name !== undefined && /[A-Z]/.test(name)) labels.push({ text: name.toLowerCase(), weight: 0.95 })
  }
  if (last === 'ratingValue') labels.push({ text: 'rating', weight: 0.98 })
  if (last === 'url' && holders.length > 0 && solid.length > 0)
    labels.push({ text: `${solid.at(-1)!} url`, weight: 0.9 })
  return labels
}
