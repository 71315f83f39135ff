import { notFound, seek, seekHere } from '../recover/seek.ts'
import { call } from '../say/call.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

/** Selects text in an editor and uses the button of its toolbar that is called like the style. */
export const style: TakeStep<'style'> = async (step, scene) => {
  const tree = await scene.tree()
  const editor = tree.elements.find((element) => element.editable && element.tag !== 'input')
  const everything =
    step.target.all || step.target.words === '' || /^(everything|all|text)$/i.test(step.target.words)
  const holder = everything
    ? editor
    : ((editor && tree.descendants(editor).find((element) => element.ownText.includes(step.target.words))) ??
      editor ??
      (await seek(step.target, scene, 'read'))[0]?.element)
  if (!holder) return failed(await notFound(step.target, scene, 'read'))
  await scene.act(
    { do: 'highlight', ref: holder.ref, ...(everything ? {} : { text: step.target.words }) },
    { type: 'highlight', target: call(holder) },
  )
  const [button] = await seekHere({ words: step.style, quoted: false }, scene, 'click')
  if (!button) return failed(`The editor has nothing called "${step.style}".`)
  const outcome = await clickOn(button.element, scene)
  return outcome.state === 'failed'
    ? outcome
    : done(`Gave ${everything ? 'the text' : `"${step.target.words}"`} the style ${step.style}.`)
}
