import type { Item, ItemValue } from '../structured-data/structured-data.ts'
import { cuesFrom, findingOf } from '../findings/cues.ts'
import type { Finding } from '../findings/cues.ts'
import { onOneLine } from '../../language/fold.ts'
import { readWordSets } from '../../language/data-files.ts'
import type { Element } from 'domhandler'

const sets = readWordSets(new URL('words.txt', import.meta.url))
const MOST_ITEMS = 5000
const MOST_SHEETS = 60
const DEEPEST = 3
const MOST_COLUMNS = 200

const TRANSPARENT = sets('transparent')
/** Of these what they are called is not what the item is called. */
const PLACES: ReadonlySet<string> = new Set(['location', 'jobLocation', 'address'])
const NAMING: ReadonlySet<string> = new Set(['name', '@value', 'value', 'text', 'legalName'])
const ASIDE = sets('aside')

export function itemSheets(items: readonly Item[]): Sheet[] {
  const lists = new Map<string, { titles: string[]; items: Item[] }>()
  const nested: { titles: string[]; items: Item[] }[] = []
  const visit = (item: Item, depth: number): void => {
    for (const [name, values] of item.properties) {
      const inner = values.filter(isItem)
      if (inner.length === 0 || nested.length > MOST_SHEETS) continue
      const things = inner.map(unwrapped)
      if (!isSecondary(item)) nested.push({ titles: [name, ...things[0]!.types.slice(0, 2)], items: things })
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
  const alike = [...lists.values()].filter(({ items: things }) => !isSecondary(things[0]!))
  return [...alike, ...nested]
    .slice(0, MOST_SHEETS)
    .map(({ titles, items: things }) => itemSheet(things, titles))
}

export function itemSheet(items: readonly Item[], titles: readonly string[]): Sheet {
  const things = items.slice(0, MOST_ITEMS)
  const columns = new Map<string, { key: string; labels: string[]; cells: (Finding | undefined)[] }>()
  for (const [index, item] of things.entries()) {
    for (const { path, value, holder } of leavesOf(item, [], 0)) {
      const key = path.join('.')
      let known = columns.get(key)
      if (!known) {
        if (columns.size >= MOST_COLUMNS) continue
        const labels = labelsOf(path)
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
  return findingOf({
    text: onOneLine(text),
    reader: source,
    cues: cuesFrom({ named: labels[0] ?? '', hint: labels.slice(1, 4).join(' '), section: types[0] ?? '' }),
    element: holder.element,
  })
}

export function isSecondary({ types }: Item): boolean {
  return types.length > 0 && types.every((type) => ASIDE.has(type))
}

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
function labelsOf(path: readonly string[]): string[] {
  const last = path.at(-1)!
  const holder = path.at(-2)
  const solid = path.slice(0, -1).filter((name) => !TRANSPARENT.has(name))
  const isNaming = NAMING.has(last)
  const isOwn = solid.length === 0 && !(isNaming && PLACES.has(holder ?? ''))
  return [
    isOwn ? last : solid.length === 0 ? holder! : [...solid, last].join(' '),
    ...(holder !== undefined && solid.length === 0 ? [path.join(' ')] : []),
    ...(holder !== undefined && isNaming ? [holder] : []),
    ...(/^(?:priceCurrency|ratingValue|ratingCount|reviewCount)$/.test(last) ? [last] : []),
    ...(isNaming
      ? [...lowerCaseWords(holder), ...lowerCaseWords(last, isOwn)]
      : lowerCaseWords(last, solid.length === 0)),
    ...(last === 'ratingValue' ? ['rating'] : []),
    ...(last === 'url' && solid.length > 0 ? [`${solid.at(-1)!} url`] : []),
  ]
}

function lowerCaseWords(name: string | undefined, isWanted = true): string[] {
  return name !== undefined && isWanted && /[A-Z]/.test(name) ? [name.toLowerCase()] : []
}

/** What stands at the same place in each of several records. */
export interface Column {
  key: string
  labels: readonly string[]
  cells: readonly (Finding | undefined)[]
}

export interface Sheet {
  /** What the page calls the whole: a heading before it, its caption, the type of its items. */
  titles: readonly string[]
  columns: readonly Column[]
  records: readonly (Element | undefined)[]
  items?: readonly Item[] | undefined
  kind: 'items' | 'table' | 'group'
  isAside: boolean
}
