import { call } from '../../say/call.ts'
import { done, failed } from '../../steps/step-outcome.ts'
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
  is: (_element, tree, values) => {
    const text = values.join(' – ')
    const calends = todayOf(tree)
    return (
      findDate(text, calends) !== undefined ||
      (findCalendar(tree) !== undefined && readDays(text, calends).length > 0)
    )
  },
  async put(element, values, scene) {
    const said = values.join(' – ')
    const days = readDays(said, todayOf(await scene.tree()))
    let picked: Picked = 'missing'
    let hasCalendar = findCalendar(await scene.tree()) !== undefined
    const isAlwaysThere = hasCalendar
    await scene.together({ type: 'choose', target: call(element), value: said }, async () => {
      if (!hasCalendar) hasCalendar = await openCalendar(element, scene)
      if (!hasCalendar) return
      picked = await pickDays(days, scene)
      if (picked === 'picked' && !isAlwaysThere) await settleCalendar(scene)
    })
    if (!hasCalendar) return listBox.put(element, values, scene)
    scene.last = element
    return told(picked, said, call(element))
  },
}

/** What became of a day that was to be chosen, in a sentence. */
export function told(picked: Picked, said: string, where: string) {
  if (picked === 'picked') return done(`Chose ${said} in ${where}.`)
  return failed(
    picked === 'off'
      ? `${said} is not available in ${where}.`
      : `No day ${said} could be chosen in ${where}.`,
  )
}
