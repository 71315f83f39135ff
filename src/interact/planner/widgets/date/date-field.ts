import type { ViewElement } from '../../../../browser/browser.ts'
import type { PageTree } from '../../page/page-tree.ts'
import { call } from '../../say/call.ts'
import type { Driver } from '../../driver.ts'
import { done, failed } from '../outcome.ts'
import type { Widget } from '../widget.ts'
import { findCalendar } from './calendar.ts'
import type { Day } from './day.ts'
import { isoDay } from './day.ts'
import { told } from './date-button.ts'
import { awaitCalendar, openCalendar, pickDays, settleCalendar } from './pick-days.ts'
import type { Picked } from './pick-days.ts'
import { formatLike } from './read-date.ts'
import { readDays } from './read-range.ts'
import { todayOf } from './today.ts'

/** A text field for a date: its calendar is used where one opens, else the date is typed in the form the field shows. */
export const dateField: Widget = {
  is: (element, tree, value) =>
    element.tag === 'input' &&
    (element.readonly || looksLikeDate(element)) &&
    readDays(value, todayOf(tree)).length > 0,
  async put(element, said, driver) {
    const days = readDays(said, todayOf(await driver.tree()))
    let picked: Picked | 'typed' = 'missing'
    await driver.together({ type: 'choose', target: call(element), value: said }, async () => {
      const wasThere = findCalendar(await driver.tree()) !== undefined
      if (await isOpened(element, driver)) picked = await pickDays(days, driver)
      if (picked === 'picked' && !wasThere) await settleCalendar(driver)
      if (picked !== 'missing' || element.readonly) return
      const value = days.map((day) => written(day, element)).join(' – ')
      await driver.do({ do: 'fill', ref: element.ref, value })
      picked = 'typed'
    })
    if (picked === 'missing' || picked === 'off') return told(picked, said, call(element))
    return holds(days, element, await settledTree(element, driver))
  },
}

/** Clicked for its calendar; where nothing comes up, what stands beside it for that is. */
async function isOpened(element: ViewElement, driver: Driver): Promise<boolean> {
  if (await openCalendar(element, driver)) return true
  const tree = await driver.tree()
  const parent = tree.parent(element)
  const beside = parent
    ? tree
        .descendants(parent)
        .filter(
          (other) =>
            other.clickable && !other.editable && /date|calend|kalend|pick|📅|🗓/iu.test(saidBy(other)),
        )
    : []
  const [only] = beside
  if (!only || beside.length > 1) return false
  await driver.do({ do: 'click', ref: only.ref })
  return awaitCalendar(driver)
}

function saidBy({ name, text, hints, title }: ViewElement): string {
  return `${name} ${text} ${hints} ${title ?? ''}`
}

/** A field may take what was chosen a moment later. */
async function settledTree({ ref }: ViewElement, driver: Driver): Promise<PageTree> {
  const tree = await driver.tree()
  return tree.get(ref)?.value === '' ? driver.pause(250) : tree
}

function holds(days: readonly Day[], element: ViewElement, tree: PageTree) {
  const now = tree.get(element.ref)?.value
  const wanted = days[0]!
  if (now === '') return failed(`${call(element)} did not take ${isoDay(wanted)}.`)
  const numbers = (now ?? '').match(/\d+/g)?.map(Number) ?? []
  if (numbers.length > 0 && !numbers.includes(wanted.day) && !days.some(({ day }) => numbers.includes(day)))
    return failed(`${call(element)} did not take ${isoDay(wanted)}; it says ${now}.`)
  return done()
}

/** As the field wants it: by its pattern, by what it is called, by what it held. */
function written(day: Day, { placeholder, name, title, value, hints }: ViewElement): string {
  for (const pattern of [placeholder, name, title, hints]) {
    const text = pattern && formatLike(day, pattern)
    if (text) return text
  }
  const held = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(value ?? placeholder ?? '')
  if (held && held[1]!.length === 4) return formatLike(day, `yyyy${held[2]}mm${held[2]}dd`) ?? isoDay(day)
  if (held) {
    const isMonthFirst = Number(held[3]) > 12
    const [one, other] = isMonthFirst ? ['mm', 'dd'] : ['dd', 'mm']
    return formatLike(day, `${one}${held[2]}${other}${held[2]}yyyy`) ?? isoDay(day)
  }
  return isoDay(day)
}

/** When a card expires is a month, and no calendar has it. */
const EXPIRES = /\bcc[ -]?exp|\bmm\s*\/\s*(yy|jj|aa)(yy|jj|aa)?\b/i

function looksLikeDate(element: ViewElement): boolean {
  if (
    EXPIRES.test(`${element.hints} ${element.placeholder ?? ''}`) &&
    !/\bd{1,2}\b/i.test(element.placeholder ?? '')
  )
    return false
  return (
    /date|datum|fecha|calendar|\bday\b|check-?in|check-?out|arriv|depart|birth|geburt|naissance|nacimiento/i.test(
      `${element.hints} ${element.name} ${element.placeholder ?? ''}`,
    ) || /\b[dmytjag]{1,4}[-/. ]+[dmt]{1,4}[-/. ]+[dmyja]{2,4}\b/i.test(element.placeholder ?? '')
  )
}
