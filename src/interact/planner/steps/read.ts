import { answer } from '../answer/answer.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

export const read: TakeStep<'read'> = async (step, scene) => {
  const said = await answer(step.question, step.target, scene)
  if (said === undefined) return failed(`The page does not answer "${step.question}".`)
  return done(said, said)
}
