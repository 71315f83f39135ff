import type { PageTree } from '../../page/page-tree.ts'
import { call } from '../../say/call.ts'
import { done, failed } from '../widget.ts'
import type { Widget } from '../widget.ts'
import { isoDay, nearTo, two } from './day.ts'
import { monthIn, readDays, readTime } from './read-date.ts'
import { todayOf } from './today.ts'

/** A field of the browser for a date, a time or both, which takes them in one form only. */
export const typedDate: Widget = {
  is: (element) => element.tag === 'input' && Object.hasOwn(FORMS, element.type ?? ''),
  async put(element, text, driver) {
    const value = FORMS[element.type!]!(text, await driver.tree(), element.min)
    if (value === undefined) return failed(`${call(element)} takes a ${element.type}, not "${text}".`)
    await driver.act({ do: 'set', ref: element.ref, value }, { type: 'set', target: call(element), value })
    const now = (await driver.tree()).get(element.ref)?.value
    return now === undefined || now.startsWith(value)
      ? done()
      : failed(`${call(element)} did not take ${value}; it holds ${now === '' ? 'nothing' : now}.`)
  },
}

type Form = (text: string, tree: PageTree, min: string | undefined) => string | undefined

const FORMS: Record<string, Form> = {
  date: day,
  month: (text, tree, min) => {
    const month = monthIn(text, todayOf(tree).today)
    if (month) return `${month.year}-${two(month.month)}`
    return /^\d{4}-\d{2}$/.test(text) ? text : day(text, tree, min)?.slice(0, 7)
  },
  week: (text) => (/^\d{4}-W\d{2}$/.test(text) ? text : undefined),
  time: (text) => readTime(text),
  'datetime-local': (text, tree, min) => {
    const date = day(text, tree, min)
    return date && `${date}T${readTime(text) ?? '00:00'}`
  },
}

/** A date without its year is the next that the field takes. */
function day(text: string, tree: PageTree, min = ''): string | undefined {
  const [found] = readDays(text, todayOf(tree))
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(min) ?? []
  return found && isoDay(year ? nearTo(found, { year: Number(year), month: Number(month) }) : found)
}
