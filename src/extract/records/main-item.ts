import type { ReadablePage } from '../page.ts'
import type { WishedField } from '../schema/wished-field.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { Reading } from '../values/read-scalar.ts'
import { assign } from './assign.ts'
import { isAside, isSupporting, itemSheet } from './item-sheets.ts'
import { textOf } from './text-of.ts'

const MOST_TRIED = 40

/** The item that the page is about: the one that has most of what is wanted. */
export function mainItem(
  { landmarks }: ReadablePage,
  items: readonly Item[],
  fields: readonly WishedField[],
  reading: Reading,
): Item | undefined {
  const headings = landmarks
    .filter(({ name }) => name === 'h1' || name === 'title')
    .slice(0, 4)
    .map((element) => textOf(element, 300).toLowerCase())
  let best: Item | undefined
  let most = 0
  for (const item of candidatesAmong(items).slice(0, MOST_TRIED)) {
    const assigned = [...assign(itemSheet([item], []), fields, reading).values()]
    const sum = assigned.reduce((total, { score }) => total + score, 0)
    const isNamed = headings.some((heading) => isAbout(item, heading))
    if (isSupporting(item) && !isNamed && assigned.length * 2 < fields.length) continue
    if (!isNamed && isListed(item, items)) continue
    const total = sum + (isNamed ? 1 : 0)
    if (sum > 0 && total > most) [best, most] = [item, total]
  }
  return best
}

/** Whether an item is one of several of its kind side by side: what a page lists is not what it is about. */
function isListed({ element, types }: Item, items: readonly Item[]): boolean {
  if (!element?.parent) return false
  return items.some(
    (other) =>
      other.element !== element &&
      other.element?.parent === element.parent &&
      other.element?.name === element.name &&
      other.source !== 'json-ld' &&
      other.types[0] === types[0],
  )
}

function candidatesAmong(items: readonly Item[]): Item[] {
  return items.flatMap((item) => {
    const inner = ['mainEntity', 'about', 'itemReviewed'].flatMap((name) => item.properties.get(name) ?? [])
    const things = inner.filter((value) => typeof value === 'object')
    return isAside(item) ? things : [item, ...things]
  })
}

function isAbout({ properties }: Item, heading: string): boolean {
  const [name] = properties.get('name') ?? properties.get('headline') ?? properties.get('title') ?? []
  if (typeof name !== 'string' || name.length < 3) return false
  return (
    heading.includes(name.toLowerCase().trim()) ||
    (heading.length > 3 && name.toLowerCase().includes(heading))
  )
}
