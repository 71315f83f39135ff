import { call, showValue } from '../say/call.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { Widget } from './widget.ts'

/** A field that is typed into; one that does not take what is put into it at once is typed into key by key. */
export const textField: Widget = {
  is: (element) => element.editable && !element.readonly,
  async put(element, values, scene) {
    const text = values.join(', ')
    const shown = showValue(element, text)
    const telling = { type: 'fill', target: call(element), value: shown }
    await scene.act({ do: 'fill', ref: element.ref, value: text }, telling)
    const now = (await scene.tree()).get(element.ref)
    if (
      now?.value !== undefined &&
      now.value === (element.value ?? '') &&
      now.value !== text &&
      now.type !== 'password'
    ) {
      await scene.do({ do: 'click', ref: element.ref })
      await scene.do({ do: 'press', key: 'Control+a' })
      await scene.do({ do: 'type', text })
      const then = (await scene.tree()).get(element.ref)
      if (then?.value === now.value) return failed(`${call(element)} did not take "${shown}".`)
    }
    return done(`Entered "${shown}" into ${call(element)}.`)
  },
}
