import type { LinkCandidate } from '../../extract/extract.ts'
import type { FoundUrl, PageObservation } from '../step.ts'
import {
  urlText,
  isBelowRoot,
  isOnSites,
  urlKeyOf,
  lastSegmentText,
  mayBePage,
  urlPatternOf,
  siteOf,
} from './url.ts'
import { wordsOf } from '../../language/words.ts'
import type { Fact } from '../facts/facts.ts'

type FoundLink = Omit<LinkCandidate, 'area'> & { area: LinkCandidate['area'] | 'search' }

/** A page that is known of, and what was said about it by those that lead there. */
export interface LinkedPage extends FoundLink {
  key: string
  urlPattern: string
  /** Whether a menu of the site leads there, so that it is no single one of many alike. */
  isInMenu: boolean
  linkedFrom: string[]
  textWords: readonly string[]
  lastSegmentWords: readonly string[]
  contextWords: readonly string[]
}

export interface VisitedPage {
  url: string
  key: string
  title: string
  headings: readonly string[]
  aboutWords: readonly string[]
}

const MAX_LINKED_PAGES = 8000
const MAX_LINKS_PER_PAGE = 2000
const MAX_SOURCES = 4

export class Frontier {
  readonly linkedPages = new Map<string, LinkedPage>()
  readonly visited = new Map<string, VisitedPage>()
  readonly site = new SiteWords(this)
  /** The keys of addresses that are not to be visited again, redirected and failed ones too. */
  readonly doneKeys = new Set<string>()
  readonly #sites: ReadonlySet<string> | undefined
  readonly #foundSites = new Set<string>()
  readonly #patternCounts = new Map<string, number>()
  readonly #childCounts = new Map<string, number>()

  constructor(sites: ReadonlySet<string> | undefined) {
    this.#sites = sites
  }

  isInScope(url: string): boolean {
    const sites = this.#sites ?? this.#foundSites
    return mayBePage(url) && (sites.size === 0 || isOnSites(url, sites))
  }

  countWithPattern(urlPattern: string): number {
    return this.#patternCounts.get(urlPattern) ?? 0
  }

  countBelow(key: string): number {
    return this.#childCounts.get(key) ?? 0
  }

  unvisited(): LinkedPage[] {
    return [...this.linkedPages.values()].filter(({ key }) => !this.doneKeys.has(key))
  }

  learnPage(asked: string, page: PageObservation): VisitedPage {
    const key = urlKeyOf(asked)
    this.doneKeys.add(key)
    this.doneKeys.add(urlKeyOf(page.url))
    const title = (page.title ?? '').slice(0, 300)
    const { headings } = page
    const [first = ''] = headings
    const links = page.leads.slice(0, MAX_LINKS_PER_PAGE)
    const visited = {
      url: page.url,
      key,
      title,
      headings: headings.slice(0, 40),
      aboutWords: [...wordsOf(title), ...wordsOf(first), ...wordsOf(urlText(page.url))],
    }
    this.visited.set(key, visited)
    for (const link of links) this.#addLink(link, key)
    return visited
  }

  learnUrls(found: readonly FoundUrl[]): void {
    if (this.#sites === undefined)
      for (const { url } of found.slice(0, MAX_LINKS_PER_PAGE)) this.#foundSites.add(siteOf(url))
    const link = { area: 'search', isNext: false, isUnfollowed: false } as const
    for (const { url, title = '', description = '' } of found.slice(0, MAX_LINKS_PER_PAGE))
      this.#addLink({ ...link, url, text: title, context: description }, '')
  }

  #addLink(link: FoundLink, from: string): void {
    if (!this.isInScope(link.url)) return
    const key = urlKeyOf(link.url)
    const known = this.linkedPages.get(key)
    if (known) addSource(known, link, from)
    else if (this.linkedPages.size < MAX_LINKED_PAGES) this.#addPage(link, key, from)
  }

  #addPage({ url, text, context, area, isNext, isUnfollowed }: FoundLink, key: string, from: string): void {
    const urlPattern = urlPatternOf(url)
    this.#patternCounts.set(urlPattern, this.countWithPattern(urlPattern) + 1)
    for (let at = key.indexOf('/'); at > 0; at = key.indexOf('/', at + 1)) {
      const above = key.slice(0, at)
      this.#childCounts.set(above, this.countBelow(above) + 1)
    }
    this.linkedPages.set(key, {
      url,
      key,
      urlPattern,
      text: text.slice(0, 300),
      context: context.slice(0, 600),
      area,
      isNext,
      isUnfollowed,
      isInMenu: isMenu(area),
      linkedFrom: [from],
      textWords: wordsOf(text),
      lastSegmentWords: wordsOf(lastSegmentText(url)),
      contextWords: wordsOf(context),
    })
  }
}

function addSource(page: LinkedPage, { text, context, area, isNext }: FoundLink, from: string): void {
  if (page.linkedFrom.length < MAX_SOURCES && !page.linkedFrom.includes(from)) page.linkedFrom.push(from)
  page.isNext ||= isNext
  page.isInMenu ||= isMenu(area)
  if (AREA_RANKS[area] > AREA_RANKS[page.area]) page.area = area
  if (text.length > page.text.length && text.length < 200) {
    page.text = text
    page.textWords = wordsOf(text)
  }
  if (context.length > page.context.length) {
    page.context = context.slice(0, 600)
    page.contextWords = wordsOf(context)
  }
}

function isMenu(area: LinkedPage['area']): boolean {
  return area === 'navigation' || area === 'footer'
}

const AREA_RANKS: Record<LinkedPage['area'], number> = {
  content: 4,
  search: 3,
  navigation: 2,
  aside: 1,
  footer: 0,
}

const LONGEST_NAME = 5
const HOME_WORDS: ReadonlySet<string> = new Set(
  'home homepage start startseite main page index back to the top board accueil inicio zuruck zur'.split(' '),
)

/** The words that the sites themselves are called by, which tell none of their pages from the others. */
export class SiteWords {
  readonly #frontier: Frontier
  readonly #parts = new Map<string, Set<string>>()
  readonly #hosts = new Set<string>()
  readonly #siteNames = new Set<string>()

  constructor(frontier: Frontier) {
    this.#frontier = frontier
  }

  learn(url: string, title: string): void {
    const host = siteOf(url)
    this.#hosts.add(host.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    const parts = title.split(/\s[|–—·•:-]\s|\s*\|\s*|: /).map((one) => wordsOf(one))
    const isHome = !isBelowRoot(url)
    for (const part of new Set(parts.length > 1 || isHome ? parts.map((one) => one.join(' ')) : []))
      this.#parts.set(part, (this.#parts.get(part) ?? new Set()).add(urlKeyOf(url)))
    if (isHome) this.#addSiteName(parts.at(-1) ?? [])
    this.#addSiteName(this.#frontier.linkedPages.get(`${host}/`)?.textWords ?? [])
  }

  #addSiteName(words: readonly string[]): void {
    const significant = words.filter((word) => !HOME_WORDS.has(word))
    if (words.length <= LONGEST_NAME) for (const word of significant) this.#siteNames.add(word)
  }

  has(term: string): boolean {
    if (this.#siteNames.has(term)) return true
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

export interface VisitResult {
  page: VisitedPage
  seen: PageObservation
  facts: readonly Fact[]
  isRecord: boolean
  isGiven: boolean
}

export interface Row {
  facts: readonly Fact[]
  link: string | undefined
  name: string
}
