import { isTag, isText } from 'domhandler'
import type { ChildNode, Element, ParentNode } from 'domhandler'
import { findAll } from 'domutils'
import type { ReadablePage } from '../page.ts'
import { plainName } from './item.ts'
import type { WorkBudget, Item, ItemValue } from './item.ts'
import { readWordSets } from '../../language/data-files.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
export function markupItems(page: ReadablePage, source: 'microdata' | 'rdfa', budget: WorkBudget): Item[] {
  const dialect = DIALECTS[source]
  const { referenced, hasItems } = survey(page.root, dialect)
  if (!hasItems) return []
  const items: Item[] = []
  const context: MarkupContext = { base: page.base, dialect, budget, referenced, ancestors: [], detached: [] }
  const look = (parent: ParentNode, isReferenced: boolean): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue
      const isBorrowed = isReferenced || referenced.get(child.attribs['id'] ?? '') === child
      // What another item refers to belongs to that one alone.
      if (!dialect.isItem(child) || (isBorrowed && dialect.namesOf(child).length > 0)) look(child, isBorrowed)
      else items.push(...itemOf(child, context), ...context.detached.splice(0))
    }
  }
  look(page.root, false)
  return items
}

interface Dialect {
  source: Item['source']
  isItem: (element: Element) => boolean
  typesOf: (element: Element) => string[]
  namesOf: (element: Element) => string[]
  idOf: (element: Element) => string | undefined
}

const DIALECTS: Record<'microdata' | 'rdfa', Dialect> = {
  microdata: {
    source: 'microdata',
    isItem: ({ attribs }) => attribs['itemscope'] !== undefined,
    typesOf: ({ attribs }) => names(attribs['itemtype']),
    namesOf: ({ attribs }) => names(attribs['itemprop']),
    idOf: ({ attribs }) => attribs['itemid'],
  },
  rdfa: {
    source: 'rdfa',
    isItem: ({ attribs }) => attribs['typeof'] !== undefined,
    typesOf: ({ attribs }) => names(attribs['typeof']),
    // `rel` names the property too when something is described within.
    namesOf: ({ attribs }) =>
      names(attribs['property'] ?? (attribs['typeof'] === undefined ? undefined : attribs['rel'])),
    idOf: ({ attribs }) => attribs['resource'] ?? attribs['about'],
  },
}

function names(written: string | undefined): string[] {
  if (written === undefined) return []
  const listed = written.slice(0, MAX_NAMES_CHARS).split(/\s+/)
  return listed.filter((name) => name !== '').map(plainName)
}

const MAX_NAMES_CHARS = 1000

/** Which ids items refer to, and the first element of each; most pages mark nothing and end here. */
function survey(
  root: ParentNode,
  { isItem }: Dialect,
): { referenced: Map<string, Element>; hasItems: boolean } {
  const all = findAll(() => true, root)
  const ids = all.flatMap(({ attribs }) => attribs['itemref']?.slice(0, MAX_NAMES_CHARS).split(/\s+/) ?? [])
  const wanted = new Set(ids)
  const referenced = new Map<string, Element>()
  for (const element of wanted.size > 0 ? all : []) {
    const id = element.attribs['id'] ?? ''
    if (id !== '' && wanted.has(id) && !referenced.has(id)) referenced.set(id, element)
  }
  return { referenced, hasItems: all.some(isItem) }
}

interface MarkupContext {
  base: string | undefined
  dialect: Dialect
  budget: WorkBudget
  referenced: ReadonlyMap<string, Element>
  /** The items that this one stands within, by reference or by place; one of them again would never end. */
  ancestors: readonly Element[]
  /** Items that were found within another one without being a property of it: they stand for themselves. */
  detached: Item[]
}

function itemOf(element: Element, context: MarkupContext): Item[] {
  const { budget, referenced, base, dialect } = context
  if (context.ancestors.includes(element) || context.ancestors.length > MAX_WITHIN || budget.items-- <= 0)
    return []
  const deeper = { ...context, within: [...context.ancestors, element] }
  const properties = new Map<string, ItemValue[]>()
  const add = (name: string, value: ItemValue) =>
    void (properties.get(name)?.push(value) ?? properties.set(name, [value]))
  const id = dialect.idOf(element)?.trim()
  if (id) add('@id', URL.parse(id, base)?.href ?? id)
  const borrowed = (element.attribs['itemref']?.slice(0, MAX_NAMES_CHARS).split(/\s+/) ?? [])
    .map((name) => referenced.get(name))
    .filter((other) => other !== undefined)
  budget.steps -= borrowed.length * REFERENCE_STEPS
  /** The properties in a part of the tree, which ends where another item begins. */
  const collect = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (budget.steps-- <= 0 || budget.values <= 0) return
      if (!isTag(node)) continue
      const own = dialect.namesOf(node).filter((name) => !FOREIGN.test(name))
      if (dialect.isItem(node)) {
        const items = itemOf(node, deeper)
        if (own.length === 0) context.detached.push(...items)
        for (const name of own) for (const item of items) add(name, item)
        continue
      }
      for (const name of own) {
        const value = valueOf(node, name, context)
        budget.values--
        if (value !== '') add(name, value)
      }
      collect(node.children)
    }
  }
  collect(element.children)
  collect([...new Set(borrowed)])
  return [{ types: dialect.typesOf(element), properties, element, source: dialect.source }]
}

const MAX_WITHIN = 40
/** What following a reference is worth in nodes that are looked at. */
const REFERENCE_STEPS = 20

/** Properties of other vocabularies that are written into the same attribute. */
const FOREIGN = /^(?:og|fb|article|product|twitter|dc|foaf|sioc|rdfs?|skos|dcterms|content|xsd):/i

const URL_ATTRIBUTES: Record<string, string> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
}

/** What people read in a link rather than where it leads. */
const TEXTUAL = sets('textual')

function valueOf(element: Element, property: string, { base, budget }: MarkupContext): string {
  const { name, attribs } = element
  if (attribs['content'] !== undefined) return attribs['content'].trim()
  const text = () => textIn(element, budget)
  if (name === 'a' && TEXTUAL.has(property)) return text()
  const reference = attribs[URL_ATTRIBUTES[name] ?? ''] ?? attribs['resource'] ?? ''
  const late = name === 'img' && !/^(?!data:)\S/.test(reference.trim()) ? attribs['data-src'] : undefined
  const address = (late ?? reference).trim()
  if (address !== '') return URL.parse(address, base)?.href ?? address
  if ((name === 'data' || name === 'meter') && attribs['value'] !== undefined) return attribs['value'].trim()
  return attribs['datetime']?.trim() ?? text()
}

const MAX_VALUE_CHARS = 20_000

function textIn(element: Element, effort: WorkBudget): string {
  const pieces: string[] = []
  let left = MAX_VALUE_CHARS
  const gather = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (left <= 0 || effort.steps-- <= 0) return
      if (isText(child)) {
        const piece = child.data.slice(0, left)
        pieces.push(piece)
        left -= piece.length
      } else if (isTag(child) && child.name !== 'script' && child.name !== 'style') {
        const gap = APART.has(child.name) ? ' ' : ''
        pieces.push(gap)
        gather(child)
        pieces.push(gap)
      }
    }
  }
  gather(element)
  return pieces.join('').replace(/\s+/g, ' ').trim()
}

/** Elements before and after which a reader sees a gap. */
const APART = sets('apart')
