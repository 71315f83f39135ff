import type { Element } from 'domhandler'

/** Siblings that are called the same, with their places among all of them. */
export interface Siblings {
  key: string
  members: Element[]
  indexes: number[]
}

const MOST_KEYS = 6
const MOST_CLASSES = 8
const LONGEST_CLASS = 60

/** Names that say nothing about what an element is, so that two of them side by side are no list. */
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

/** The class that most have; none when most have no class at all, or each has its own. */
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
