/** Disjoint sets of numbered items. */
export class DisjointSets {
  private readonly parents: number[] = []

  add(): number {
    return this.parents.push(this.parents.length) - 1
  }

  find(member: number): number {
    let root = member
    while (this.parents[root] !== root) root = this.parents[root]!
    for (let at = member; at !== root;) {
      const next = this.parents[at]!
      this.parents[at] = root
      at = next
    }
    return root
  }

  join(one: number, other: number): number {
    const first = this.find(one)
    const second = this.find(other)
    const root = Math.min(first, second)
    this.parents[first] = root
    this.parents[second] = root
    return root
  }
}

/**
 * Splits a list into groups of adjacent items. `goesOn` decides whether an item belongs to the group before
 * it.
 */
export function grouped<T>(
  things: Iterable<T>,
  goesOn: (group: readonly [T, ...T[]], thing: T, index: number) => boolean,
): [T, ...T[]][] {
  const groups: [T, ...T[]][] = []
  let index = 0
  for (const thing of things) {
    const group = groups.at(-1)
    if (group && goesOn(group, thing, index)) group.push(thing)
    else groups.push([thing])
    index++
  }
  return groups
}

/**
 * The index of the first item of a sorted list that is far enough; the length of the list if there is none.
 */
export function firstIndex<T>(sorted: readonly T[], isFarEnough: (thing: T) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isFarEnough(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
