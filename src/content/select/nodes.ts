import { isTag } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { REGIONS } from './regions.ts'
import type { Block, Outline, Place } from './outline.ts'

/** The nodes of the blocks taken and everything around them, with the pictures that belong to them. */
export function nodesOf({ blocks, loose }: Outline, taken: Uint8Array): Set<ChildNode> {
  const nodes = new Set<ChildNode>()
  const code = new Set<Place>()
  blocks.forEach(({ place, leaves }, at) => {
    if (taken[at] === 0) return
    for (const leaf of leaves) addUp(leaf, nodes)
    if ((place.regions & REGIONS.code) !== 0) code.add(place)
  })
  for (const { element } of code) addDown(element.children, nodes)
  const chars = charsTaken(blocks, taken)
  for (const { node, place } of loose) {
    let holder: Place | undefined = place
    while (holder !== undefined && holder.chars === 0) holder = holder.parent
    if (holder !== undefined && chars(holder) >= holder.chars * MOSTLY) addUp(node, nodes)
  }
  return nodes
}

/** A picture belongs to the content when most of the text around it does. */
const MOSTLY = 0.5

function charsTaken(blocks: readonly Block[], taken: Uint8Array): (place: Place) => number {
  const before = new Float64Array(blocks.length + 1)
  blocks.forEach(({ chars }, at) => {
    before[at + 1] = before[at]! + chars * taken[at]!
  })
  return ({ first, end }) => before[Math.min(end, blocks.length)]! - before[first]!
}

function addUp(node: ChildNode, into: Set<ChildNode>): void {
  let up: ChildNode | null = node
  while (up !== null && !into.has(up)) {
    into.add(up)
    up = up.parent as ChildNode | null
  }
}

function addDown(children: readonly ChildNode[], into: Set<ChildNode>): void {
  for (const child of children) {
    into.add(child)
    if (isTag(child)) addDown(child.children, into)
  }
}
