import { render } from 'dom-serializer'
import { Element, isTag, Text } from 'domhandler'
import type { ChildNode, Document } from 'domhandler'
import { findOne, textContent } from 'domutils'
import { parseFragment, parseHtml, parseXml, NodeBudget } from './html.ts'
import type { Page } from './page.ts'

/** RSS and Atom as a page: a heading for the feed, and a section for each of its entries. Undefined for other data. */
export function parseFeed(source: string, url: string | undefined): Page | undefined {
  if (!LOOKS_LIKE_FEED.test(source.slice(0, START_CHARS))) return undefined
  const { root, cutOff } = parseXml(source)
  const feed = feedIn(root)
  if (feed === undefined) return undefined
  const writer = new FeedWriter()
  const page = parseHtml(render(writer.page(feed, url)), url, false)
  return { ...page, source, isAllContent: true, cutOff: cutOff ?? writer.cutOff ?? page.cutOff }
}

/** Other data is not worth a tree. */
const LOOKS_LIKE_FEED = /<(?:[\w.-]+:)?(?:rss|feed|rdf)[\s>]/i
const START_CHARS = 4096

interface Feed {
  about: Element
  entries: Element[]
}

/** The entries of RSS stand in its channel, those of its first version beside it. Data of others is called so, too. */
function feedIn({ children }: Document): Feed | undefined {
  const root = children.find(isTag)
  if (root === undefined) return undefined
  const name = localName(root)
  if (name === 'feed') {
    const entries = childrenOf(root, 'entry')
    const isAtom = Object.values(root.attribs).some((value) => /\/atom\b/i.test(value))
    return isAtom || entries.length > 0 ? { about: root, entries } : undefined
  }
  const about = name === 'rss' || name === 'rdf' ? childrenOf(root, 'channel')[0] : undefined
  if (about === undefined) return undefined
  const entries = childrenOf(name === 'rss' ? about : root, 'item')
  return entries.length > 0 || childrenOf(about, 'title').length > 0 ? { about, entries } : undefined
}

class FeedWriter {
  cutOff: Page['cutOff']
  private readonly budget = new NodeBudget()

  page({ about, entries }: Feed, url: string | undefined): Element {
    const title = this.text(about, ['title'])
    const summary = this.text(about, ['description', 'subtitle', 'tagline'])
    const lang = this.text(about, ['language']) || (about.attribs['xml:lang'] ?? '')
    const base = URL.parse(linkOf(about) ?? '', url)?.href ?? url
    return element('html', { lang }, [
      element('title', {}, [new Text(title)]),
      ...(base === undefined ? [] : [element('base', { href: base })]),
      ...(summary === '' ? [] : [element('meta', { name: 'description', content: summary })]),
      element('h1', {}, [new Text(title)]),
      element('p', {}, [new Text(summary)]),
      ...entries.map((entry) => this.section(entry, base)),
    ])
  }

  private section(entry: Element, base: string | undefined): Element {
    const author = childrenOf(entry, 'author')[0]
    const facts = [
      (author && this.text(author, ['name'])) || this.text(entry, ['creator', 'author']),
      this.text(entry, ['pubdate', 'date', 'published', 'updated', 'issued']),
    ].flatMap((fact) => (fact === '' ? [] : [new Text(fact)]))
    const links = [linkOf(entry), enclosureOf(entry)].flatMap((link) => {
      const href = link === undefined ? undefined : URL.parse(link, base)?.href
      return href === undefined ? [] : [element('a', { href }, [new Text(href)])]
    })
    const line = [...facts, ...links].flatMap((part, at) => (at === 0 ? [part] : [new Text(', '), part]))
    return element('article', {}, [
      element('h2', {}, [new Text(this.text(entry, ['title']))]),
      element('p', {}, line),
      element('div', {}, withoutPageFrame(this.content(entry))),
    ])
  }

  private content(entry: Element): ChildNode[] {
    const body = firstOf(entry, ['encoded', 'content', 'description', 'summary'])
    if (body === undefined) return []
    const type = body.attribs['type'] ?? ''
    if (/xhtml|xml/.test(type)) return body.children
    const written = textContent(body)
    if (/^text(?:\/plain)?$/.test(type)) return [element('p', {}, [new Text(written)])]
    return this.read(written).children
  }

  private text(about: Element, names: readonly string[]): string {
    const found = firstOf(about, names)
    if (found === undefined) return ''
    const written = textContent(found)
    const isMarkup = found.attribs['type'] === 'html' || /<\/\w+>|&(?:#\d+|\w+);/.test(written)
    return (isMarkup ? textContent(this.read(written)) : written).replace(/\s+/g, ' ').trim()
  }

  private read(markup: string): Document {
    const { root, cutOff } = parseFragment(markup, this.budget)
    this.cutOff ??= cutOff
    return root
  }
}

/** What is in the body of an entry that is a whole page: a page has but one. */
function withoutPageFrame(nodes: ChildNode[]): ChildNode[] {
  return findOne(({ name }) => name === 'body', nodes)?.children ?? nodes
}

function element(name: string, attributes: Record<string, string>, children: ChildNode[] = []): Element {
  return new Element(name, attributes, children)
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
