import { isTag, isText } from 'domhandler'
import type { Element } from 'domhandler'
import type { Sizes } from './link-context.ts'
import { linkWords } from './link-text.ts'
import { ancestorsOf } from '../findings/element-profile.ts'

interface PagerLink {
  element: Element
  url: string
  text: string
  isNextByName: boolean
}

export function nextPagesOf(links: readonly PagerLink[], pageUrl: string, sizes: Sizes): Set<string> {
  const named = links.filter(({ isNextByName }) => isNextByName)
  if (named.length > 0) return urlsOf(named)
  const near = links.filter(({ url }) => url !== pageUrl && hostOf(url) === hostOf(pageUrl))
  const onward = near.filter((link) => saysNext(link, pageUrl))
  if (onward.length > 0) return urlsOf(onward)
  return new Set(numbered(links, pageUrl, sizes))
}

function urlsOf(links: readonly PagerLink[]): Set<string> {
  return new Set(links.map(({ url }) => url))
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host
}

const NEXT: ReadonlySet<string> = new Set(linkWords.get('next')!.split('|'))
const MORE: ReadonlySet<string> = new Set(linkWords.get('more')!.split('|'))
/** Words beside the noun of what goes on: `Older updates`, `Altri vini`. */
const ONWARD: ReadonlySet<string> = new Set(linkWords.get('onward')!.split('|'))
const MOST_WORDS = 4
const ARROWS = /^[\s›»>→▶❯⟩⟶➔➜▸]+$/u
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const PAGER =
  /(?:^|[\s_-])(?:pagination|paginat\w*|pager|pages?|paging|page-?nav\w*|wp-pagenavi)(?:$|[\s_-])/i
const LONGEST = 40

function saysNext({ element, url, text }: PagerLink, pageUrl: string): boolean {
  const { attribs } = element
  const names = [text, attribs['aria-label'] ?? '', attribs['title'] ?? ''].filter(
    (name) => name !== '' && name.length <= LONGEST,
  )
  const words = names.map((name) => name.toLowerCase().replaceAll(EDGES, ''))
  if (words.some((word) => NEXT.has(word))) return true
  if (words.some(isOnward) && isBelowOrBeside(pageUrl, url)) return true
  const isArrow = names.some((name) => ARROWS.test(name))
  if (!isArrow && !words.some((word) => MORE.has(word))) return false
  return isFurtherPage(pageUrl, url) || (isArrow && isInPager(element))
}

function isOnward(name: string): boolean {
  const words = name.split(/\s+/)
  return words.length <= MOST_WORDS && words.some((word) => ONWARD.has(word))
}

function isBelowOrBeside(from: string, to: string): boolean {
  const here = URL.parse(from)
  const there = URL.parse(to)
  if (!here || !there) return false
  if (here.pathname === there.pathname) return there.search !== here.search
  return here.pathname !== '/' && there.pathname.startsWith(here.pathname.replace(/\/?$/, '/'))
}

function isInPager(element: Element): boolean {
  return ancestorsOf(element, 4).some(({ attribs }) =>
    PAGER.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.slice(0, 200)),
  )
}

const NUMBER = /^\d{1,4}$/

function numbered(links: readonly PagerLink[], pageUrl: string, sizes: Sizes): string[] {
  const rows = new Map<Element, Map<number, string>>()
  for (const { element, url, text } of links) {
    const row = NUMBER.test(text) ? rowOf(element, sizes) : undefined
    if (!row) continue
    const numbers = rows.get(row) ?? new Map<number, string>()
    numbers.set(Number(text), url)
    rows.set(row, numbers)
  }
  return [...rows].slice(0, MOST_ROWS).flatMap(([row, numbers]) => {
    const next = numbers.get((currentIn(row, numbers, pageUrl) ?? 1) + 1)
    return next !== undefined && next !== pageUrl && isFurtherPage(pageUrl, next) ? [next] : []
  })
}

const MOST_ROWS = 20
const MOST_LOOKED_AT = 300

function rowOf(element: Element, sizes: Sizes): Element | undefined {
  let at = element.parent
  for (let up = 0; at && isTag(at) && up < 3; up++) {
    if (sizes.of.get(at)!.links > 1) return at
    at = at.parent
  }
  return undefined
}

const MARKED = /(?:^|[\s_-])(?:active|current|selected|on)(?:$|[\s_-])/i

function currentIn(row: Element, numbers: ReadonlyMap<number, string>, pageUrl: string): number | undefined {
  let left = MOST_LOOKED_AT
  const itself = [...numbers].find(([, url]) => url === pageUrl)?.[0]
  return search(row, false) ?? itself ?? countIn(pageUrl)

  function search(element: Element, isMarked: boolean): number | undefined {
    for (const child of element.children) {
      if (left-- <= 0) return undefined
      if (isText(child)) {
        const text = child.data.trim()
        if (NUMBER.test(text) && (isMarked || element.name !== 'a')) return Number(text)
      } else if (isTag(child) && (isMarked || child.name !== 'a' || isMarkedAs(child))) {
        const found = search(child, isMarked || isMarkedAs(child))
        if (found !== undefined) return found
      }
    }
    return undefined
  }
}

function isMarkedAs({ attribs }: Element): boolean {
  return attribs['aria-current'] !== undefined || MARKED.test((attribs['class'] ?? '').slice(0, 200))
}

function countIn(url: string): number | undefined {
  const count = /[?&/](?:page|p|pg|seite|pagina)[=/](\d{1,4})(?:\D|$)/i.exec(url)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** Whether an address is one of the same list as another, further on: they differ in a query or a number at the end. */
function isFurtherPage(from: string, to: string): boolean {
  const here = URL.parse(from)
  const there = URL.parse(to)
  if (!here || !there || here.host !== there.host || here.href === there.href) return false
  if (here.pathname === there.pathname) return there.search !== '' && there.search !== here.search
  return (
    COUNT.test(there.pathname) && [here.pathname.replace(/\/$/, ''), stemOf(here)].includes(stemOf(there))
  )
}

const COUNT = /(?:\/|[_-])?(?:[\p{L}%A-F\d]{1,12}[/_-]?)?\d{1,6}(?:\.\w{1,5})?\/?$/u

function stemOf({ pathname }: URL): string {
  return pathname.replace(COUNT, '')
}
