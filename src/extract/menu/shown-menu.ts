import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import type { Menu } from '../../contract/menu.ts'
import { poolOf } from '../findings/pool.ts'
import { textOf } from '../findings/text-of.ts'
import type { ReadablePage } from '../page.ts'
import { known } from '../product/found-product.ts'
import { cuesOf } from '../product/shown-page.ts'
import type { MoneyHints } from '../../language/currencies.ts'
import { dishPlaces } from './dishes.ts'
import { markMeanings } from './dietary.ts'
import { around, leavesOf } from './leaves.ts'
import type { Leaf } from './leaves.ts'
import { readDish } from './read-dish.ts'

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
