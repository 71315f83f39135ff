import type { ViewElement } from '../../../../browser/browser.ts'
import { call } from '../../say/call.ts'
import { done, failed } from '../../steps/step-outcome.ts'
import type { Widget } from '../widget.ts'
import { findCalendar, pickDay } from './calendar.ts'
import { formatLike, readDate, todayOf } from './read-date.ts'

/** A text field for a date: its calendar is used where one opens, else the date is typed in the form the field shows. */
export const dateField: Widget = {
  is: (element, _tree, values) =>
    element.tag === 'input' &&
    readDate(values.join(' '), todayOf()) !== undefined &&
    (element.readonly || looksLikeDate(element)),
  async put(element, values, scene) {
    const said = values.join(' ')
    const day = readDate(said, todayOf())!
    let picked = false
    await scene.together({ type: 'choose', target: call(element), value: said }, async () => {
      await scene.do({ do: 'click', ref: element.ref })
      if (!findCalendar(await scene.tree())) await scene.pause(250)
      if (findCalendar(await scene.tree())) picked = await pickDay(day, scene)
      if (picked || element.readonly) return
      await scene.do({
        do: 'fill',
        ref: element.ref,
        value: formatLike(day, element.placeholder ?? '') ?? said,
      })
      picked = true
    })
    scene.last = element
    const now = (await scene.tree()).get(element.ref)?.value
    return picked && now !== ''
      ? done(`Set ${call(element)} to ${now ?? said}.`)
      : failed(`No day ${said} could be chosen in ${call(element)}.`)
  },
}

function looksLikeDate(element: ViewElement): boolean {
  return (
    /date|calendar|\bday\b|check-?in|check-?out|arriv|depart|birth/i.test(
      `${element.hints} ${element.name} ${element.placeholder ?? ''}`,
    ) || /[dmy]{1,4}[-/.][dmy]{1,4}/i.test(element.placeholder ?? '')
  )
}
