import { call } from '../../say/call.ts'
import { done, failed } from '../../steps/step-outcome.ts'
import type { Widget } from '../widget.ts'
import { isoDay, readDate, readTime, todayOf } from './read-date.ts'

/** A field of the browser for a date, a time or both, which takes them in one form only. */
export const typedDate: Widget = {
  is: (element) => element.tag === 'input' && Object.hasOwn(FORMS, element.type ?? ''),
  async put(element, values, scene) {
    const text = values.join(' ')
    const value = FORMS[element.type!]!(text)
    if (value === undefined)
      return failed(`"${text}" is nothing that ${call(element)} takes; it takes a ${element.type}.`)
    await scene.act({ do: 'set', ref: element.ref, value }, { type: 'set', target: call(element), value })
    scene.last = element
    const now = (await scene.tree()).get(element.ref)?.value
    return now === undefined || now.startsWith(value)
      ? done(`Set ${call(element)} to ${value}.`)
      : failed(`${call(element)} did not take ${value}; it holds ${now === '' ? 'nothing' : now}.`)
  },
}

const FORMS: Record<string, (text: string) => string | undefined> = {
  date: day,
  month: (text) =>
    /^\d{4}-\d{2}$/.test(text) ? text : day(/\d{1,2} /.test(text) ? text : `1 ${text}`)?.slice(0, 7),
  week: (text) => (/^\d{4}-W\d{2}$/.test(text) ? text : undefined),
  time: readTime,
  'datetime-local': (text) => {
    const date = day(text)
    return date && `${date}T${readTime(text) ?? '00:00'}`
  },
}

function day(text: string): string | undefined {
  const found = readDate(text, todayOf())
  return found && isoDay(found)
}
