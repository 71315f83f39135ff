import type { PageTree } from '../../page/page-tree.ts'
import type { Day } from './day.ts'
import { findDate } from './read-date.ts'
import type { Calends } from './read-date.ts'

/** Today as a page has it: as it says itself, else by its clock; and how it writes dates in numbers. */
export function todayOf(tree: PageTree): Calends {
  const clock = tree.view.now === undefined ? new Date() : new Date(`${tree.view.now}T12:00:00`)
  const today = { year: clock.getFullYear(), month: clock.getMonth() + 1, day: clock.getDate() }
  return { today: saidToday(tree, today) ?? today, dayFirst: isDayFirst(tree) }
}

/** `Today is Monday, 8 March 2027`. */
function saidToday({ elements }: PageTree, today: Day): Day | undefined {
  for (const { ownText } of elements) {
    const said = /\btoday(?:['’]s date)?(?: is)?\b\W{0,4}(.{6,40})/i.exec(ownText)?.[1]
    const found = said === undefined ? undefined : findDate(said, { today })?.day
    if (found && !found.isYearOpen) return found
  }
  return undefined
}

/** By what fields ask for, else by dates that leave no doubt, else by the language of the page. */
function isDayFirst({ elements, view }: PageTree): boolean {
  let byLanguage = view.lang !== undefined && !/^(en(-us|-ca)?|ja|zh|ko|hu|lt|sv)?$/i.test(view.lang)
  for (const { placeholder = '', ownText, value } of elements) {
    if (/\bdd?[-/. ]+mm?[-/. ]/i.test(placeholder)) return true
    if (/\bmm?[-/. ]+dd?[-/. ]/i.test(placeholder)) return false
    const [, first, second] = /(?<!\d)(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(value ?? ownText) ?? []
    if (Number(first) > 12) byLanguage = true
    else if (Number(second) > 12) byLanguage = false
  }
  return byLanguage
}
