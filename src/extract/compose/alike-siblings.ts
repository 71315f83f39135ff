import { Element } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { mostFrequent, countsOf } from '../../language/counts.ts'

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
export function alikeSiblings(children: readonly Element[]): Siblings[] {
  const byName = Map.groupBy(children.keys(), (index) => children[index]!.name)
  return [...byName].flatMap(([name, indexes]) =>
    indexes.length < FEWEST || NEVER.has(name) ? [] : byClass(name, indexes, children),
  )
}

const FEWEST = 2

function byClass(name: string, all: number[], children: readonly Element[]): Siblings[] {
  const groups: Siblings[] = []
  let rest = all
  while (rest.length >= FEWEST && groups.length < MOST_KEYS) {
    const shared = mostShared(rest, children)
    const chosen = shared === '' ? rest : rest.filter((index) => classesOf(children[index]!).includes(shared))
    if (chosen.length < FEWEST) break
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
  const classes = indexes.map((index) => classesOf(children[index]!))
  let best = ''
  let most = Math.max(1, classes.filter((own) => own.length === 0).length)
  for (const [one, count] of countsOf(classes.flat())) {
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

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary']
/** Elements that begin a run although they are no heading, when what follows them repeats too. */
const RUN_STARTS: ReadonlySet<string> = new Set('div p tr li section a span strong b'.split(' '))
const LONGEST_RUN = 60
const MOST_CHILDREN = 50_000

/** Consecutive siblings that form one item: a heading with its content, a term with its descriptions. */
export function runsOf(parent: Element, children: readonly Element[]) {
  if (children.length < 4 || children.length > MOST_CHILDREN) return []
  const keys = children.map((child) => `${child.name}.${classesOf(child)[0] ?? ''}`)
  const lead = headingStart(children) ?? periodStart(keys)
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

function headingStart(children: readonly Element[]): string | undefined {
  const counts = countsOf(children.map(({ name }) => name))
  return HEADINGS.find((name) => (counts.get(name) ?? 0) >= 2)
}

/** What comes first and again at a regular distance, as rows that belong together do. */
function periodStart(keys: readonly string[]): string | undefined {
  const counts = countsOf(keys)
  const lead = keys.find((key) => counts.get(key)! >= 2 && RUN_STARTS.has(key.slice(0, key.indexOf('.'))))
  if (lead === undefined) return undefined
  const runs: string[] = []
  let current = ''
  for (const key of keys) {
    if (key === lead) runs.push((current = key))
    else if (runs.length > 0) runs[runs.length - 1] = current = `${current} ${key}`.slice(0, 500)
  }
  const [run, count] = mostFrequent(runs)
  return run !== lead && count >= 2 && count * 2 >= runs.length ? lead : undefined
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
