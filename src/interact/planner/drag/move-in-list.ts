import type { Deed, Point, ViewElement } from '../../../browser/browser.ts'
import { again } from '../page/again.ts'
import { middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { heldBy } from './hold.ts'
import { columnsOf, inReadingOrder } from './place-in-row.ts'

/**
 * Moves an entry of a list to a place, counted from 0, and sees that it got there. Lists differ in where one lets go, so
 * others are tried; where it is not dragged at all, by what the entry has for one place up and down.
 */
export async function moveInList(
  item: ViewElement,
  place: number,
  entries: readonly ViewElement[],
  scene: Scene,
): Promise<boolean> {
  const ways =
    stepFor(item, 'up', await scene.tree()) || stepFor(item, 'down', await scene.tree()) ? [] : WAYS
  for (const way of ways) {
    const tree = await scene.tree()
    const now = orderOf(entries, tree)
    const from = placeOf(item, now)
    const at = now[place]
    if (from === -1 || !at) return false
    if (from === place) return true
    const { hold } = heldBy(now[from]!, tree)
    await scene.act(
      way(hold, at, place > from, columnsOf(now) > 1 && columnsOf(now) < now.length, now[from]!),
      {
        type: 'drag',
        target: call(item),
        value: `place ${place + 1}`,
      },
    )
    const then = orderOf(entries, await scene.tree())
    if (then.length < 2 || placeOf(item, then) === place) return true
    const late = orderOf(entries, await scene.pause(250))
    if (placeOf(item, late) === place) return true
  }
  return moveBySteps(item, place, entries, scene)
}

const STEPS = {
  up: /\b(up|nach oben|hoch|monter|vers le haut|subir|arriba|su|omhoog|cima)\b|^[↑▲▴⌃⬆]️?$/iu,
  down: /\b(down|nach unten|runter|descendre|vers le bas|bajar|abajo|giù|omlaag|baixo)\b|^[↓▼▾⌄⬇]️?$/iu,
}

/** What moves an entry by one place. */
function stepFor(item: ViewElement, way: 'up' | 'down', tree: PageTree): ViewElement | undefined {
  const now = again(item, tree)
  return now
    ? tree
        .descendants(now)
        .find(
          (inner) =>
            inner.clickable &&
            !inner.disabled &&
            inner.text.length < 20 &&
            (STEPS[way].test(inner.name) || STEPS[way].test(inner.text.trim())),
        )
    : undefined
}

async function moveBySteps(
  item: ViewElement,
  place: number,
  entries: readonly ViewElement[],
  scene: Scene,
): Promise<boolean> {
  for (let left = entries.length; left > 0; left--) {
    const tree = await scene.tree()
    const from = placeOf(item, orderOf(entries, tree))
    if (from === place) return true
    const step = stepFor(item, from > place ? 'up' : 'down', tree)
    if (from === -1 || !step) return false
    await scene.act({ do: 'click', ref: step.ref }, { type: 'click', target: call(step) })
    const then = placeOf(item, orderOf(entries, await scene.tree()))
    if (then === from && placeOf(item, orderOf(entries, await scene.pause(300))) === from) return false
  }
  return false
}

type Way = (hold: ViewElement, at: ViewElement, onward: boolean, isGrid: boolean, item: ViewElement) => Deed

const WAYS: readonly Way[] = [
  (hold, at, onward, isGrid, item) =>
    isGrid ? approach(hold, at, onward) : letGo(hold, at, onward, 0.2, item),
  (hold, at, onward, _isGrid, item) => letGo(hold, at, onward, 0.42, item),
  (hold, at, onward, _isGrid, item) => letGo(hold, at, onward, -0.42, item),
]

/** Lets go at the middle of the entry that has the place, or past it by a part of its size; a grip stays as far from the edge as it is. */
function letGo(hold: ViewElement, at: ViewElement, onward: boolean, past: number, item: ViewElement): Deed {
  const isBeside = Math.abs(item.box.y - at.box.y) < at.box.height / 2
  const sign = onward ? past : -past
  const inside = hold === item ? at.box.width / 2 : middleOf(hold).x - item.box.x
  const to: Point = {
    x: isBeside ? at.box.width / 2 + sign * at.box.width : inside,
    y: at.box.height / 2 + (isBeside ? 0 : sign * at.box.height),
  }
  return { do: 'drag', from: hold.ref, to: { ref: at.ref, at: to } }
}

/** In a grid the last of the way goes along the row, in the direction of reading: grids go by that. */
function approach(from: ViewElement, at: ViewElement, onward: boolean): Deed {
  const [start, end] = [middleOf(from), middleOf(at)]
  const past = (onward ? 0.2 : -0.2) * at.box.width
  const near = { x: end.x - past, y: end.y }
  const there = { x: end.x + past, y: end.y }
  return { do: 'stroke', points: [start, { x: start.x, y: start.y + 3 }, near, there, there] }
}

/** The entries as they stand now; a page may have drawn them anew. */
function orderOf(entries: readonly ViewElement[], tree: PageTree): ViewElement[] {
  const found = entries
    .map((entry) => tree.get(entry.ref) ?? alone(entry, tree))
    .filter((entry) => entry !== undefined)
  return inReadingOrder([...new Set(found)])
}

function placeOf(item: ViewElement, order: readonly ViewElement[]): number {
  const at = order.findIndex((entry) => entry.ref === item.ref)
  return at === -1 ? order.findIndex((entry) => entry.tag === item.tag && entry.text === item.text) : at
}

/** The element that says the same, where there is one of the kind. */
function alone({ tag, text }: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree.elements.find((other) => other.tag === tag && other.text === text)
}
