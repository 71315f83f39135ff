import type { Point, ViewElement } from '../../../browser/browser.ts'
import { feel } from '../geometry/feel.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'

/** Looks with the mouse for a place that a page tells of only while the mouse is on it, in the one empty area that could have it. */
export async function feelFor(target: Target, scene: Scene): Promise<Point | undefined> {
  const tree = await scene.tree()
  const [area, ...others] = tree.elements.filter((element) => isEmptyArea(element, tree))
  const wanted = plain(target.words)
  if (!area || others.length > 0 || wanted === '') return undefined
  const before = new Set(textsOf(tree))
  const { box } = area
  return feel(
    { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 },
    async (point) => {
      await scene.do({ do: 'hover', ref: area.ref, at: { x: point.x - box.x, y: point.y - box.y } })
      return textsOf(await scene.tree())
        .filter((text) => !before.has(text))
        .join(' ')
    },
    wanted,
  )
}

function textsOf(tree: PageTree): string[] {
  return tree.elements.map((element) => plain(element.ownText)).filter((text) => text !== '')
}

function isEmptyArea(element: ViewElement, tree: PageTree): boolean {
  return (
    element.clickable &&
    element.inView &&
    element.text === '' &&
    element.box.width >= SMALLEST &&
    element.box.height >= SMALLEST &&
    tree.children(element).length === 0
  )
}

const SMALLEST = 80
