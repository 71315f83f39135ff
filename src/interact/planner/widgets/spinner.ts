import { call } from '../say/call.ts'
import { holdsNumber, readNumber } from './numbers.ts'
import { failed } from './outcome.ts'
import type { Widget } from './widget.ts'

/** A field for a number. */
export const spinner: Widget = {
  is: ({ role, type, editable }) =>
    editable && (role === 'spinbutton' || type === 'number') && !/^(date|time|month|week)/.test(type ?? ''),
  async put(element, value, driver) {
    const wanted = value === '' ? '' : readNumber(value)
    if (wanted === undefined) return failed(`${call(element)} takes one number, not "${value}".`)
    const telling = { type: 'fill', target: call(element), value: String(wanted) }
    await driver.act({ do: 'fill', ref: element.ref, value: String(wanted) }, telling)
    return holdsNumber(element, Number(wanted), await driver.tree())
  },
}
