import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { scrollBack, scrollersIn, scrollFurther, wayTo } from './scrollers.ts'
import type { Scroller } from './scrollers.ts'

/** No list is followed further than this. */
const MOST_SCREENS = 24
const LARGEST_LEAP = 16

/** Goes down the page and down its lists, with what loads as one does; in a list in order, towards the name. */
export async function* scrollOn(scene: Scene, target: Target): AsyncGenerator<void> {
  for (const scroller of scrollersIn(await scene.tree())) yield* through(scroller, scene, target)
}

async function* through(scroller: Scroller, scene: Scene, target: Target): AsyncGenerator<void> {
  let leap = 1
  let far = false
  let brought: Awaited<ReturnType<typeof scrollFurther>>
  for (let times = 0; times < MOST_SCREENS; times++) {
    const way = target.words === '' ? 0 : wayTo(target.words, scroller, await scene.tree())
    if (way === -1) {
      far = true
      leap = Math.max(0.5, Math.abs(leap) / 2) * -1
    } else if (way === 1)
      leap = far ? Math.max(0.5, Math.abs(leap) / 2) : Math.min(LARGEST_LEAP, Math.abs(leap) * 2)
    else leap = brought === 'moved' ? Math.min(LARGEST_LEAP, Math.abs(leap) * 2) : 1
    brought = await scrollFurther(scroller, scene, leap)
    if (brought === undefined) {
      if (leap <= 1 || way === 0) break
      far = true
      continue
    }
    yield
  }
  await scrollBack(scroller, scene)
}
