import { answer } from '../answer/answer.ts'
import { wordsOf } from '../match/words.ts'
import type { Scene } from '../scene.ts'
import { fileNamed } from './download.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

export const read: TakeStep<'read'> = async (step, scene) => {
  const file = /\?\s*$/.test(step.question) ? undefined : await fileNamed(step.question, scene)
  if (file) return file
  const said = await answer(step.question, step.target, scene)
  if (said === undefined || isOwnInput(said, step.question, scene))
    return failed(`The page does not answer "${step.question}".`)
  return done(said, said)
}

const OF_FIELDS =
  /field|value|input|entered|typed|\bbox\b|feld|wert|champ|valeur|campo|valor|valore|veld|waarde/i

/** Whether an answer is nothing but what was typed in for it, and nobody asks for that. */
function isOwnInput(answer: string, question: string, { actions }: Scene): boolean {
  const bare = (text: string) => wordsOf(text).join('')
  return (
    !OF_FIELDS.test(question) &&
    bare(answer) !== '' &&
    actions.some(({ type, value = '' }) => type === 'fill' && bare(value) === bare(answer))
  )
}
