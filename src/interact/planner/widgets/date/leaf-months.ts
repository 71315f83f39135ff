import type { ViewElement } from '../../../../browser/browser.ts'
import type { Driver } from '../../driver.ts'
import { hasRoom } from '../../page/page-tree.ts'
import type { PageTree } from '../../page/page-tree.ts'
import { findCalendar, shownMonths } from './calendar.ts'
import type { ShownMonth } from './calendar.ts'
import type { Day } from './day.ts'
import { monthsBetween } from './day.ts'
import { monthOf } from '../../../../language/months.ts'

const MOST_TURNS = 60

/** Brings a calendar to the month of a day; false if there is no way. */
export async function leafTo(day: Day, driver: Driver): Promise<boolean> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const tree = await driver.tree()
    const months = shownMonths(tree)
    const [first] = months
    if (!first) return false
    const away = Math.min(...months.map((shown) => monthsBetween(shown, day)))
    if (months.some((shown) => monthsBetween(shown, day) === 0)) return true
    if (turns === 0 && (await chooseInLists(first, day, driver))) continue
    const turn = turner(first, away > 0 ? 'next' : 'previous', tree)
    if (!turn) return false
    await driver.do({ do: 'click', ref: turn.ref })
    if (!(await hasTurned(first, driver))) return false
  }
  return false
}

/** Whether another month is shown than before; some calendars take a moment. */
async function hasTurned(before: ShownMonth, driver: Driver): Promise<boolean> {
  for (const ms of [0, 120, 300, 400]) {
    const now = findCalendar(await driver.pause(ms))
    if (now && monthsBetween(now, before) !== 0) return true
  }
  return false
}

const WAYS = {
  next: /\b(next|forward|later|right)\b|[›>→▶❯⟩»▸]/i,
  previous: /\b(prev|previous|back|earlier|left)\b|[‹<←◀❮⟨«◂]/i,
} as const
const OF_YEARS = /\b(years?|decades?)\b|[»«]/i

/** The control that turns a calendar by a month: by its name or its sign, else by its place beside the title. */
function turner(
  { holder, days }: ShownMonth,
  way: 'next' | 'previous',
  tree: PageTree,
): ViewElement | undefined {
  for (const outer of [holder, ...tree.ancestors(holder).slice(0, 4)]) {
    const controls = tree
      .descendants(outer)
      .filter(
        (one) =>
          one.clickable && !one.disabled && hasRoom(one) && one.text.length < 30 && !/^\d/.test(one.text),
      )
    const named = controls.filter((one) => WAYS[way].test(sayingsOf(one)))
    const found =
      named.find((one) => !OF_YEARS.test(sayingsOf(one))) ?? named[0] ?? besideTitle(controls, days, way)
    if (found) return found
  }
  return undefined
}

function sayingsOf({ name, title, hints, text }: ViewElement): string {
  return `${name} ${title ?? ''} ${hints} ${text}`
}

/** Two buttons without words above the days: the left one goes back. */
function besideTitle(
  controls: readonly ViewElement[],
  [first]: readonly ViewElement[],
  way: 'next' | 'previous',
): ViewElement | undefined {
  const wordless = controls
    .filter(({ text, box }) => !/[\p{L}\d]/u.test(text) && box.y < first!.box.y)
    .toSorted((a, b) => a.box.x - b.box.x)
  return wordless.length < 2 ? undefined : wordless.at(way === 'next' ? -1 : 0)
}

/** Where month and year are lists, they are chosen rather than leafed to. */
async function chooseInLists({ holder }: ShownMonth, day: Day, driver: Driver): Promise<boolean> {
  const tree = await driver.tree()
  const scope = tree.ancestors(holder).slice(0, 4).at(-1) ?? holder
  let isChosen = false
  for (const { tag, ref, options = [] } of tree.descendants(scope)) {
    const option = options.find(
      ({ label }) => monthOf(label, 'english') === day.month || label.trim() === String(day.year),
    )
    if (tag !== 'select' || !option || option.selected) continue
    await driver.do({ do: 'select', ref, labels: [option.label] })
    isChosen = true
  }
  return isChosen
}
