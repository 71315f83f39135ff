import { Element } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { classesOf } from './alike-siblings.ts'

/** Siblings in a row that together are one thing: a heading with what follows it, a term with its descriptions. */
export interface Runs {
  key: string
  /** One element per run, of our own making; its children are the siblings, which still know their true parent. */
  runs: Element[]
  indexes: number[][]
}

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary']
/** Elements that begin a run although they are no heading, when what follows them repeats too. */
const LEADS: ReadonlySet<string> = new Set('div p tr li section a span strong b'.split(' '))
const LONGEST_RUN = 60
const MOST_CHILDREN = 50_000

/** How the children of an element fall into runs, if they do. */
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

/** The heading that comes at least twice, the highest first. */
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

/** Where the last run ends: before something that begins another part, or as long after as the others are. */
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
