import { pureColour } from '../match/colours.ts'
import { shownColour } from '../match/shown-colour.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { Widget } from './widget.ts'

/** A field for a colour: the browser's own, or one that shows a colour as six hexadecimal digits. */
export const colourField: Widget = {
  is: (element, tree, values) =>
    element.type === 'color' ||
    (element.editable &&
      isColour(values[0] ?? '', tree) &&
      (/jscolor|colou?r ?(picker|wheel|input)/i.test(element.hints) ||
        /^#?[0-9a-f]{6}$/i.test(element.value ?? ''))),
  async put(element, values, scene) {
    const said = values[0] ?? ''
    const colour = pureColour(said) ?? shownColour(said, await scene.tree()) ?? said
    if (!/^#[0-9a-f]{6}$/i.test(colour))
      return failed(`"${values[0]}" is no colour that ${call(element)} takes.`)
    const bare = element.type !== 'color' && /^[0-9a-f]{6}$/i.test(element.value ?? '')
    const value = bare ? colour.slice(1).toUpperCase() : colour
    const telling = { type: 'choose', target: call(element), value }
    const tree = await scene.tree()
    const isInForm = tree.closest(element, (outer) => outer.tag === 'form') !== undefined
    if (element.type === 'color') await scene.act({ do: 'set', ref: element.ref, value }, telling)
    else
      await scene.together(telling, async () => {
        await scene.do({ do: 'fill', ref: element.ref, value })
        // In a form, Enter would send it.
        if (!isInForm) await scene.do({ do: 'press', key: 'Enter', ref: element.ref })
        await scene.do({ do: 'press', key: 'Tab', ref: element.ref })
      })
    scene.last = element
    return done(`Set ${call(element)} to ${value}.`)
  },
}

function isColour(value: string, tree: PageTree): boolean {
  return (
    pureColour(value) !== undefined || /^#[0-9a-f]{6}$/i.test(value) || shownColour(value, tree) !== undefined
  )
}
