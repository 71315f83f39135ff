import type { ViewElement } from '../../../browser/browser.ts'
import { throughCover } from '../recover/through-cover.ts'
import { controlsShown, isOnward } from '../match/onward.ts'
import { uncover } from '../recover/uncover.ts'
import { stemOf, wordsOf } from '../match/words.ts'
import { call } from '../say/call.ts'
import { isUnasked } from '../verify/unasked.ts'
import type { Scene, Telling } from '../scene.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome } from './step-outcome.ts'

/** Clicks one element and says what came of it. */
export async function clickOn(
  element: ViewElement,
  scene: Scene,
  how: { count?: number; button?: 'right' | 'middle' } = {},
): Promise<StepOutcome> {
  if (element.disabled && !(await isEnabledSoon(element, scene)))
    return failed(`${call(element)} is disabled.`)
  if (isForbidden(element, scene))
    return failed(`${call(element)} was left alone, since the instruction forbids it.`)
  if (isUnasked(element, scene)) return failed(`${call(element)} was left alone, since nothing asks for it.`)
  const target = (await uncover(element, scene)) ?? element
  const telling: Telling = { type: how.button ? `${how.button} click` : 'click', target: call(element) }
  const deed = { do: 'click' as const, ref: target.ref, ...(how.button ? { button: how.button } : {}) }
  if ((how.count ?? 1) === 2) await scene.act({ ...deed, count: 2 }, telling)
  else
    for (let times = 0; times < (how.count ?? 1); times++)
      await throughCover(target, scene, () => scene.act(deed, telling))
  if (isOnward(element)) await onNextPage(scene)
  scene.last = element
  return done(`Clicked ${call(element)}${effectOf(scene)}.`)
}

const TURNS_WITHIN = [150, 250, 400, 500]

/** Forms in steps show the next page only a moment after the button; until then what follows would be put into the page before. */
async function onNextPage(scene: Scene): Promise<void> {
  const before = scene.former && controlsShown(scene.former)
  for (const ms of TURNS_WITHIN) {
    if (controlsShown(await scene.tree()) !== before) return
    await scene.pause(ms)
  }
}

const ENABLED_WITHIN = [150, 250, 400, 600]

/** Whether something that cannot be used yet can be a moment later: pages look over what was entered first. */
async function isEnabledSoon({ ref }: ViewElement, scene: Scene): Promise<boolean> {
  for (const ms of scene.actions.length > 0 ? ENABLED_WITHIN : []) {
    const now = (await scene.pause(ms)).get(ref)
    if (now && !now.disabled) return true
  }
  return false
}

/** Whether everything that an element is called is in what is not to be done; what sends off a form is, where nothing is to be sent. */
function isForbidden({ name, text }: ViewElement, { forbidden }: Scene): boolean {
  const called = wordsOf(name || text).map(stemOf)
  return forbidden.some((said) => {
    const words = new Set(wordsOf(said).map(stemOf))
    const isOfSending = SENDING.test(said) && called.some((word) => SENDING.test(word))
    const telling = [...words].filter((word) => !OF_FORBIDDING.test(word))
    const isNamed = telling.length > 0 && telling.every((word) => called.includes(word))
    return isOfSending || isNamed || (called.length > 0 && called.every((word) => words.has(word)))
  })
}

/** Words of a prohibition that do not say what is forbidden: `do not request it yet`. */
const OF_FORBIDDING =
  /^(do|don|dont|don't|not|never|please|it|this|that|them|any|anyth|yet|now|the|a|an|but|and|just|noch|nicht|bitte|das|es|sie|den|die|jetzt|aber|ne|pas|encore|le|la|les|no|lo|los|aun|todavia|non|ancora|niet|nog|het|nao|ainda|o)$/

const SENDING = /\b(submit|send|book|order|buy|pay|purchas|reserv|request|confirm|post|publish|plac)/i

/** What the last deed did, as the end of a sentence. */
export function effectOf(scene: Scene): string {
  const effect = scene.actions.at(-1)?.effect
  return effect ? `; ${effect}` : ''
}
