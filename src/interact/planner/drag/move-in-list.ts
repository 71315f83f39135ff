import type { Deed, Point, ViewElement } from '../../../browser/browser.ts'
import { middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { columnsOf, inReadingOrder } from './place-in-row.ts'

/** Drags an entry of a list to a place, counted from 0, and sees that it got there. Lists differ in where one lets go, so others are tried. */
export async function moveInList(
  item: ViewElement,
  place: number,
  entries: readonly ViewElement[],
  scene: Scene,
): Promise<boolean> {
  const refs = entries.map((entry) => entry.ref)
  for (const way of WAYS) {
    const now = orderOf(refs, await scene.tree())
    const from = now.findIndex((entry) => entry.ref === item.ref)
    const at = now[place]
    if (from === -1 || !at) return false
    if (from === place) return true
    await scene.act(way(now[from]!, at, place > from, columnsOf(now) > 1 && columnsOf(now) < now.length), {
      type: 'drag',
      target: call(item),
      value: `place ${place + 1}`,
    })
    const then = orderOf(refs, await scene.tree())
    if (then.length < 2 || then[place]?.ref === item.ref) return true
  }
  return false
}

type Way = (from: ViewElement, at: ViewElement, onward: boolean, isGrid: boolean) => Deed

const WAYS: readonly Way[] = [
  (from, at, onward, isGrid) => (isGrid ? approach(from, at, onward) : letGo(from, at, onward, 0.2)),
  (from, at, onward) => letGo(from, at, onward, 0.42),
  (from, at, onward) => letGo(from, at, onward, -0.42),
]

/** Lets go at the middle of the entry that has the place, or past it by a part of its size. */
function letGo(from: ViewElement, at: ViewElement, onward: boolean, past: number): Deed {
  const isBeside = Math.abs(from.box.y - at.box.y) < at.box.height / 2
  const sign = onward ? past : -past
  const to: Point = {
    x: at.box.width / 2 + (isBeside ? sign * at.box.width : 0),
    y: at.box.height / 2 + (isBeside ? 0 : sign * at.box.height),
  }
  return { do: 'drag', from: from.ref, to: { ref: at.ref, at: to } }
}

/** In a grid the last of the way goes along the row, in the direction of reading: grids go by that. */
function approach(from: ViewElement, at: ViewElement, onward: boolean): Deed {
  const [start, end] = [middleOf(from), middleOf(at)]
  const past = (onward ? 0.2 : -0.2) * at.box.width
  const near = { x: end.x - past, y: end.y }
  const there = { x: end.x + past, y: end.y }
  return { do: 'stroke', points: [start, { x: start.x, y: start.y + 3 }, near, there, there] }
}

function orderOf(refs: readonly string[], tree: PageTree): ViewElement[] {
  return inReadingOrder(refs.map((ref) => tree.get(ref)).filter((entry) => entry !== undefined))
}
