import type { ViewElement } from '../../../browser/browser.ts'
import { hasRoom } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import { gripOf } from './draggables.ts'

/** Something that is moved, and where it is taken hold of: itself, or a grip that it has for that. */
export interface Held {
  item: ViewElement
  hold: ViewElement
}

const GRIP = /\b(grip|handle|drag|move|sort|reorder)\b|^[⠿⠇⋮⁝⁞≡☰⣿↕⇅✥]+$/iu

/** How something that was come upon is moved: with the entry of the list that it is in, by the grip of that. */
export function heldBy(element: ViewElement, tree: PageTree): Held {
  const around = tree.closest(element, (outer) => outer.draggable && !isList(outer, tree))
  if (around && !isGrip(around)) return { item: around, hold: around }
  const item = entryAround(element, tree) ?? gripOf(element, tree)
  const grips = tree.descendants(item).filter((inner) => hasRoom(inner) && (inner.draggable || isGrip(inner)))
  const grip = grips.find(isGrip) ?? grips[0]
  return { item, hold: item.draggable && !isList(item, tree) ? item : (grip ?? item) }
}

/** A small thing that is there to take hold of. */
function isGrip({ hints, name, text, box }: ViewElement): boolean {
  return (
    box.width <= 60 && box.height <= 60 && (GRIP.test(hints) || GRIP.test(name) || GRIP.test(text.trim()))
  )
}

/** What listens for the drags of its entries is not moved itself. */
function isList(element: ViewElement, tree: PageTree): boolean {
  const children = tree.children(element)
  const [first] = children
  if (!first || children.length < 2) return false
  const alike = children.filter(
    (child) => child.tag === first.tag && child.hints.split(' ')[0] === first.hints.split(' ')[0],
  )
  return alike.length >= 2 && alike.every((child) => child.text !== '') && alike.length * 2 >= children.length
}

function entryAround(element: ViewElement, tree: PageTree): ViewElement | undefined {
  const entry = recordOf(element, tree)
  return entry && !isList(entry, tree) ? entry : undefined
}
