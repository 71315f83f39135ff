import { notFound, seek } from '../recover/seek.ts'
import { call } from '../say/call.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

/** Pulls at the lower right corner. */
export const resize: TakeStep<'resize'> = async (step, scene) => {
  const [found] = await seek(step.target, scene, 'any')
  if (!found) return failed(await notFound(step.target, scene, 'any'))
  const { element } = found
  const words = 'words' in step.by ? step.by.words : ''
  const sign = /small|less|short|narrow|decreas|reduc/i.test(words) ? -1 : 1
  const pull = {
    x: /height|tall|short/i.test(words) ? 0 : 20 * sign,
    y: /width|wide|narrow/i.test(words) ? 0 : 20 * sign,
  }
  const corner = { x: element.box.x + element.box.width - 4, y: element.box.y + element.box.height - 4 }
  await scene.act(
    {
      do: 'stroke',
      points: [
        corner,
        { x: corner.x + pull.x / 2, y: corner.y + pull.y / 2 },
        { x: corner.x + pull.x, y: corner.y + pull.y },
      ],
    },
    { type: 'resize', target: call(element), value: words },
  )
  const now = (await scene.tree()).get(element.ref)
  const grew = now && (now.box.width - element.box.width || now.box.height - element.box.height)
  scene.last = element
  return grew ? done(`Resized ${call(element)}.`) : failed(`${call(element)} did not change its size.`)
}
