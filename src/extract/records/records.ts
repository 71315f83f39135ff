import { Element, isDocument } from 'domhandler'
import type { Document } from 'domhandler'
import { alikeSiblings } from './alike-siblings.ts'
import type { Siblings } from './alike-siblings.ts'
import { isBoilerplate } from './boilerplate.ts'
import { elementsOf, insideOf, likeness } from './inside.ts'
import type { Inside } from './inside.ts'
import { runsOf } from './runs.ts'

/** Things of one kind that stand side by side: cards, rows, list items, headings with what follows them. */
export interface RecordGroup {
  /** What they stand in; not always directly, when they are spread over rows or sections. */
  parent: Element
  /**
   * One element per thing, in the order of the page. A thing that is several siblings on the page is an element of its
   * own making whose children are those siblings, which still know their true parent.
   */
  records: readonly Element[]
}

interface Found extends RecordGroup {
  score: number
  /** The names of the elements between the parent and the records. */
  path: readonly string[]
  key: string
}

/** Groups beyond this many are not worth keeping while a page is walked, nor to be returned. */
const MOST_KEPT = 2000
const MOST_RETURNED = 60
/** Groups that are remembered per element, to be put together with those of its siblings. */
const MOST_BELOW = 4
const DEEPEST_MERGE = 4
const MOST_MERGED = 20_000

/** Repeated structures of a page or a part of it, the most promising first. */
export function recordGroupsOf(root: Document | Element): RecordGroup[] {
  const search = new Search()
  search.visit(isDocument(root) ? asElement(root) : root, false)
  return search.best(MOST_RETURNED).map(({ parent, records }) => ({ parent, records }))
}

/** A page without a body still has something that its parts stand in. */
function asElement(root: Document): Element {
  const element = new Element('body', {})
  element.children = root.children
  return element
}

class Search {
  #found: Found[] = []

  best(count: number): Found[] {
    return this.#found.toSorted((one, other) => other.score - one.score).slice(0, count)
  }

  visit(element: Element, isAside: boolean): { inside: Inside; below: Found[] } {
    const children = elementsOf(element)
    const beside = isAside || isBoilerplate(element)
    const visited = children.map((child) => this.visit(child, beside))
    const within = visited.map(({ inside }) => inside)
    const inside = insideOf(element, children, within)
    const deeper = visited.flatMap(({ below }, index) => below.flatMap(oneUp(children[index]!)))
    if (children.length < 2) return { inside, below: bestOf(deeper) }
    const own = this.#groupsAt(element, children, within, beside)
    const merged = own.flatMap((group) => this.#mergedUnder(group, children, visited))
    return { inside, below: bestOf([...own, ...merged, ...deeper]) }
  }

  #groupsAt(parent: Element, children: Element[], within: Inside[], isAside: boolean): Found[] {
    const groups: Found[] = []
    for (const siblings of alikeSiblings(children)) {
      const score = scoreOf(siblings, within) * (isAside ? 0.2 : 1)
      if (score > 0) groups.push({ parent, records: siblings.members, score, path: [], key: siblings.key })
    }
    for (const { key, runs, indexes } of runsOf(parent, children)) {
      const insides = indexes.map((run) => sumOf(run.map((index) => within[index]!)))
      const members = { key, members: runs, indexes: insides.map((_, index) => index) }
      const score = scoreOf(members, insides) * (isAside ? 0.2 : 1) * 0.9
      if (score > 0) groups.push({ parent, records: runs, score, path: [], key: '' })
    }
    this.#keep(groups)
    return groups
  }

  /** Records that are spread over several alike parents, such as cards over rows: those of all together. */
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
      if (parts.length < 2) continue
      const [{ path, key }] = parts as [Found]
      const records = group.records.flatMap((record) => membersAt(record, path, key))
      if (records.length > MOST_MERGED) continue
      const score = Math.max(...parts.map((part) => part.score)) * 1.3
      merged.push({ parent: group.parent, records, score, path: [group.records[0]!.name, ...path], key })
    }
    this.#keep(merged)
    return merged
  }

  #keep(groups: Found[]): void {
    this.#found.push(...groups)
    if (this.#found.length > MOST_KEPT * 2) this.#found = this.best(MOST_KEPT)
  }
}

function bestOf(groups: Found[]): Found[] {
  if (groups.length <= MOST_BELOW) return groups
  return groups.toSorted((one, other) => other.score - one.score).slice(0, MOST_BELOW)
}

/** The same group as seen from one level higher; too far away it is forgotten. */
function oneUp({ name }: Element): (found: Found) => Found[] {
  return (found) => (found.path.length < DEEPEST_MERGE ? [{ ...found, path: [name, ...found.path] }] : [])
}

function membersAt(record: Element, path: readonly string[], key: string): Element[] {
  let level = [record]
  for (const name of path)
    level = level.flatMap((element) => elementsOf(element).filter((child) => child.name === name))
  return level.flatMap((element) =>
    alikeSiblings(elementsOf(element), 1).flatMap((siblings) =>
      siblings.key === key ? siblings.members : [],
    ),
  )
}

/** How much a group looks like a list of things that are described: many, alike, with more than a link each. */
function scoreOf({ members, indexes }: Siblings, within: readonly Inside[]): number {
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

function sumOf(parts: readonly Inside[]): Inside {
  const sum: Inside = { text: 0, linked: 0, elements: parts.length, near: 0, far: 0 }
  for (const part of parts) {
    sum.text += part.text
    sum.linked += part.linked
    sum.elements += part.elements
    sum.near |= part.near
    sum.far |= part.far
  }
  return sum
}
