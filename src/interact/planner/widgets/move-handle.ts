import type { ViewElement } from '../../../browser/browser.ts'
import { middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readNumber } from '../resolve/conditions.ts'
import type { Scene } from '../scene.ts'

const MOST_PRESSES = 500
const ROUNDS = 6

/** Moves the handle of a slider to a number, by keys, else with the mouse; where it stands then, if the page says so. */
export async function moveHandle(
  handle: ViewElement,
  wanted: number,
  scene: Scene,
): Promise<number | undefined> {
  const byKeys = await moveByKeys(handle, wanted, scene)
  return byKeys === 'unmoved' ? moveByHand(handle, wanted, scene) : byKeys
}

async function moveByKeys(
  handle: ViewElement,
  wanted: number,
  scene: Scene,
): Promise<number | undefined | 'unmoved'> {
  const own = readNumber(handle.value ?? '')
  if (own === wanted) return own
  await scene.do({ do: 'focus', ref: handle.ref })
  const shown = await feel(
    handle,
    own !== undefined && own > wanted ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'],
    scene,
  )
  if (!shown) return 'unmoved'
  const step = Math.abs(shown.step)
  for (let rounds = 0; rounds < ROUNDS; rounds++) {
    const now = shown.read(await scene.tree())
    if (now === undefined || Math.abs(now - wanted) < step / 1000) return now
    const count = Math.min(MOST_PRESSES, Math.round(Math.abs(wanted - now) / step))
    if (count === 0) return now
    const key =
      wanted > now === shown.step > 0 ? shown.key : shown.key === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    await scene.do({ do: 'press', key, ref: handle.ref, count })
  }
  return shown.read(await scene.tree())
}

/** Presses a key and sees which number changes; at an end of the slider only one of the two does anything. */
async function feel(handle: ViewElement, keys: readonly string[], scene: Scene) {
  for (const key of keys) {
    const before = await scene.tree()
    await scene.do({ do: 'press', key, ref: handle.ref })
    const shown = whereShown(handle, before, await scene.tree())
    if (shown) return { ...shown, key }
  }
  return undefined
}

interface Shown {
  step: number
  read: (tree: PageTree) => number | undefined
}

/** Where the page shows what the slider stands at: its own value, or the nearest number that changed with it. */
function whereShown(handle: ViewElement, before: PageTree, after: PageTree): Shown | undefined {
  const own = (tree: PageTree) => readNumber(tree.get(handle.ref)?.value ?? '')
  const [from, to] = [own(before), own(after)]
  if (from !== undefined && to !== undefined && from !== to) return { step: to - from, read: own }
  for (const element of after.elements) {
    const former = before.get(element.ref)
    const read = (tree: PageTree) => {
      const at = tree.get(element.ref)
      return readNumber(at?.value ?? at?.ownText ?? '')
    }
    const [was, is] = [former && read(before), read(after)]
    if (was !== undefined && is !== undefined && was !== is) return { step: is - was, read }
  }
  return undefined
}

/** Drags the handle along its track, each time by as much as the last way has shown to be missing. */
async function moveByHand(handle: ViewElement, wanted: number, scene: Scene): Promise<number | undefined> {
  const before = await scene.tree()
  const track = trackOf(handle, before)
  if (!track) return undefined
  const isUpright = track.box.height > track.box.width
  const length = isUpright ? track.box.height : track.box.width
  const [least, most] = [Number(handle.min ?? 'x'), Number(handle.max ?? 'x')]
  const start = before.get(handle.ref) ?? handle
  const at = (way: number) => (isUpright ? { x: 0, y: -way } : { x: way, y: 0 })
  const known = !Number.isNaN(least) && !Number.isNaN(most) && most > least
  const from = readNumber(start.value ?? '')
  const first = known && from !== undefined ? ((wanted - from) / (most - least)) * length : length / 8
  if (Math.abs(first) >= 1) await scene.do({ do: 'drag', from: handle.ref, to: { by: at(first) } })
  const shown = whereShown(handle, before, await scene.tree())
  if (!shown || shown.step === 0) return undefined
  let perPixel = shown.step / first
  for (let rounds = 0; rounds < ROUNDS; rounds++) {
    const now = shown.read(await scene.tree())
    if (now === undefined || now === wanted) return now
    const way = (wanted - now) / perPixel
    if (Math.abs(way) < 0.5) return now
    await scene.do({ do: 'drag', from: handle.ref, to: { by: at(way) } })
    const then = shown.read(await scene.tree())
    if (then === undefined || then === now) return then
    perPixel = (then - now) / way
  }
  return shown.read(await scene.tree())
}

/** The bar that a handle runs along: the smallest part around it that is much longer than it is. */
function trackOf(handle: ViewElement, tree: PageTree): ViewElement | undefined {
  const size = Math.max(handle.box.width, handle.box.height)
  const around = tree.ancestors(handle).slice(0, 3)
  const parent = around.find(({ box }) => Math.max(box.width, box.height) > 3 * size)
  if (!parent) return undefined
  const { x, y } = middleOf(handle)
  const bar = tree
    .descendants(parent)
    .find(
      ({ box, ref }) =>
        ref !== handle.ref &&
        Math.max(box.width, box.height) > 3 * size &&
        Math.min(box.width, box.height) <= 2 * size &&
        (box.width > box.height
          ? Math.abs(box.y + box.height / 2 - y) < size
          : Math.abs(box.x + box.width / 2 - x) < size),
    )
  return bar ?? parent
}
