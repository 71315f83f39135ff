import type { Lead } from '../../extract/extract.ts'
import type { FoundAddress, SeenPage } from '../step.ts'
import { addressWords, isBelow, isWithin, keyOf, lastWords, mayBePage, shapeOf, siteOf } from './address.ts'
import { wordsOf } from '../../language/words.ts'
import type { Fact } from '../gathered/facts.ts'

type Link = Omit<Lead, 'area'> & { area: Lead['area'] | 'search' }

/** A page that is known of, and what was said about it by those that lead there. */
export interface Way extends Link {
  key: string
  shape: string
  /** Whether a menu of the site leads there, so that it is no single one of many alike. */
  isInMenu: boolean
  from: string[]
  textWords: readonly string[]
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
  readonly site = new SiteWords(this)
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
    for (const lead of leads) this.#note(lead, key)
    return visited
  }

  learnAddresses(found: readonly FoundAddress[]): void {
    if (this.#sites === undefined)
      for (const { url } of found.slice(0, MOST_PER_PAGE)) this.#found.add(siteOf(url))
    const link = { area: 'search', isNext: false, isUnfollowed: false } as const
    for (const { url, title = '', description = '' } of found.slice(0, MOST_PER_PAGE))
      this.#note({ ...link, url, text: title, context: description }, '')
  }

  #note(link: Link, from: string): void {
    if (!this.isOpen(link.url)) return
    const key = keyOf(link.url)
    const known = this.ways.get(key)
    if (known) addTo(known, link, from)
    else if (this.ways.size < MOST_WAYS) this.#add(link, key, from)
  }

  #add({ url, text, context, area, isNext, isUnfollowed }: Link, key: string, from: string): void {
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
      isInMenu: isMenu(area),
      from: [from],
      textWords: wordsOf(text),
      lastWords: wordsOf(lastWords(url)),
      contextWords: wordsOf(context),
    })
  }
}

function addTo(way: Way, { text, context, area, isNext }: Link, from: string): void {
  if (way.from.length < MOST_FROM && !way.from.includes(from)) way.from.push(from)
  way.isNext ||= isNext
  way.isInMenu ||= isMenu(area)
  if (AREAS[area] > AREAS[way.area]) way.area = area
  if (text.length > way.text.length && text.length < 200) {
    way.text = text
    way.textWords = wordsOf(text)
  }
  if (context.length > way.context.length) {
    way.context = context.slice(0, 600)
    way.contextWords = wordsOf(context)
  }
}

function isMenu(area: Way['area']): boolean {
  return area === 'navigation' || area === 'footer'
}

const AREAS: Record<Way['area'], number> = { content: 4, search: 3, navigation: 2, aside: 1, footer: 0 }

const LONGEST_NAME = 5
const HOMES: ReadonlySet<string> = new Set(
  'home homepage start startseite main page index back to the top board accueil inicio zuruck zur'.split(' '),
)

/** The words that the sites themselves are called by, which tell none of their pages from the others. */
export class SiteWords {
  readonly #frontier: Frontier
  readonly #parts = new Map<string, Set<string>>()
  readonly #hosts = new Set<string>()
  readonly #named = new Set<string>()

  constructor(frontier: Frontier) {
    this.#frontier = frontier
  }

  learn(url: string, title: string): void {
    const host = siteOf(url)
    this.#hosts.add(host.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    const parts = title.split(/\s[|–—·•:-]\s|\s*\|\s*|: /).map((one) => wordsOf(one))
    const isHome = !isBelow(url)
    for (const part of new Set(parts.length > 1 || isHome ? parts.map((one) => one.join(' ')) : []))
      this.#parts.set(part, (this.#parts.get(part) ?? new Set()).add(keyOf(url)))
    if (isHome) this.#name(parts.at(-1) ?? [])
    this.#name(this.#frontier.ways.get(`${host}/`)?.textWords ?? [])
  }

  #name(words: readonly string[]): void {
    const telling = words.filter((word) => !HOMES.has(word))
    if (words.length <= LONGEST_NAME) for (const word of telling) this.#named.add(word)
  }

  has(term: string): boolean {
    if (this.#named.has(term)) return true
    if (term.length >= 3 && [...this.#hosts].some((host) => host.includes(term))) return true
    const often = Math.max(2, this.#frontier.visited.size * 0.6)
    for (const [part, { size }] of this.#parts)
      if (size >= often && part.split(' ').includes(term)) return true
    return false
  }
}

export interface Proposal {
  url: string
  key: string
  worth: number
  /** Whether it is needed whatever others bring, so that it may be visited together with them. */
  isNeeded: boolean
  isRecord: boolean
  why: string
}

export interface Read {
  page: VisitedPage
  seen: SeenPage
  facts: readonly Fact[]
  isRecord: boolean
  isGiven: boolean
}

export interface Row {
  facts: readonly Fact[]
  link: string | undefined
  name: string
}
