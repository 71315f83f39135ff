import type { PageTree } from '../../page/page-tree.ts'
import { call } from '../../say/call.ts'
import { done, failed } from '../outcome.ts'
import type { Widget } from '../widget.ts'
import { monthOf } from './calendar-names.ts'
import { isoDay, nearTo, two } from './day.ts'
import { readDate, readTime } from './read-date.ts'
import { todayOf } from './today.ts'

/** A field of the browser for a date, a time or both, which takes them in one form only. */
export const typedDate: Widget = {
  is: (element) => element.tag === 'input' && Object.hasOwn(FORMS, element.type ?? ''),
  async put(element, text, driver) {
    const value = FORMS[element.type!]!(text, await driver.tree(), element.min)
    if (value === undefined)
      return failed(`"${text}" is nothing that ${call(element)} takes; it takes a ${element.type}.`)
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
  month: (text, tree, min) =>
    /^\d{4}-\d{2}$/.test(text) ? text : (monthIn(text, tree) ?? day(text, tree, min)?.slice(0, 7)),
  week: (text) => {
    const said = /\b(?:week|kw|woche|semaine|semana|settimana)\s+(\d{1,2})\D+(\d{4})/i.exec(text)
    return /^\d{4}-W\d{2}$/.test(text) ? text : said ? `${said[2]}-W${two(Number(said[1]))}` : undefined
  },
  time: (text) => readTime(text),
  'datetime-local': (text, tree, min) => {
    const date = day(text, tree, min)
    return date && `${date}T${readTime(text) ?? '00:00'}`
  },
}

/** A date without its year is the next that the field takes. */
function day(text: string, tree: PageTree, min: string | undefined): string | undefined {
  const found = readDate(text, todayOf(tree))
  const from = /^(\d{4})-(\d{2})/.exec(min ?? '')
  return found && isoDay(from ? nearTo(found, { year: Number(from[1]), month: Number(from[2]) }) : found)
}

/** `March 2027`, and the month to come where the year is not said. */
function monthIn(text: string, tree: PageTree): string | undefined {
  if (/\d{1,2}(?:st|nd|rd|th|\.)?\s+\p{L}/u.test(text)) return undefined
  const month = (text.match(/\p{L}{3,}/gu) ?? []).flatMap((word) => monthOf(word) ?? [])[0]
  const { today } = todayOf(tree)
  const year = Number(/\b(?:19|20)\d{2}\b/.exec(text)?.[0] ?? today.year)
  return month === undefined ? undefined : `${year}-${two(month)}`
}
