import { isAside, isItem } from '../compose/item-sheets.ts'
import { labelledIn } from '../compose/fill-map.ts'
import type { Scope } from '../compose/scope.ts'
import type { Naming } from '../schema/naming.ts'

const MOST_LABELS = 40
const LONGEST_LABEL = 50

/** What a page itself says it has: the properties of what it describes for machines, and its labels. */
export function labelsOfPage(scope: Scope): string[] {
  const main = scope.items.find((item) => !isAside(item))
  const properties = main
    ? [...main.properties]
        .filter(([name, values]) => !name.startsWith('@') && !isItem(values[0]!))
        .map(([name]) => name)
    : []
  return distinct([...properties, ...labelledIn(scope.pool).map(({ label }) => label)])
}

/** What the main entity of a page has: what the page says it has, and what pages mostly have. */
export function labelsOfMain(scope: Scope): string[] {
  const labels = labelsOfPage(scope)
  const isNamed = labels.some((label) => /^(?:name|headline|title)$/i.test(label))
  return distinct([...(isNamed ? [] : ['title']), ...labels, ...GENERAL])
}

const GENERAL = ['description', 'author', 'date', 'image']

/** What the records of a list have, by the heads of a table or the names of properties, else what such records mostly have. */
export function labelsOfListing(scope: Scope, naming: Naming): string[] {
  const named = scope.sheets().filter(({ kind }) => kind !== 'group')
  const best = named.toSorted(
    (one, other) => titleLikeness(other.titles, naming) - titleLikeness(one.titles, naming),
  )[0]
  const labels = best?.columns.map(({ labels: said }) => said[0] ?? '') ?? []
  const isCalledSo = best !== undefined && titleLikeness(best.titles, naming) > 0.5
  return isCalledSo || (labels.length > 1 && scope.groups().length < 3)
    ? distinct(labels)
    : ['name', 'price', 'date', 'description', 'url', 'image']
}

function titleLikeness(titles: readonly string[], naming: Naming): number {
  return Math.max(0, ...titles.map((title) => naming.likenessTo(title)))
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels)]
    .filter((label) => label !== '' && label.length <= LONGEST_LABEL)
    .slice(0, MOST_LABELS)
}
