/** Sets of things that are numbered as they come; each is in one. */
export class DisjointSets {
  protected readonly parents: number[] = []

  add(): number {
    return this.parents.push(this.parents.length) - 1
  }

  /** The member that stands for the set of this one. */
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

  /** Makes two sets one, and tells which member stands for it. */
  join(one: number, other: number): number {
    const first = this.find(one)
    const second = this.find(other)
    const root = Math.min(first, second)
    this.parents[first] = root
    this.parents[second] = root
    return root
  }
}
