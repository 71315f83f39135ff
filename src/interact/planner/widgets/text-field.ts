import type { ViewElement } from '../../../browser/browser.ts'
import { call, shorten, showValue } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import { isKept } from '../verify/kept.ts'
import type { Widget } from './widget.ts'

/** A field that is typed into; one that does not take what is put into it at once is typed into key by key. */
export const textField: Widget = {
  is: (element) => element.editable && !element.readonly,
  async put(element, values, scene) {
    const text = values.join(', ')
    const shown = showValue(element, text)
    const telling = { type: 'fill', target: call(element), value: shown }
    await scene.act({ do: 'fill', ref: element.ref, value: text }, telling)
    if (await lacks(element, text, scene)) {
      await scene.do({ do: 'click', ref: element.ref })
      await scene.do({ do: 'press', key: 'Control+a' })
      await scene.do({ do: 'type', text })
    }
    const instead = await lacks(element, text, scene)
    return instead === undefined
      ? done(`Entered "${shown}" into ${call(element)}.`)
      : failed(
          `${call(element)} did not take "${shown}"; it holds "${shorten(showValue(element, instead), 80)}".`,
        )
  },
}

/** What a field holds instead of a text; undefined where it has the text, or does not show what it has. */
async function lacks({ ref }: ViewElement, text: string, scene: Scene): Promise<string | undefined> {
  const now = (await scene.tree()).get(ref)
  if (now?.value === undefined || now.type === 'password' || isLong(now.value)) return undefined
  return isKept(text, now.value) ? undefined : now.value
}

/** The end of a long text is left out when the page is looked at. */
function isLong(value: string): boolean {
  return value.length >= 5000
}
