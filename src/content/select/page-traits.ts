import type { Page } from '../parse/page.ts'
import { headOf } from './head.ts'
import { REGIONS } from './regions.ts'
import type { ElementKind } from './kind.ts'
import { isProse } from './outline.ts'
import type { Block, Outline, Place } from './outline.ts'
import { SIGNALS } from './signals.ts'

export interface PageTraits {
  title: string
  values: readonly number[]
}

export function pageTraits(page: Page, { blocks, body }: Outline): PageTraits {
  const { title, claims } = headOf(page)
  const all = Math.max(1, body.chars)
  const { repeats, repeatedProse, ...counts } = countPlaces(body)
  return {
    title,
    values: [
      Math.log1p(blocks.length),
      Math.log1p(body.chars),
      body.linkChars / all,
      body.proseChars / all,
      ...REGION_SHARES.map((mask) => charsInRegions(blocks, mask) / all),
      ...BLOCK_COUNTS.map((counts) => Math.log1p(blocks.filter(counts).length)),
      ...Object.values(counts).map(Math.log1p),
      Math.log1p(repeats),
      repeatedProse / Math.max(1, body.proseChars),
      ...claims,
    ],
  }
}

const REGION_SHARES = [
  REGIONS.form,
  REGIONS.code,
  REGIONS.table,
  REGIONS.list,
  REGIONS.main,
  REGIONS.article,
  REGIONS.hidden,
  REGIONS.heading,
]

function charsInRegions(blocks: readonly Block[], mask: number): number {
  let sum = 0
  for (const { inner, chars } of blocks) if ((inner.regions & mask) !== 0) sum += chars
  return sum
}

const BLOCK_COUNTS: ((block: Block) => boolean)[] = [
  (block) => block.chars > 160 && isProse(block),
  ({ chars, text }) => chars < 60 && SIGNALS.price.test(text),
  ({ chars, text }) => chars < 60 && SIGNALS.date.test(text),
  ({ inner }) => (inner.regions & REGIONS.heading) !== 0,
  ({ text }) => text.endsWith('?') || text.endsWith('？'),
]

const NO_COUNTS = {
  images: 0,
  articles: 0,
  mains: 0,
  posts: 0,
  goods: 0,
  cards: 0,
  /** How often the most frequent kind of element repeats, and how much running text such elements have. */
  repeats: 0,
  repeatedProse: 0,
}

type Counts = typeof NO_COUNTS

function countPlaces(body: Place): Counts {
  const counts = { ...NO_COUNTS }
  count(body, counts)
  return counts
}

function count(place: Place, counts: Counts): void {
  const { name, attribs } = place.element
  counts.images += place.images
  if (name === 'article') counts.articles++
  if (name === 'main' || attribs['role'] === 'main') counts.mains++
  if (place.chars > 0) {
    if (place.kind.isPost) counts.posts++
    if (place.kind.isGoods) counts.goods++
    if (place.kind.isCard) counts.cards++
  }
  if (place.children.length > 2) countRepeats(place, counts)
  for (const child of place.children) count(child, counts)
}

function countRepeats({ children }: Place, counts: Counts): void {
  const prose = new Map<ElementKind, number>()
  for (const { kind, peers, rank, chars, end, first, proseChars } of children) {
    if (rank === 0 && peers > 2 && chars > 40) {
      prose.set(kind, 0)
      counts.repeats = Math.max(counts.repeats, peers)
    }
    const sum = prose.get(kind)
    if (sum !== undefined && end - first > 1) prose.set(kind, sum + proseChars)
  }
  for (const sum of prose.values()) counts.repeatedProse = Math.max(counts.repeatedProse, sum)
}
