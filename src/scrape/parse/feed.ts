import { render } from 'dom-serializer'
import { Element, isTag, Text } from 'domhandler'
import type { ChildNode, Document } from 'domhandler'
import { textContent } from 'domutils'
import { parseHtml, parseXml } from './html.ts'
import type { Page } from './page.ts'

/** RSS and Atom as a page: a heading for the feed, and a section for each of its entries. Undefined for other data. */
export function parseFeed(source: string, url: string | undefined): Page | undefined {
  if (!LOOKS_LIKE_FEED.test(source.slice(0, START_CHARS))) return undefined
  const { root, cutOff } = parseXml(source)
  const feed = feedIn(root)
  const markup = feed && markupOf(feed, url)
  if (markup === undefined) return undefined
  const page = parseHtml(render(markup), url, false)
  return { ...page, source, isAllContent: true, cutOff: cutOff ?? page.cutOff }
}

/** Other data is not worth a tree. */
const LOOKS_LIKE_FEED = /<(?:[\w.-]+:)?(?:rss|feed|rdf)[\s>]/i
const START_CHARS = 4096

interface Feed {
  about: Element
  entries: Element[]
}

/** The entries of RSS stand in its channel, those of its first version beside it. */
function feedIn({ children }: Document): Feed | undefined {
  const root = children.find(isTag)
  if (root === undefined) return undefined
  const name = localName(root)
  if (name === 'feed') return { about: root, entries: childrenOf(root, 'entry') }
  if (name !== 'rss' && name !== 'rdf') return undefined
  const about = childrenOf(root, 'channel')[0]
  return about && { about, entries: childrenOf(name === 'rss' ? about : root, 'item') }
}

function markupOf({ about, entries }: Feed, url: string | undefined): Element | undefined {
  const title = textOf(about, ['title'])
  if (title === '' && entries.length === 0) return undefined
  const summary = textOf(about, ['description', 'subtitle', 'tagline'])
  const lang = textOf(about, ['language']) || (about.attribs['xml:lang'] ?? '')
  const home = linkOf(about)
  const base = home !== undefined && URL.canParse(home, url) ? new URL(home, url).href : url
  return element('html', { lang }, [
    element('title', {}, text(title)),
    ...(base === undefined ? [] : [element('base', { href: base })]),
    ...(summary === '' ? [] : [element('meta', { name: 'description', content: summary })]),
    element('h1', {}, text(title)),
    element('p', {}, text(summary)),
    ...entries.map((entry) => sectionOf(entry, base)),
  ])
}

function sectionOf(entry: Element, base: string | undefined): Element {
  const author = childrenOf(entry, 'author')[0]
  const facts = [
    (author && textOf(author, ['name'])) || textOf(entry, ['creator', 'author']),
    textOf(entry, ['pubdate', 'date', 'published', 'updated', 'issued']),
  ].flatMap((fact) => (fact === '' ? [] : [text(fact)]))
  const links = [linkOf(entry), enclosureOf(entry)].flatMap((link) => {
    const href = link === undefined ? undefined : URL.parse(link, base)?.href
    return href === undefined ? [] : [[element('a', { href }, text(href))]]
  })
  return element('article', {}, [
    element('h2', {}, text(textOf(entry, ['title']))),
    element(
      'p',
      {},
      [...facts, ...links].flatMap((part, index) => (index === 0 ? part : [...text(', '), ...part])),
    ),
    element('div', {}, contentOf(entry)),
  ])
}

/** The text of an entry: all of it where it is there, otherwise its summary. */
function contentOf(entry: Element): ChildNode[] {
  const body = firstOf(entry, ['encoded', 'content', 'description', 'summary'])
  if (body === undefined) return []
  const type = body.attribs['type'] ?? ''
  if (/xhtml|xml/.test(type)) return body.children
  const written = textContent(body)
  if (/^text(?:\/plain)?$/.test(type)) return [element('p', {}, text(written))]
  return parseHtml(written, undefined, false).root.children
}

function element(name: string, attributes: Record<string, string>, children: ChildNode[] = []): Element {
  return new Element(name, attributes, children)
}

function text(data: string): Text[] {
  return [new Text(data)]
}

/** Where a feed or an entry is shown to people: RSS writes it as text, Atom as an attribute. */
function linkOf(element: Element): string | undefined {
  const links = childrenOf(element, 'link')
  const written = links.map((link) => textContent(link).trim()).find((address) => address !== '')
  if (written !== undefined) return written
  const referred = links.find(({ attribs: { rel = 'alternate', href } }) => rel === 'alternate' && href)
  const guid = childrenOf(element, 'guid')[0]
  const isAddress = guid !== undefined && guid.attribs['isPermaLink'] !== 'false'
  const named = isAddress ? textContent(guid).trim() : ''
  return referred?.attribs['href'] ?? (/^https?:/i.test(named) ? named : undefined)
}

function enclosureOf(entry: Element): string | undefined {
  const [enclosure] = childrenOf(entry, 'enclosure')
  const related = childrenOf(entry, 'link').find(({ attribs }) => attribs['rel'] === 'enclosure')
  return enclosure?.attribs['url'] ?? related?.attribs['href']
}

/** The text of the first of these that has any, without markup: titles may be written as such. */
function textOf(element: Element, names: readonly string[]): string {
  const found = firstOf(element, names)
  if (found === undefined) return ''
  const written = textContent(found)
  const isMarkup = found.attribs['type'] === 'html' || /<\/\w+>|&(?:#\d+|\w+);/.test(written)
  const plain = isMarkup ? textContent(parseHtml(written, undefined, false).root) : written
  return plain.replace(/\s+/g, ' ').trim()
}

function firstOf(element: Element, names: readonly string[]): Element | undefined {
  for (const name of names) {
    const found = childrenOf(element, name)
    const full = found.find((child) => textContent(child).trim() !== '')
    if (full) return full
  }
  return undefined
}

/** Children by name, whatever prefix their producer chose; those of players of media have another sense. */
function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter(
    (child): child is Element =>
      isTag(child) && localName(child) === name && !/^(?:media|itunes|googleplay):/i.test(child.name),
  )
}

function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}
