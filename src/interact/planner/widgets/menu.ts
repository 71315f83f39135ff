import type { ViewElement } from '../../../browser/browser.ts'
import { seekHere } from '../recover/seek.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'

/** Goes through nested menus by their names: hovers over each, clicks where hovering opens nothing, and clicks the last. */
export async function walkMenu(path: readonly string[], scene: Scene): Promise<StepOutcome> {
  for (const [index, words] of path.entries()) {
    const target = { words, quoted: true }
    const item = await findItem(target, scene)
    if (!item) return failed(`The menu has no "${words}"${index > 0 ? ` under "${path[index - 1]}"` : ''}.`)
    if (index === path.length - 1)
      await scene.act({ do: 'click', ref: item.ref }, { type: 'click', target: call(item) })
    else await openItem(item, path[index + 1]!, scene)
    scene.last = item
  }
  return done(`Chose ${path.map((part) => `"${part}"`).join(' > ')} in the menu.`)
}

async function findItem(
  target: { words: string; quoted: boolean },
  scene: Scene,
): Promise<ViewElement | undefined> {
  for (const ms of [0, 200, 400]) {
    if (ms > 0) await scene.pause(ms)
    const [best] = await seekHere(target, scene, 'click')
    if (best) return best.element
  }
  return undefined
}

async function openItem(item: ViewElement, next: string, scene: Scene): Promise<void> {
  await scene.act({ do: 'hover', ref: item.ref }, { type: 'hover', target: call(item) })
  if (await findItem({ words: next, quoted: true }, scene)) return
  await scene.act({ do: 'click', ref: item.ref }, { type: 'click', target: call(item) })
}
