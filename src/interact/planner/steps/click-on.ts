import { StageError } from '../../../browser/browser.ts'
import type { Deed, ViewElement } from '../../../browser/browser.ts'
import { uncover } from '../recover/uncover.ts'
import { call } from '../say/call.ts'
import type { Scene, Telling } from '../scene.ts'
import { isAnyChange } from '../verify/changes.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome } from './step-outcome.ts'

/** Clicks one element and says what came of it. */
export async function clickOn(
  element: ViewElement,
  scene: Scene,
  how: { count?: number; button?: 'right' | 'middle' } = {},
): Promise<StepOutcome> {
  if (element.disabled) return failed(`${call(element)} is disabled.`)
  const target = (await uncover(element, scene)) ?? element
  const telling: Telling = { type: how.button ? `${how.button} click` : 'click', target: call(element) }
  const deed = { do: 'click' as const, ref: target.ref, ...(how.button ? { button: how.button } : {}) }
  if ((how.count ?? 1) === 2) await scene.act({ ...deed, count: 2 }, telling)
  else for (let times = 0; times < (how.count ?? 1); times++) await clickUncovered(deed, telling, scene)
  scene.last = element
  return done(`Clicked ${call(element)}${effectOf(scene)}.`)
}

/** What lies over it and goes away by itself, a list or a picker that is still open, is sent away first. */
async function clickUncovered(
  deed: Extract<Deed, { do: 'click' }>,
  telling: Telling,
  scene: Scene,
): Promise<void> {
  for (const sendAway of [
    () => scene.do({ do: 'press', key: 'Escape' }),
    () => scene.do({ do: 'clickAt', at: { x: 1, y: 1 } }),
  ])
    try {
      await scene.act(deed, telling)
      return
    } catch (error) {
      if (!(error instanceof StageError) || !/cover/i.test(error.message)) throw error
      await sendAway()
    }
  await scene.act(deed, telling)
}

/** What the last deed did, as the end of a sentence. */
export function effectOf(scene: Scene): string {
  const effect = scene.actions.at(-1)?.effect
  if (effect) return `; ${effect}`
  return scene.changes && isAnyChange(scene.changes) ? '' : '; nothing on the page changed'
}
