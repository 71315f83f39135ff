import type { FoundAddress, SeenPage } from '../step.ts'
import { addressWords, isWithin, keyOf, lastWords, mayBePage, shapeOf, siteOf } from './address.ts'
import { wordsOf } from '../../language/words.ts'

export interface Way {
  url: string
  key: string
  shape: string
  text: string
  context: string
  area: 'content' | 'navigation' | 'aside' | 'footer' | 'search'
  isNext: boolean
  isUnfollowed: boolean
  /** Whether a menu of the site leads there, so that it is no single one of many alike. */
  isInMenu: boolean
  rank?: number
  from: string[]
  textWords: readonly string[]
  addressWords: readonly string[]
  lastWords: readonly string[]
  contextWords: readonly string[]
}

export interface VisitedPage {
  url: string
  key: string
  title: string
  headings: readonly string[]
  aboutWords: readonly string[]
}

const MOST_WAYS = 8000
const MOST_PER_PAGE = 2000
const MOST_FROM = 4

export class Frontier {
  readonly ways = new Map<string, Way>()
  readonly visited = new Map<string, VisitedPage>()
  /** The keys of addresses that are not to be visited again, redirected and failed ones too. */
  readonly spent = new Set<string>()
  readonly #sites: ReadonlySet<string> | undefined
  readonly #found = new Set<string>()
  readonly #shapes = new Map<string, number>()
  readonly #below = new Map<string, number>()

  constructor(sites: ReadonlySet<string> | undefined) {
    this.#sites = sites
  }

  isOpen(url: string): boolean {
    const sites = this.#sites ?? this.#found
    return mayBePage(url) && (sites.size === 0 || isWithin(url, sites))
  }

  countAlike(shape: string): number {
    return this.#shapes.get(shape) ?? 0
  }

  countBelow(key: string): number {
    return this.#below.get(key) ?? 0
  }

  unvisited(): Way[] {
    return [...this.ways.values()].filter(({ key }) => !this.spent.has(key))
  }

  learnPage(asked: string, page: SeenPage): VisitedPage {
    const key = keyOf(asked)
    this.spent.add(key)
    this.spent.add(keyOf(page.url))
    const title = (page.title ?? '').slice(0, 300)
    const { headings } = page
    const [first = ''] = headings
    const leads = page.leads.slice(0, MOST_PER_PAGE)
    const visited = {
      url: page.url,
      key,
      title,
      headings: headings.slice(0, 40),
      aboutWords: [...wordsOf(title), ...wordsOf(first), ...wordsOf(addressWords(page.url))],
    }
    this.visited.set(key, visited)
    for (const lead of leads) this.#note({ ...lead, from: key })
    return visited
  }

  learnAddresses(found: readonly FoundAddress[], from: string): void {
    if (this.#sites === undefined)
      for (const { url } of found.slice(0, MOST_PER_PAGE)) this.#found.add(siteOf(url))
    for (const { url, title = '', description = '' } of found.slice(0, MOST_PER_PAGE))
      this.#note({
        url,
        text: title,
        context: description,
        area: 'search',
        isNext: false,
        isUnfollowed: false,
        from,
      })
  }

  learnHits(found: readonly FoundAddress[]): void {
    this.learnAddresses(found, '')
    for (const [rank, { url }] of found.entries()) {
      const way = this.ways.get(keyOf(url))
      if (way) way.rank ??= rank
    }
  }

  #note({
    url,
    text,
    context,
    area,
    isNext,
    isUnfollowed,
    from,
  }: Omit<
    Way,
    'from' | 'key' | 'shape' | 'isInMenu' | 'textWords' | 'addressWords' | 'lastWords' | 'contextWords'
  > & {
    from: string
  }): void {
    if (!this.isOpen(url)) return
    const key = keyOf(url)
    const known = this.ways.get(key)
    if (known) {
      if (known.from.length < MOST_FROM && !known.from.includes(from)) known.from.push(from)
      known.isNext ||= isNext
      known.isInMenu ||= area === 'navigation' || area === 'footer'
      if (AREAS[area] > AREAS[known.area]) known.area = area
      if (text.length > known.text.length && text.length < 200) {
        known.text = text
        known.textWords = wordsOf(text)
      }
      if (context.length > known.context.length) {
        known.context = context.slice(0, 600)
        known.contextWords = wordsOf(context)
      }
      return
    }
    if (this.ways.size >= MOST_WAYS) return
    const shape = shapeOf(url)
    this.#shapes.set(shape, this.countAlike(shape) + 1)
    for (let at = key.indexOf('/'); at > 0; at = key.indexOf('/', at + 1)) {
      const above = key.slice(0, at)
      this.#below.set(above, this.countBelow(above) + 1)
    }
    this.ways.set(key, {
      url,
      key,
      shape,
      text: text.slice(0, 300),
      context: context.slice(0, 600),
      area,
      isNext,
      isUnfollowed,
      isInMenu: area === 'navigation' || area === 'footer',
      from: [from],
      textWords: wordsOf(text),
      addressWords: wordsOf(addressWords(url)),
      lastWords: wordsOf(lastWords(url)),
      contextWords: wordsOf(context),
    })
  }
}

const AREAS: Record<Way['area'], number> = { content: 4, search: 3, navigation: 2, aside: 1, footer: 0 }
