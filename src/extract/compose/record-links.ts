import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { isHeading, linkTextOf } from '../links/link-text.ts'
import type { RecordLink } from '../links/link-text.ts'
import type { ReadablePage } from '../page.ts'
import { isObject, valueAtPointer, pointerStep, pointerTo } from '../schema/json-schema.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { FoundValue } from './assemble.ts'
import { ancestorsOf, isInvisible, webUrl } from '../findings/element-profile.ts'
import { countsOf } from '../../language/counts.ts'

/** Where the records of lists lead, each to the page about it alone; those that lead nowhere of their own are left out. */
export function recordLinksOf(findings: readonly FoundValue[], page: ReadablePage): RecordLink[] {
  const lists = listsIn(findings)
  return [...lists.values()].flatMap((records) => linksOfList([...records.values()], page))
}

interface Listed {
  pointer: string
  element: Element | undefined
  item: Item | undefined
  texts: Set<string>
}

function listsIn(findings: readonly FoundValue[]): Map<string, Map<string, Listed>> {
  const lists = new Map<string, Map<string, Listed>>()
  for (const { path, record, text } of findings) {
    if (!record) continue
    const place = path.slice(0, path.length - record.depth).map(pointerStep)
    const [list, pointer] = [place.slice(0, -1).join(''), place.join('')]
    const records = lists.get(list) ?? new Map<string, Listed>()
    lists.set(list, records)
    const { element, item } = record
    const known = records.get(pointer) ?? { pointer, element, item, texts: new Set() }
    known.texts.add(folded(text))
    records.set(pointer, known)
  }
  return lists
}

function folded(text: string): string {
  return text.slice(0, 300).replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

interface LinkWorth {
  url: string
  worth: number
}

function linksOfList(records: readonly Listed[], page: ReadablePage): RecordLink[] {
  const elements = records.flatMap(({ element }) => element ?? [])
  const shares = countsOf(elements.flatMap((element) => ancestorsOf(element, HIGHEST + 1).slice(1)))
  const ways = records.map((record) => rankLinks(record, page, shares))
  const times = countsOf(ways.flatMap((own) => own.map(({ url }) => url)))
  let named: ReadonlyMap<string, string> | undefined
  return records.flatMap(({ pointer, texts }, index) => {
    const own = ways[index]!.filter(({ url }) => times.get(url) === 1)
    const best = own.toSorted((one, other) => other.worth - one.worth)[0]
    // Of a single record nothing tells which of its links are its own, unless they are called like it.
    if (best && (records.length > 1 || best.worth >= CALLED)) return [{ record: pointer, url: best.url }]
    if (ways[index]!.length > 0) return []
    named ??= linksByText(page)
    // What is asked for first is what a record is called; a link that is called like its town leads to the town.
    const [name = ''] = texts
    const url = named.get(name)
    return url === undefined ? [] : [{ record: pointer, url }]
  })
}

const SAME_TEXT_WORTH = 10
const CALLED = 3
const HIGHEST = 4

function rankLinks(
  { element, item, texts }: Listed,
  page: ReadablePage,
  shares: Map<Element, number>,
): LinkWorth[] {
  const said = item && itemUrl(item, page)
  if (said !== undefined) return [{ url: said, worth: SAME_TEXT_WORTH }]
  if (!element) return []
  const ways = new Map<string, LinkWorth>()
  for (const link of linksAt(wholeOf(element, shares))) {
    const url = resolveUrl(link.attribs['href'], page)
    if (url === undefined) continue
    const worth = worthOf(link, texts)
    const known = ways.get(url)
    // A picture, a title and a button that lead to the same place make it the likelier one.
    ways.set(url, { url, worth: known ? Math.max(known.worth, worth) + REPEATED : worth })
  }
  return [...ways.values()]
}

const REPEATED = 0.5

function worthOf(link: Element, texts: ReadonlySet<string>): number {
  const { text, worth } = linkTextOf(link)
  const isTitle =
    ancestorsOf(link, 4).slice(1).some(isHeading) ||
    texts.has(folded(text)) ||
    link.children.some(holdsHeading)
  return (isTitle ? CALLED : 0) + Math.min(1, worth / 120)
}

function holdsHeading(node: Element['children'][number]): boolean {
  return isTag(node) && (isHeading(node) || node.children.some((child) => isTag(child) && isHeading(child)))
}

function wholeOf(element: Element, shares: ReadonlyMap<Element, number>): Element {
  const above = ancestorsOf(element, HIGHEST + 1)
  const shared = above.findIndex((one, up) => up > 0 && (shares.get(one) !== 1 || one.name === 'body'))
  return above.at(shared < 0 ? -1 : shared - 1)!
}

const MOST_LINKS = 40
const MOST_LOOKED_AT = 600

function linksAt(element: Element): Element[] {
  const links: Element[] = []
  let left = MOST_LOOKED_AT
  visit(element)
  return links

  function visit(at: Element): void {
    if (left-- <= 0 || links.length >= MOST_LINKS || isInvisible(at)) return
    if (at.name === 'a') links.push(at)
    for (const child of at.children) if (isTag(child)) visit(child)
  }
}

function itemUrl({ properties }: Item, page: ReadablePage): string | undefined {
  for (const name of ['url', 'mainEntityOfPage', 'item', '@id']) {
    for (const value of properties.get(name) ?? []) {
      const text = typeof value === 'object' ? value.properties.get('@id')?.[0] : value
      const address = typeof text === 'string' ? resolveUrl(text, page) : undefined
      if (address !== undefined) return address
    }
  }
  return undefined
}

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i

function resolveUrl(reference: string | undefined, { base, url }: ReadablePage): string | undefined {
  const address = webUrl(reference, base)
  if (!address || PICTURE.test(address.pathname)) return undefined
  address.hash = ''
  return address.href === url?.split('#')[0] ? undefined : address.href
}

const SHORTEST = 3
const MOST_NAMED = 20_000

/** Where the links of a page lead by what they are called; what is called the same and leads elsewhere leads nowhere. */
function linksByText(page: ReadablePage): Map<string, string> {
  const named = new Map<string, string | undefined>()
  visit(page.root)
  return new Map([...named].flatMap(([text, url]) => (url === undefined ? [] : [[text, url] as const])))

  function visit(node: ReadablePage['root'] | Element): void {
    for (const child of node.children) {
      if (!isTag(child) || isInvisible(child) || named.size >= MOST_NAMED) continue
      if (child.name === 'a') add(child)
      visit(child)
    }
  }

  function add(link: Element): void {
    const url = resolveUrl(link.attribs['href'], page)
    const text = url === undefined ? '' : folded(linkTextOf(link).text)
    if (text.length >= SHORTEST) named.set(text, named.has(text) && named.get(text) !== url ? undefined : url)
  }
}

/**
 * Where the records of a value lead, once somebody else has written that value anew: a link goes with a text that one
 * record alone has, before and after.
 */
export function realignLinks(records: readonly RecordLink[], before: unknown, after: unknown): RecordLink[] {
  const lists = new Map<string, { old: OwnTexts; now: OwnTexts }>()
  return records.flatMap(({ record, url }) => {
    const list = record.slice(0, record.lastIndexOf('/'))
    const known = lists.get(list) ?? {
      old: ownTexts(valueAtPointer(before, list)),
      now: ownTexts(valueAtPointer(after, list)),
    }
    lists.set(list, known)
    const own = textsOf(valueAtPointer(before, record)).filter((text) => known.old.get(text) !== undefined)
    const place = own.map((text) => known.now.get(text)).find((each) => each !== undefined)
    return place === undefined ? [] : [{ record: pointerTo(list, place), url }]
  })
}

type OwnTexts = ReadonlyMap<string, number | undefined>

function ownTexts(list: unknown): OwnTexts {
  const own = new Map<string, number | undefined>()
  for (const [place, entry] of Array.isArray(list) ? list.entries() : []) {
    for (const text of textsOf(entry)) own.set(text, own.has(text) ? undefined : place)
  }
  return own
}

function textsOf(entry: unknown): string[] {
  const values = isObject(entry) ? Object.values(entry) : []
  const texts = values.flatMap((value) => (typeof value === 'string' ? value.slice(0, 300) : []))
  return [...new Set(texts.map((text) => text.trim().toLowerCase()))]
}
