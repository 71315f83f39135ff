import { seek } from '../recover/seek.ts'
import { clickOn } from './click-on.ts'
import { fileNamed } from './download.ts'
import { drawFigure } from './draw.ts'
import { failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'
import { shorten } from '../say/call.ts'

/** Words that are nothing but the name of something that can be clicked mean a click on it; else they are not understood. */
export const unclear: TakeStep<'unclear'> = async (step, scene) => {
  const words = step.words.replace(/\b(the|button|link|tab|icon)\b/gi, ' ').trim()
  const [best] = words === '' ? [] : await seek({ words, quoted: false }, scene, 'click', 'look')
  if (best && best.score >= 0.9 && best.element.clickable) return clickOn(best.element, scene)
  const file = await fileNamed(step.words, scene)
  if (file) return file
  const drawn = await drawFigure(step.words, scene)
  if (drawn) return drawn
  return failed(
    `"${shorten(step.words, 200)}" was not understood. Say what to do with what, for example: click "Save", or: enter "Ann" into the field Name.`,
  )
}
