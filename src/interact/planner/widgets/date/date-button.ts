import { call } from '../../say/call.ts'
import { done, failed } from '../outcome.ts'
import { listBox } from '../list-box.ts'
import type { Widget } from '../widget.ts'
import { findCalendar } from './calendar.ts'
import { openCalendar, pickDays, settleCalendar } from './pick-days.ts'
import type { Picked } from './pick-days.ts'
import { findDate } from './read-date.ts'
import { readDays } from './read-range.ts'
import { todayOf } from './today.ts'

/** Anything else that is clicked for a calendar, or a calendar that is always there. */
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
    let hasCalendar = findCalendar(await driver.tree()) !== undefined
    const isAlwaysThere = hasCalendar
    await driver.together({ type: 'choose', target: call(element), value: said }, async () => {
      if (!hasCalendar) hasCalendar = await openCalendar(element, driver)
      if (!hasCalendar) return
      picked = await pickDays(days, driver)
      if (picked === 'picked' && !isAlwaysThere) await settleCalendar(driver)
    })
    if (!hasCalendar) return listBox.put(element, said, driver)
    return told(picked, said, call(element))
  },
}

/** What became of a day that was to be chosen, in a sentence. */
export function told(picked: Picked, said: string, where: string) {
  if (picked === 'picked') return done()
  return failed(
    picked === 'off'
      ? `${said} is not available in ${where}.`
      : `No day ${said} could be chosen in ${where}.`,
  )
}
