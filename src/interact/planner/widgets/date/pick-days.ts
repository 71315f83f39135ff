import { StageError } from '../../../../browser/browser.ts'
import type { ViewElement } from '../../../../browser/browser.ts'
import type { PageTree } from '../../page/page-tree.ts'
import type { Driver } from '../../driver.ts'
import { dayCell, findCalendar, isOff, shownMonths } from './calendar.ts'
import type { Day } from './day.ts'
import { monthsBetween, nearTo } from './day.ts'
import { leafTo } from './leaf-months.ts'

/** What became of days that were to be picked; `off` when one is there but not to be had. */
export type Picked = 'picked' | 'off' | 'missing'

/** Picks days one after the other in the calendar that is shown: one day, or the first and the last of a range. */
export async function pickDays(said: readonly Day[], driver: Driver): Promise<Picked> {
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

/** Waits a little for a calendar to come up. */
export async function awaitCalendar(driver: Driver): Promise<boolean> {
  for (const ms of [0, 150, 300])
    if (findCalendar(ms === 0 ? await driver.tree() : await driver.pause(ms))) return true
  return false
}

/** Clicks what opens a calendar; one that is open already may lie over it. */
export async function openCalendar(element: ViewElement, driver: Driver): Promise<boolean> {
  try {
    await driver.do({ do: 'click', ref: element.ref })
  } catch (error) {
    const isOver = error instanceof StageError && /cover/i.test(error.message)
    if (!isOver || !findCalendar(await driver.look())) throw error
  }
  return awaitCalendar(driver)
}

const SETTLES =
  /^\W*(ok|okay|apply|done|set|select|confirm|choose|save|use|übernehmen|anwenden|fertig|bestätigen|auswählen|valider|appliquer|confirmer|terminé|aceptar|aplicar|listo|confirmar|conferma|applica|fatto|toepassen|klaar|gereed|bevestigen|concluído)\b.{0,16}$/iu

/** A calendar that came up and counts only once that is confirmed is confirmed. */
export async function settleCalendar(driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const calendar = findCalendar(tree)
  const button = calendar && settlingButton(calendar.holder, tree)
  if (button) await driver.do({ do: 'click', ref: button.ref })
}

function settlingButton(holder: ViewElement, tree: PageTree): ViewElement | undefined {
  for (const outer of [holder, ...tree.ancestors(holder).slice(0, 4)]) {
    const inside = tree.descendants(outer)
    if (
      inside.some(
        (element) => element.editable && !/year|hour|minute|time/i.test(`${element.name} ${element.hints}`),
      )
    )
      return undefined
    const button = inside.find(
      (element) => element.clickable && !element.disabled && SETTLES.test(element.text || element.name),
    )
    if (button) return button
  }
  return undefined
}
