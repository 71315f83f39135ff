import type { PageTree } from '../../page/page-tree.ts'
import type { Calends } from './read-date.ts'

/** Today by the clock of the browser, and how a page writes dates in numbers. */
export function todayOf(tree: PageTree): Calends {
  const clock = tree.view.now === undefined ? new Date() : new Date(`${tree.view.now}T12:00:00`)
  const today = { year: clock.getFullYear(), month: clock.getMonth() + 1, day: clock.getDate() }
  return { today, dayFirst: isDayFirst(tree) }
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
