import { call } from '../say/call.ts'
import { done, failed } from '../steps/step-outcome.ts'
import { seekHere } from '../recover/seek.ts'
import { bestSuggestion, offered, waitForSuggestions } from './autocomplete.ts'
import type { Widget } from './widget.ts'

/** A list that opens when its button is clicked. */
export const listBox: Widget = {
  is: () => true,
  async put(element, values, scene) {
    const failures: string[] = []
    for (const value of values) {
      await scene.together({ type: 'choose', target: call(element), value }, async () => {
        const before = await scene.tree()
        await scene.do({ do: 'click', ref: element.ref })
        const shown = await waitForSuggestions(element, before, scene)
        const option =
          bestSuggestion(shown, value) ??
          (await seekHere({ words: value, quoted: false }, scene, 'click'))[0]?.element
        if (option) await scene.do({ do: 'click', ref: option.ref })
        else
          failures.push(
            `${call(element)} has no "${value}"${shown.length > 0 ? `; it has ${offered(shown)}` : ''}.`,
          )
      })
    }
    scene.last = element
    return failures.length > 0
      ? failed(failures.join(' '))
      : done(`Chose ${values.map((value) => `"${value}"`).join(', ')} in ${call(element)}.`)
  },
}
