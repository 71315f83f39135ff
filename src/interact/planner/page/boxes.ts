import type { ViewElement } from '../../../browser/browser.ts'

/** Whether anything of it takes up room. */
export function hasRoom(element: Pick<ViewElement, 'box'>): boolean {
  return element.box.width > 0 && element.box.height > 0
}

export function middleOf(element: ViewElement): { x: number; y: number } {
  return { x: element.box.x + element.box.width / 2, y: element.box.y + element.box.height / 2 }
}

/** Distance between the nearest edges of two elements. */
export function gapBetween(left: ViewElement, right: ViewElement): number {
  const x = Math.max(
    0,
    left.box.x - (right.box.x + right.box.width),
    right.box.x - (left.box.x + left.box.width),
  )
  const y = Math.max(
    0,
    left.box.y - (right.box.y + right.box.height),
    right.box.y - (left.box.y + left.box.height),
  )
  return Math.hypot(x, y)
}
