import { shapeOf } from './address.ts'
import type { Frontier, VisitedPage, Way } from './frontier.ts'

/** What a link is worth that says nothing of what is looked for, by where it stands. */
export const EXPLORED: Record<Way['area'], number> = {
  content: 0.12,
  navigation: 0.09,
  search: 0.05,
  aside: 0.05,
  footer: 0.05,
}

/** What the first hit of a search is worth beside that; the others the less. */
const FIRST_HIT = 0.3

export function explored({ area, rank }: Way): number {
  return EXPLORED[area] + (rank === undefined ? 0 : FIRST_HIT / (1 + rank / 2))
}

/** What is left of the worth of a page one step further down. */
const DEEPER = 0.92
const SEVERAL = 4

export function depthFactor({ key }: Way): number {
  return DEEPER ** (partsOf(key).length - 1)
}

/** Whether a page is a part of one that the caller named, and not just of the site. */
export function isPartOf({ key }: Way, given: readonly VisitedPage[]): boolean {
  return given.some((page) => {
    const folder = page.key.replace(/\?.*$/, '').replace(/\/[^/]*\.\w+$/, '')
    return partsOf(folder).length > 1 && key.startsWith(`${folder}/`)
  })
}

/** Whether an address is one of many of its kind, each about something else. */
export function isOneOfSeveral(shape: string, frontier: Frontier): boolean {
  return (shape.split('/').length > 2 || !shape.endsWith('?')) && frontier.countAlike(shape) >= SEVERAL
}

/** What is left of the worth of a page when others of its kind had nothing and led nowhere. */
export function freshness(
  { shape, isNext }: Way,
  barren: ReadonlyMap<string, number>,
  frontier: Frontier,
): number {
  if (isNext || !isOneOfSeveral(shape, frontier)) return 1
  return 1 / (1 + 0.5 * (barren.get(shape) ?? 0))
}

/** How many pages of each kind led nowhere, of pages that had nothing. */
export function barrenKinds(pages: readonly VisitedPage[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { url, fresh } of pages)
    if (fresh === 0) counts.set(shapeOf(url), (counts.get(shapeOf(url)) ?? 0) + 1)
  return counts
}

function partsOf(key: string): string[] {
  return key.split(/[/?]/).filter((part) => part !== '')
}
