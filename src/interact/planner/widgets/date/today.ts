import type { PageTree } from '../../page/page-tree.ts'
import type { Day } from './day.ts'
import { findDate } from './read-date.ts'
import type { Calends } from './read-date.ts'

/** Today as a page has it: as it says or marks it itself, else by its clock; and how it writes dates in numbers. */
export function todayOf(tree?: PageTree): Calends {
  const clock = tree?.view.now === undefined ? new Date() : new Date(`${tree.view.now}T12:00:00`)
  const today = { year: clock.getFullYear(), month: clock.getMonth() + 1, day: clock.getDate() }
  if (!tree) return { today }
  return { today: saidToday(tree, today) ?? today, dayFirst: isDayFirst(tree) }
}

const SAYS_TODAY =
  /\b(?:today(?:['’]s date)?|heute|aujourd['’]hui|hoy|oggi|vandaag|hoje)(?: is| ist| es| est| è)?\b\W{0,4}(.{6,40})/iu

/** `Today is Monday, 8 March 2027`. */
function saidToday(tree: PageTree, today: Day): Day | undefined {
  for (const { ownText, name } of tree.elements) {
    const said = SAYS_TODAY.exec(ownText) ?? (name.length < 60 ? SAYS_TODAY.exec(name) : null)
    const found = said && findDate(said[1]!, { today })
    if (found && found.at < 14 && !found.day.isYearOpen) return found.day
  }
  return undefined
}

/** In numbers only: by what fields ask for, else by dates that leave no doubt, else by the tongue of the page. */
function isDayFirst({ elements, view }: PageTree): boolean {
  let byTongue = view.lang !== undefined && !/^(en(-us|-ca)?|ja|zh|ko|hu|lt|sv)?$/i.test(view.lang)
  for (const { placeholder, ownText, value } of elements) {
    if (placeholder && /\b(dd?|tt|jj|gg)[-/. ]+mm?[-/. ]/i.test(placeholder)) return true
    if (placeholder && /\bmm?[-/. ]+dd?[-/. ]/i.test(placeholder)) return false
    const written = /(?<!\d)(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(value ?? ownText)
    if (written && Number(written[1]) > 12) byTongue = true
    else if (written && Number(written[2]) > 12) byTongue = false
  }
  return byTongue
}
