import { StageError } from '../../../browser/browser.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import { hasRoom } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'

/** A way to clear what lies over an element; false when there is nothing to do. */
type Clearing = (element: ViewElement, scene: Scene) => Promise<boolean>

/**
 * Does something to an element. Where something lies over it, that is cleared first: a section that is closed is opened,
 * a list or a picker that is still open is sent away.
 */
export async function throughCover(
  element: ViewElement,
  scene: Scene,
  deed: () => Promise<unknown>,
): Promise<void> {
  const left = [...CLEARINGS]
  for (;;)
    try {
      await deed()
      return
    } catch (error) {
      const isCovered = error instanceof StageError && /cover/i.test(error.message)
      if (!isCovered || !(await clearOnce(left, element, scene))) throw error
    }
}

/** Clears by the next way that there is; the ways that were tried are not tried again. */
async function clearOnce(left: Clearing[], element: ViewElement, scene: Scene): Promise<boolean> {
  for (let clear = left.shift(); clear; clear = left.shift()) if (await clear(element, scene)) return true
  return false
}

const CLEARINGS: readonly Clearing[] = [openSection, escape, clickAside, closeOpened]

/** What is folded away lies under what comes after it: its head opens it. */
async function openSection({ ref }: ViewElement, scene: Scene): Promise<boolean> {
  const tree = await scene.look()
  const element = tree.get(ref)
  const head = element && closedHead(element, tree)
  if (!head) return false
  await scene.do({ do: 'click', ref: head.ref })
  await scene.pause(UNFOLDS_MS)
  return true
}

function closedHead(element: ViewElement, tree: PageTree): ViewElement | undefined {
  for (const outer of tree.ancestors(element).slice(0, 5)) {
    const before = tree.descendants(outer).filter((other) => tree.order(other) < tree.order(element))
    const head = before.findLast((other) => other.expanded !== undefined && other.clickable)
    if (head) return head.expanded === false && !tree.holds(head, element) ? head : undefined
  }
  return undefined
}

async function escape(_element: ViewElement, scene: Scene): Promise<boolean> {
  await scene.do({ do: 'press', key: 'Escape' })
  return true
}

/** A click where nothing is to be clicked. */
async function clickAside(_element: ViewElement, scene: Scene): Promise<boolean> {
  const { elements } = await scene.tree()
  const isFree = !elements.some(
    ({ box, clickable }) => clickable && box.x <= 1 && box.y <= 1 && hasRoom({ box }),
  )
  if (isFree) await scene.do({ do: 'clickAt', at: { x: 1, y: 1 } })
  return isFree
}

/** What is open closes by a click on what opened it. */
async function closeOpened({ ref }: ViewElement, scene: Scene): Promise<boolean> {
  const tree = await scene.look()
  const element = tree.get(ref)
  const opener = tree.elements.findLast(
    (other) =>
      other.expanded === true &&
      other.clickable &&
      !other.covered &&
      other.ref !== ref &&
      !(element && tree.holds(tree.parent(other) ?? other, element)),
  )
  if (!opener) return false
  await scene.do({ do: 'click', ref: opener.ref })
  return true
}

const UNFOLDS_MS = 300
