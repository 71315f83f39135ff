import { StageError } from '../../../../browser/browser.ts'
import type { ViewElement } from '../../../../browser/browser.ts'
import type { Driver } from '../../driver.ts'
import { call } from '../../say/call.ts'
import { done, failed } from '../widget.ts'
import type { Outcome } from '../widget.ts'
import { dayCell, findCalendar, isOff, shownMonths } from './calendar.ts'
import type { Day } from './day.ts'
import { monthsBetween, nearTo } from './day.ts'
import { leafTo } from './leaf-months.ts'

/** What became of days that were to be picked; `off` if one is there but cannot be had, `closed` if no calendar opens. */
export type Picked = 'picked' | 'off' | 'missing' | 'closed'

/** Picks days in the calendar of an element: one day, or the first and the last of a range. */
export async function pickIn(opener: ViewElement, days: readonly Day[], driver: Driver): Promise<Picked> {
  const isThere = findCalendar(await driver.tree()) !== undefined
  if (!isThere && !(await openCalendar(opener, driver))) return 'closed'
  const picked = await pickDays(days, driver)
  if (picked === 'picked' && !isThere) await confirm(driver)
  return picked
}

async function pickDays(said: readonly Day[], driver: Driver): Promise<Picked> {
  let from: { year: number; month: number } | undefined = findCalendar(await driver.tree())
  for (const one of said) {
    if (!from) return 'missing'
    const day = nearTo(one, from)
    if (!(await leafTo(day, driver))) return 'missing'
    const tree = await driver.tree()
    const month = shownMonths(tree).find((shown) => monthsBetween(shown, day) === 0)
    const cell = month && dayCell(month, day.day, tree)
    if (!cell) return 'missing'
    if (isOff(cell, tree)) return 'off'
    await driver.do({ do: 'click', ref: cell.ref })
    from = day
  }
  return 'picked'
}

/** Clicks the control that opens a calendar; one that is open already may lie over it. */
async function openCalendar(element: ViewElement, driver: Driver): Promise<boolean> {
  try {
    await driver.do({ do: 'click', ref: element.ref })
  } catch (error) {
    if (!(error instanceof StageError) || error.code !== 'covered') throw error
    await driver.look()
  }
  for (const ms of [0, 150, 300]) if (findCalendar(await driver.pause(ms))) return true
  return false
}

const CONFIRMS = /^\W*(ok|okay|apply|done|set|select|confirm|choose|save|use)\b.{0,16}$/i

/** Confirms a day in a calendar that opened and stays open until that. */
async function confirm(driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const holder = findCalendar(tree)?.holder
  for (const outer of holder ? [holder, ...tree.ancestors(holder).slice(0, 4)] : []) {
    const inside = tree.descendants(outer)
    if (inside.some(({ editable }) => editable)) return
    const button = inside.find((one) => one.clickable && !one.disabled && CONFIRMS.test(one.text || one.name))
    if (button) return driver.do({ do: 'click', ref: button.ref })
  }
}

/** What became of days, as an outcome for the caller. */
export function outcomeOf(picked: Picked, said: string, element: ViewElement): Outcome {
  if (picked === 'picked') return done()
  return failed(
    picked === 'off'
      ? `${said} is not available in ${call(element)}.`
      : `No day ${said} could be chosen in ${call(element)}.`,
  )
}
