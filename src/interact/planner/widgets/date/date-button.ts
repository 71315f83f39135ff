import { call } from '../../say/call.ts'
import { listBox } from '../list-box.ts'
import type { Widget } from '../widget.ts'
import { findCalendar } from './calendar.ts'
import { outcomeOf, pickIn } from './pick-days.ts'
import type { Picked } from './pick-days.ts'
import { findDate, readDays } from './read-date.ts'
import { todayOf } from './today.ts'

/** Any other control that opens a calendar, or a calendar that is always there. */
export const dateButton: Widget = {
  is: (_element, tree, text) => {
    const calends = todayOf(tree)
    return (
      findDate(text, calends) !== undefined ||
      (findCalendar(tree) !== undefined && readDays(text, calends).length > 0)
    )
  },
  async put(element, said, driver) {
    const days = readDays(said, todayOf(await driver.tree()))
    let picked: Picked = 'missing'
    await driver.together({ type: 'choose', target: call(element), value: said }, async () => {
      picked = await pickIn(element, days, driver)
    })
    return (picked as Picked) === 'closed'
      ? listBox.put(element, said, driver)
      : outcomeOf(picked, said, element)
  },
}
