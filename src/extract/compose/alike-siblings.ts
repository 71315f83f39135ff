import { Element } from 'domhandler'
import type { ChildNode } from 'domhandler'

export interface Siblings {
  key: string
  members: Element[]
  indexes: number[]
}

const MOST_KEYS = 6
const MOST_CLASSES = 8
const LONGEST_CLASS = 60

const NEVER: ReadonlySet<string> = new Set('br hr wbr img input option col source track area path'.split(' '))

/**
 * Groups siblings by their tag and, where they have any, the class that most of them share. What is left without that
 * class is grouped again, so that headings and items side by side become two groups.
 */
export function alikeSiblings(children: readonly Element[], atLeast = 2): Siblings[] {
  const byName = new Map<string, number[]>()
  for (const [index, { name }] of children.entries()) {
    if (NEVER.has(name)) continue
    const indexes = byName.get(name)
    if (indexes) indexes.push(index)
    else byName.set(name, [index])
  }
  return [...byName].flatMap(([name, indexes]) =>
    indexes.length < atLeast ? [] : byClass(name, indexes, children, atLeast),
  )
}

function byClass(name: string, all: number[], children: readonly Element[], atLeast: number): Siblings[] {
  const groups: Siblings[] = []
  let rest = all
  while (rest.length >= atLeast && groups.length < MOST_KEYS) {
    const shared = mostShared(rest, children)
    const chosen = shared === '' ? rest : rest.filter((index) => classesOf(children[index]!).includes(shared))
    if (chosen.length < atLeast) break
    groups.push({
      key: `${name}.${shared}`,
      members: chosen.map((index) => children[index]!),
      indexes: chosen,
    })
    if (shared === '') break
    const taken = new Set(chosen)
    rest = rest.filter((index) => !taken.has(index))
  }
  return groups
}

function mostShared(indexes: readonly number[], children: readonly Element[]): string {
  const counts = new Map<string, number>()
  let without = 0
  for (const index of indexes) {
    const classes = classesOf(children[index]!)
    if (classes.length === 0) without++
    for (const one of classes) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  let best = ''
  let most = Math.max(1, without)
  for (const [one, count] of counts) {
    const isMore = count > most || (best === '' && count > 1 && count === most)
    if (isMore) [best, most] = [one, count]
  }
  return best
}

/** Classes of an element that may be those of its kind, without what only tells one of a row from the next. */
export function classesOf({ attribs }: Element): string[] {
  const list = attribs?.['class']
  if (list === undefined || list === '') return []
  return list
    .slice(0, 400)
    .split(/\s+/)
    .slice(0, MOST_CLASSES)
    .filter((one) => one.length <= LONGEST_CLASS && !/\d{3}/.test(one))
    .map((one) => one.replace(PLACE_IN_ROW, ''))
    .filter((one) => one !== '' && !/^(?:active|\W)$/i.test(one))
}

/** `row-odd`, `bg2`, `views-row-first`. */
const PLACE_IN_ROW = /(?:^|[_-]|(?<=\p{Ll}))(?:odd|even|first|last|\d{1,2})$/u

/** Siblings in a row that together are one thing: a heading with what follows it, a term with its descriptions. */
interface Runs {
  key: string
  runs: Element[]
  indexes: number[][]
}

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary']
/** Elements that begin a run although they are no heading, when what follows them repeats too. */
const LEADS: ReadonlySet<string> = new Set('div p tr li section a span strong b'.split(' '))
const LONGEST_RUN = 60
const MOST_CHILDREN = 50_000

export function runsOf(parent: Element, children: readonly Element[]): Runs[] {
  if (children.length < 4 || children.length > MOST_CHILDREN) return []
  const keys = children.map((child) => `${child.name}.${classesOf(child)[0] ?? ''}`)
  const lead = headingLead(children) ?? periodLead(keys)
  if (lead === undefined) return []
  const starts = children.flatMap((child, index) =>
    child.name === lead || keys[index] === lead ? [index] : [],
  )
  const indexes = starts.map((start, nth) => rangeOf(start, starts[nth + 1] ?? endOf(children, start, lead)))
  const isFlat = indexes.every((run) => run.length === 1)
  if (isFlat || indexes.some((run) => run.length > LONGEST_RUN)) return []
  const places = new Map<ChildNode, number>(parent.children.map((child, index) => [child, index]))
  const placeOf = (index: number) => places.get(children[index]!) ?? parent.children.length
  const runs = indexes.map((run) => asElement(parent, placeOf(run[0]!), placeOf(run.at(-1)! + 1)))
  return [{ key: lead, runs, indexes }]
}

function headingLead(children: readonly Element[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { name } of children) counts.set(name, (counts.get(name) ?? 0) + 1)
  return HEADINGS.find((name) => (counts.get(name) ?? 0) >= 2)
}

/** What comes first and again at a regular distance, as rows that belong together do. */
function periodLead(keys: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const lead = keys.find((key) => counts.get(key)! >= 2 && LEADS.has(key.slice(0, key.indexOf('.'))))
  if (lead === undefined || counts.get(lead)! < 2) return undefined
  const runs: string[] = []
  let current = ''
  for (const key of keys) {
    if (key === lead) runs.push((current = key))
    else if (runs.length > 0) runs[runs.length - 1] = current = `${current} ${key}`.slice(0, 500)
  }
  const alike = new Map<string, number>()
  for (const run of runs) alike.set(run, (alike.get(run) ?? 0) + 1)
  const [commonest, count] = [...alike].reduce((one, other) => (other[1] > one[1] ? other : one))
  return commonest !== lead && count >= 2 && count * 2 >= runs.length ? lead : undefined
}

function endOf(children: readonly Element[], start: number, lead: string): number {
  const rank = Number(/^h([1-6])$/.exec(lead)?.[1] ?? 7)
  for (let index = start + 1; index < children.length; index++) {
    const { name } = children[index]!
    const heading = /^h([1-6])$/.exec(name)
    if ((heading && Number(heading[1]) < rank) || name === 'footer' || name === 'nav') return index
    if (index - start >= LONGEST_RUN) return index
  }
  return children.length
}

function rangeOf(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset)
}

function asElement(parent: Element, start: number, end: number): Element {
  const element = new Element('div', {})
  element.parent = parent
  element.children = parent.children.slice(start, end)
  return element
}
