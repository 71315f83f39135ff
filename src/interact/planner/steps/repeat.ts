import { scrollersIn, scrollFurther } from '../recover/scrollers.ts'
import type { Scene } from '../scene.ts'
import { isAnyChange } from '../verify/changes.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'
import { holds } from './until.ts'

const MOST_ROUNDS = 40

export const repeat: TakeStep<'repeat'> = async (step, scene, carryOut) => {
  if (step.steps.every((inner) => inner.do === 'scroll')) {
    const isUp = step.steps.some((inner) => inner.do === 'scroll' && inner.to === 'up')
    return (await scrollUntil(step.until, scene, isUp ? -1 : 1))
      ? done(`Scrolled until ${step.until}.`)
      : failed(`It was scrolled to the end, but this did not come: ${step.until}.`)
  }
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    if (await holds(step.until, scene))
      return done(
        rounds === 0
          ? `It holds already: ${step.until}.`
          : `Repeated it ${rounds} times until ${step.until}.`,
      )
    for (const inner of step.steps) {
      const outcome = await carryOut(inner, scene)
      if (outcome.state === 'failed') return failed(`After ${rounds} rounds: ${outcome.why}`)
    }
    if (scene.changes && !isAnyChange(scene.changes)) break
  }
  return (await holds(step.until, scene))
    ? done(`Repeated it until ${step.until}.`)
    : failed(`It was repeated, but this did not come: ${step.until}.`)
}

/** Goes on in the page and in its lists until something holds, or nothing more comes. */
async function scrollUntil(until: string, scene: Scene, screens: number): Promise<boolean> {
  if (await holds(until, scene)) return true
  for (const scroller of scrollersIn(await scene.tree()))
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      const isMore = await scrollFurther(scroller, scene, screens)
      if (await holds(until, scene)) return true
      if (!isMore) break
    }
  return false
}
