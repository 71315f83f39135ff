import { call } from '../../say/call.ts'
import { done, failed } from '../../steps/step-outcome.ts'
import type { Widget } from '../widget.ts'
import { findCalendar, pickDay } from './calendar.ts'
import { readDate, todayOf } from './read-date.ts'

/** Anything else that is clicked for a calendar, or a calendar that is always there. */
export const dateButton: Widget = {
  is: (_element, tree, values) => {
    const text = values.join(' ')
    return readDate(text, todayOf()) !== undefined && (/\d{4}/.test(text) || findCalendar(tree) !== undefined)
  },
  async put(element, values, scene) {
    const said = values.join(' ')
    let picked = false
    await scene.together({ type: 'choose', target: call(element), value: said }, async () => {
      if (!findCalendar(await scene.tree())) await scene.do({ do: 'click', ref: element.ref })
      if (!findCalendar(await scene.tree())) await scene.pause(250)
      picked = await pickDay(readDate(said, todayOf())!, scene)
    })
    scene.last = element
    return picked
      ? done(`Chose ${said} in ${call(element)}.`)
      : failed(`No day ${said} could be chosen in ${call(element)}.`)
  },
}
