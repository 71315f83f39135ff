import { StageError } from '../../../browser/browser.ts'
import type { Deed, ViewElement } from '../../../browser/browser.ts'
import { uncover } from '../recover/uncover.ts'
import { stemOf, wordsOf } from '../match/words.ts'
import { hasRoom } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene, Telling } from '../scene.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome } from './step-outcome.ts'

/** Clicks one element and says what came of it. */
export async function clickOn(
  element: ViewElement,
  scene: Scene,
  how: { count?: number; button?: 'right' | 'middle' } = {},
): Promise<StepOutcome> {
  if (element.disabled) return failed(`${call(element)} is disabled.`)
  if (isForbidden(element, scene))
    return failed(`${call(element)} was left alone, since the instruction forbids it.`)
  const target = (await uncover(element, scene)) ?? element
  const telling: Telling = { type: how.button ? `${how.button} click` : 'click', target: call(element) }
  const deed = { do: 'click' as const, ref: target.ref, ...(how.button ? { button: how.button } : {}) }
  if ((how.count ?? 1) === 2) await scene.act({ ...deed, count: 2 }, telling)
  else for (let times = 0; times < (how.count ?? 1); times++) await clickUncovered(deed, telling, scene)
  scene.last = element
  return done(`Clicked ${call(element)}${effectOf(scene)}.`)
}

/** Whether everything that an element is called is in what is not to be done; what sends off a form is, where nothing is to be sent. */
function isForbidden({ name, text }: ViewElement, { forbidden }: Scene): boolean {
  const called = wordsOf(name || text).map(stemOf)
  return forbidden.some((said) => {
    const words = new Set(wordsOf(said).map(stemOf))
    const isOfSending = SENDING.test(said) && called.some((word) => SENDING.test(word))
    return isOfSending || (called.length > 0 && called.every((word) => words.has(word)))
  })
}

const SENDING = /\b(submit|send|book|order|buy|pay|purchas|reserv|confirm|post|publish|plac)/i

/** What lies over it and goes away by itself, a list or a picker that is still open, is sent away first. */
async function clickUncovered(
  deed: Extract<Deed, { do: 'click' }>,
  telling: Telling,
  scene: Scene,
): Promise<void> {
  for (const sendAway of [() => scene.do({ do: 'press', key: 'Escape' }), () => clickAside(scene)])
    try {
      await scene.act(deed, telling)
      return
    } catch (error) {
      if (!(error instanceof StageError) || !/cover/i.test(error.message)) throw error
      await sendAway()
    }
  await scene.act(deed, telling)
}

/** A click where nothing is to be clicked. */
async function clickAside(scene: Scene): Promise<void> {
  const { elements } = await scene.tree()
  const isFree = !elements.some(
    ({ box, clickable }) => clickable && box.x <= 1 && box.y <= 1 && hasRoom({ box }),
  )
  if (isFree) await scene.do({ do: 'clickAt', at: { x: 1, y: 1 } })
}

/** What the last deed did, as the end of a sentence. */
export function effectOf(scene: Scene): string {
  const effect = scene.actions.at(-1)?.effect
  return effect ? `; ${effect}` : ''
}
