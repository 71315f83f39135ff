import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { alikeSiblings, classesOf, runsOf } from './alike-siblings.ts'
import type { Siblings } from './alike-siblings.ts'
import { isBoilerplate } from '../findings/layout.ts'
import { ancestorsOf, elementsOf, profileOf, likeness, isInvisible } from '../findings/element-profile.ts'
import type { ElementProfile } from '../findings/element-profile.ts'

export interface RecordGroup {
  parent: Element
  /**
   * One element per thing, in the order of the page. A thing that is several siblings on the page is an element of its
   * own making whose children are those siblings, which still know their true parent.
   */
  records: readonly Element[]
  isAside: boolean
}

interface Found extends RecordGroup {
  score: number
  path: readonly string[]
  key: string
}

const MOST_KEPT = 2000
const MOST_RETURNED = 60
const MOST_BELOW = 4
const DEEPEST_MERGE = 4
const MOST_MERGED = 20_000

/** Repeated structures of a page or a part of it, the most promising first. */
export function recordGroupsOf(root: Element): RecordGroup[] {
  const search = new Search(aroundTitle(root))
  search.visit(root, false)
  return search.best(MOST_RETURNED).map(({ parent, records, isAside }) => ({ parent, records, isAside }))
}

class Search {
  #found: Found[] = []
  readonly #aroundTitle: ReadonlySet<Element>

  constructor(around: ReadonlySet<Element>) {
    this.#aroundTitle = around
  }

  best(count: number): Found[] {
    return this.#found.toSorted((one, other) => other.score - one.score).slice(0, count)
  }

  visit(element: Element, isAside: boolean): { inside: ElementProfile; below: Found[] } {
    const children = elementsOf(element)
    const beside = isAside || (isBoilerplate(element) && !isAroundTitle(element, this.#aroundTitle))
    const visited = children.map((child) => this.visit(child, beside))
    const within = visited.map(({ inside }) => inside)
    const inside = profileOf(element, children, within)
    const deeper = visited.flatMap(({ below }, index) => below.flatMap(oneUp(children[index]!)))
    if (children.length < 2) {
      const only = beside ? [] : soleRecord(element, children, within)
      this.#keep(only)
      return { inside, below: bestOf([...only, ...deeper]) }
    }
    const own = this.#groupsAt(element, children, within, beside)
    const merged = own.flatMap((group) => this.#mergedUnder(group, children, visited))
    return { inside, below: bestOf([...own, ...merged, ...deeper]) }
  }

  #groupsAt(parent: Element, children: Element[], within: ElementProfile[], isAside: boolean): Found[] {
    const groups: Found[] = []
    for (const siblings of withSimilarSiblings(alikeSiblings(children), children, within)) {
      if (siblings.members.some((member) => this.#aroundTitle.has(member))) continue
      const score = scoreOf(siblings, within) * (isAside ? 0.2 : 1)
      if (score > 0)
        groups.push({ parent, records: siblings.members, isAside, score, path: [], key: siblings.key })
    }
    for (const { key, runs, indexes } of runsOf(parent, children)) {
      if (indexes.flat().some((index) => this.#aroundTitle.has(children[index]!))) continue
      const insides = indexes.map((run) => sumOf(run.map((index) => within[index]!)))
      const members = { key, members: runs, indexes: insides.map((_, index) => index) }
      const score = scoreOf(members, insides) * (isAside ? 0.2 : 1) * 0.9
      if (score > 0) groups.push({ parent, records: runs, isAside, score, path: [], key: '' })
    }
    this.#keep(groups)
    return groups
  }

  #mergedUnder(group: Found, children: Element[], visited: { below: Found[] }[]): Found[] {
    const places = new Map<string, Found[]>()
    const members = new Set(group.records)
    for (const [index, child] of children.entries()) {
      if (!members.has(child)) continue
      for (const found of visited[index]!.below) {
        if (found.key === '') continue
        const place = [...found.path, found.key].join('>')
        places.set(place, [...(places.get(place) ?? []).slice(-20), found])
      }
    }
    const merged: Found[] = []
    for (const parts of places.values()) {
      const [{ path, key, records: some }] = parts as [Found]
      const records = group.records.flatMap((record) => membersAt(record, path, key))
      if (records.length > MOST_MERGED || (parts.length < 2 && records.length <= some.length)) continue
      const score = Math.max(...parts.map((part) => part.score)) * 1.3
      const { parent, isAside } = group
      merged.push({ parent, records, isAside, score, path: [group.records[0]!.name, ...path], key })
    }
    this.#keep(merged)
    return merged
  }

  #keep(groups: Found[]): void {
    this.#found.push(...groups)
    if (this.#found.length > MOST_KEPT * 2) this.#found = this.best(MOST_KEPT)
  }
}

/** The only thing in what is made for many: an entry with more than a line, and no page of its own. */
function soleRecord(
  parent: Element,
  [only]: readonly Element[],
  [inside]: readonly ElementProfile[],
): Found[] {
  if (!only || !inside || !LISTED.has(only.name) || !isMadeForMany(parent)) return []
  const isEntry = inside.elements > 2 && inside.elements <= LARGEST_SOLE && inside.text <= LONGEST_SOLE
  const isTold = inside.linked > 0 && inside.linked < inside.text
  if (!isEntry || !isTold || urlsIn(only).size > MOST_URLS) return []
  const key = `${only.name}.${classesOf(only)[0] ?? ''}`
  const score = scoreOf({ key, members: [only], indexes: [0] }, [inside]) * SOLE
  return [{ parent, records: [only], isAside: false, score, path: [], key }]
}

function urlsIn(element: Element): Set<string> {
  const own = element.name === 'a' ? [element.attribs['href'] ?? ''] : []
  return new Set([...own, ...elementsOf(element).flatMap((child) => [...urlsIn(child)])])
}

const MOST_URLS = 3
const LISTED: ReadonlySet<string> = new Set('li article div a tr'.split(' '))
const LARGEST_SOLE = 40
const LONGEST_SOLE = 800
const SOLE = 0.5
const FOR_MANY =
  /(?:^|[\s_-])(?:list|lists|listing|listings|items|grid|results?|cards|entries|loop|collection|products|posts|articles|events|jobs|people|members|topics|threads|rows)(?:$|[\s_-])/i

function isMadeForMany({ name, attribs }: Element): boolean {
  return /^(?:ul|ol)$/.test(name) || attribs['role'] === 'list' || FOR_MANY.test(attribs['class'] ?? '')
}

function bestOf(groups: Found[]): Found[] {
  if (groups.length <= MOST_BELOW) return groups
  return groups.toSorted((one, other) => other.score - one.score).slice(0, MOST_BELOW)
}

function oneUp({ name }: Element): (found: Found) => Found[] {
  return (found) => (found.path.length < DEEPEST_MERGE ? [{ ...found, path: [name, ...found.path] }] : [])
}

function membersAt(record: Element, path: readonly string[], key: string): Element[] {
  let level = [record]
  for (const name of path)
    level = level.flatMap((element) => elementsOf(element).filter((child) => child.name === name))
  return level.flatMap((element) => namedIn(element, key))
}

/** The children that are called so; where only one is, nothing else says that it is one of them. */
function namedIn(element: Element, key: string): Element[] {
  const children = elementsOf(element)
  const members = alikeSiblings(children).find((siblings) => siblings.key === key)?.members
  if (members) return members
  const [name, called = ''] = key.split(/\.(.*)/s, 2)
  const only = children.filter((child) => child.name === name)
  return only.length === 1 && (called === '' ? children.length === 1 : classesOf(only[0]!).includes(called))
    ? only
    : []
}

function withSimilarSiblings(
  groups: readonly Siblings[],
  children: readonly Element[],
  within: readonly ElementProfile[],
): Siblings[] {
  const largest = new Map<string, Siblings>()
  for (const group of groups) {
    const { name } = group.members[0]!
    if ((largest.get(name)?.members.length ?? 0) < group.members.length) largest.set(name, group)
  }
  const wider = [...largest].flatMap(([name, { members, indexes }]) => {
    if (members.length === children.length) return []
    const model = within[indexes[indexes.length >> 1]!]!
    const own = new Set(indexes)
    const all = [...children.keys()].filter(
      (index) => own.has(index) || (children[index]!.name === name && isSimilar(within[index]!, model)),
    )
    if (all.length === members.length) return []
    return [{ key: `${name}.`, members: all.map((index) => children[index]!), indexes: all }]
  })
  return [...groups, ...wider]
}

function isSimilar(one: ElementProfile, model: ElementProfile): boolean {
  const isAsLarge = one.elements * 2 >= model.elements && one.elements <= model.elements * 2
  return model.elements > 1 && isAsLarge && likeness(one, model) >= LEAST_SIMILARITY
}

const LEAST_SIMILARITY = 0.75

function scoreOf({ members, indexes }: Siblings, within: readonly ElementProfile[]): number {
  const sample = sampleOf(indexes).map((index) => within[index]!)
  const model = sample[sample.length >> 1]!
  let alike = 0
  let text = 0
  let linked = 0
  let elements = 0
  for (const inside of sample) {
    alike += likeness(inside, model)
    text += Math.min(inside.text, 600)
    linked += Math.min(inside.linked, 600)
    elements += Math.min(inside.elements, 30)
  }
  if (text === 0 && elements === 0) return 0
  const count = sample.length
  const homogeneity = (alike / count) ** 2
  const richness = Math.log2(2 + elements / count) * Math.log2(2 + text / count)
  const proseShare = text === 0 ? 0.5 : 1 - (0.7 * linked) / text
  return homogeneity * richness * proseShare * Math.log2(1 + Math.min(members.length, 64))
}

function sampleOf(indexes: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(indexes.length / 40))
  return indexes.filter((_, position) => position % step === 0)
}

function sumOf(parts: readonly ElementProfile[]): ElementProfile {
  const sum: ElementProfile = { text: 0, linked: 0, elements: parts.length, near: 0, far: 0 }
  for (const part of parts) {
    sum.text += part.text
    sum.linked += part.linked
    sum.elements += part.elements
    sum.near |= part.near
    sum.far |= part.far
  }
  return sum
}

/** What the main heading of a page stands in, which is no entry of a list; nothing where there are several. */
function aroundTitle(root: Element): ReadonlySet<Element> {
  const open = [root]
  const titles: Element[] = []
  for (let node = open.pop(); node !== undefined && titles.length < 2; node = open.pop()) {
    if (node.name === 'h1') titles.push(node)
    else for (const child of elementsOf(node)) open.push(child)
  }
  const [title] = titles
  // A heading that is nothing but a link is the name of the site.
  const isOfPage = title && titles.length === 1 && soleElement(title)?.name !== 'a'
  return new Set(isOfPage ? ancestorsOf(title) : [])
}

/** Whether an element has the content of the page in it, although it may be called after what stands beside it. */
function isAroundTitle(element: Element, around: ReadonlySet<Element>): boolean {
  return around.has(element) && !/^(?:nav|aside|footer)$/.test(element.name)
}

function soleElement(parent: AnyNode | null | undefined): Element | undefined {
  if (!parent || !('children' in parent) || parent.children.length > 12) return undefined
  let only: Element | undefined
  for (const child of parent.children) {
    if (isText(child) && child.data.trim() !== '') return undefined
    if (!isTag(child) || isInvisible(child)) continue
    if (only) return undefined
    only = child
  }
  return only
}
