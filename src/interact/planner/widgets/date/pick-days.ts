import { StageError } from '../../../../browser/browser.ts'
import type { ViewElement } from '../../../../browser/browser.ts'
import { CannotDo } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { call, hasRoom } from '../../page.ts'
import type { PageTree } from '../../page.ts'
import { dayCell, findCalendar, isOff, shownMonths } from './calendar.ts'
import type { ShownMonth } from './calendar.ts'
import { monthsBetween, nearTo } from './day.ts'
import type { Day } from './day.ts'

/** What became of days that were to be picked; `off` if one is there but cannot be had, `closed` if no calendar opens. */
export type Picked = 'picked' | 'off' | 'missing' | 'closed'

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
  return (await driver.until([0, 150, 300], findCalendar)) !== undefined
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

export function assertPicked(picked: Picked, said: string, element: ViewElement): void {
  if (picked === 'off') throw new CannotDo(`${said} is not available in ${call(element)}.`)
  if (picked !== 'picked') throw new CannotDo(`No day ${said} could be chosen in ${call(element)}.`)
}

const MOST_TURNS = 60

export async function leafTo(day: Day, driver: Driver): Promise<boolean> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const tree = await driver.tree()
    const months = shownMonths(tree)
    const [first] = months
    if (!first) return false
    const away = Math.min(...months.map((shown) => monthsBetween(shown, day)))
    if (months.some((shown) => monthsBetween(shown, day) === 0)) return true
    const turn = turner(first, away > 0 ? 'next' : 'previous', tree)
    if (!turn) return false
    await driver.do({ do: 'click', ref: turn.ref })
    if (!(await hasTurned(first, driver))) return false
  }
  return false
}

async function hasTurned(before: ShownMonth, driver: Driver): Promise<boolean> {
  const isOther = (now: ShownMonth | undefined) => now !== undefined && monthsBetween(now, before) !== 0
  return (await driver.until([0, 120, 300, 400], (tree) => isOther(findCalendar(tree)))) ?? false
}

const WAYS = {
  next: /\b(next|forward|later|right)\b|[›>→▶❯⟩»▸]/i,
  previous: /\b(prev|previous|back|earlier|left)\b|[‹<←◀❮⟨«◂]/i,
} as const
const OF_YEARS = /\b(years?|decades?)\b|[»«]/i

function turner({ holder }: ShownMonth, way: keyof typeof WAYS, tree: PageTree): ViewElement | undefined {
  for (const outer of [holder, ...tree.ancestors(holder).slice(0, 4)]) {
    const controls = tree
      .descendants(outer)
      .filter(
        (one) =>
          one.clickable && !one.disabled && hasRoom(one) && one.text.length < 30 && !/^\d/.test(one.text),
      )
    const named = controls.filter((one) => WAYS[way].test(sayingsOf(one)))
    const found = named.find((one) => !OF_YEARS.test(sayingsOf(one))) ?? named[0]
    if (found) return found
  }
  return undefined
}

function sayingsOf({ name, title, hints, text }: ViewElement): string {
  return `${name} ${title ?? ''} ${hints} ${text}`
}
