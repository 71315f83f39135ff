import type { ViewElement } from '../../../browser/browser.ts'
import { hasConsequences } from '../match/consequences.ts'
import type { PageTree } from '../page/page-tree.ts'
import { seekHere } from '../recover/seek.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { clickOn, effectOf } from '../steps/click-on.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { twistyOf } from './twisty.ts'

/**
 * Goes along a way of names, through menus, columns of a menu or branches of a tree: each is opened in the way that
 * changes least, and the last is clicked.
 */
export async function walkMenu(path: readonly string[], scene: Scene): Promise<StepOutcome> {
  let above: ViewElement | undefined
  for (const [index, words] of path.entries()) {
    const item = await awaitItem(words, above, scene)
    if (!item) return failed(`There is no "${words}"${index > 0 ? ` under "${path[index - 1]}"` : ''}.`)
    const next = path[index + 1]
    if (next === undefined) {
      const outcome = await clickOn(item, scene)
      if (outcome.state === 'failed') return outcome
    } else {
      const isOpen = await openItem(item, next, scene)
      if (!isOpen) return failed(`There is no "${next}" under "${words}".`)
    }
    above = (await scene.tree()).get(item.ref)
    scene.last = item
  }
  return done(`Went to ${path.map((part) => `"${part}"`).join(' > ')}${effectOf(scene)}.`)
}

async function awaitItem(
  words: string,
  above: ViewElement | undefined,
  scene: Scene,
): Promise<ViewElement | undefined> {
  for (const ms of [0, 200, 400]) {
    if (ms > 0) await scene.pause(ms)
    const item = await itemUnder(words, above, scene)
    if (item) return item
  }
  return undefined
}

/** Of what has a name the one that belongs to what was opened before; without such a one the likeliest. */
async function itemUnder(
  words: string,
  above: ViewElement | undefined,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  const found = (await seekHere({ words, quoted: true }, scene, 'click')).filter(({ score }) => score >= 0.6)
  const best = found[0]?.score ?? 0
  const alike = found.filter(({ score }) => score >= best - 0.2).map(({ element }) => element)
  return (above && alike.find((element) => isUnder(element, above, tree))) ?? alike[0]
}

/** Whether something stands after a name and before the next name of its sort: in its branch, or in its column. */
function isUnder(element: ViewElement, above: ViewElement, tree: PageTree): boolean {
  const [from, to] = [tree.order(above), tree.order(element)]
  if (from === -1 || to <= from) return false
  return !tree.elements.slice(from + 1, to).some((other) => isPeer(other, above) && !tree.holds(above, other))
}

function isPeer(other: ViewElement, one: ViewElement): boolean {
  return (
    other.tag === one.tag &&
    other.role === one.role &&
    other.ownText !== '' &&
    (Math.abs(other.box.x - one.box.x) < 2 || Math.abs(other.box.y - one.box.y) < 2)
  )
}

/** Opens a menu, a column or a branch until the next name can be seen in it. */
async function openItem(item: ViewElement, next: string, scene: Scene): Promise<boolean> {
  const before = await scene.tree()
  const isThere = async (pauses: readonly number[]): Promise<boolean> => {
    for (const ms of pauses) {
      const tree = ms === 0 ? await scene.tree() : await scene.pause(ms)
      const found = await seekHere({ words: next, quoted: true }, scene, 'any')
      const above = tree.get(item.ref)
      const isSeen = found.some(
        ({ element, score }) =>
          score >= 0.6 && (!before.get(element.ref) || (above && isUnder(element, above, tree))),
      )
      if (isSeen) return true
    }
    return false
  }
  if (await isThere([0])) return true
  await scene.act({ do: 'hover', ref: item.ref }, { type: 'hover', target: call(item) })
  if (await isThere([0, 200, 300])) return true
  const tree = await scene.tree()
  const now = tree.get(item.ref)
  if (!now) return false
  const twisty = twistyOf(now, tree)
  if (twisty) {
    await scene.act({ do: 'click', ref: twisty.ref }, { type: 'click', target: call(twisty) })
    if (await isThere([0, 200, 400])) return true
  }
  if (twisty?.ref === now.ref || hasConsequences(now)) return false
  const outcome = await clickOn(now, scene)
  return outcome.state === 'done' && (await isThere([0, 200, 400, 800]))
}
