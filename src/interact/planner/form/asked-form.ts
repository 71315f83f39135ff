import { answer } from '../answer/answer.ts'
import { isOfKind, kindAsked } from '../answer/kind-asked.ts'
import { shorten } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOf, StepOutcome } from '../steps/step-outcome.ts'
import type { Control } from './controls.ts'
import { fillFromProse, planProse } from './fill-from-prose.ts'
import { labelIn, stemsOf } from './labels.ts'
import { reckon } from './send-form.ts'

const LONGEST_ANSWER = 500

/**
 * A question that says what to put into the form first: `what does it cost in blue, size M?`. It is answered then, by
 * what came up when nothing else does.
 */
export async function askedForm(step: StepOf<'read'>, scene: Scene): Promise<StepOutcome | undefined> {
  const { plan } = await planProse([step.question], scene)
  // What chooses something does not also count it: `1 kg`.
  const isTwice = plan.some(
    ({ control, part }) =>
      control.kind !== 'choice' &&
      plan.some((other) => other.part === part && other.control.kind === 'choice'),
  )
  const named = plan.some(({ control, part, value }) => value !== false && isNamed(control, part.text))
  if (!named || isTwice || plan.length < 2) return undefined
  await fillFromProse([step.question], scene)
  await reckon(scene)
  const came = shorten(scene.changes?.newTexts.join(' ') ?? '', LONGEST_ANSWER)
  if (came !== '' && /^\s*(is|are|can|does|do|has|have|will)\b/i.test(step.question)) return done('', came)
  const chosen = plan.map(({ part }) => part.text)
  const said = await answer(step.question, step.target, scene, chosen)
  if (said !== undefined) return done('', said)
  return came !== '' && isOfKind(came, kindAsked(step.question))
    ? done('', came)
    : failed(`The page does not answer "${step.question}".`)
}

/** Whether a part says what the control or its group is called. */
function isNamed({ kind, labels, group }: Control, text: string): boolean {
  return labelIn(stemsOf(text), kind === 'choice' ? group : labels) !== undefined
}
