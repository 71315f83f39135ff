import type { ViewElement } from '../../../../browser/browser.ts'
import type { PageTree } from '../../page/page-tree.ts'
import type { Scene } from '../../scene.ts'
import type { Day } from './read-date.ts'
import { monthOf } from './read-date.ts'

/** A calendar that shows a month: what it shows, its days, and how to get to others. */
interface Calendar {
  holder: ViewElement
  year: number
  month: number
  days: ViewElement[]
}

/** The calendar that is shown, if there is one: the smallest part of the page with the days of a month. */
export function findCalendar(tree: PageTree): Calendar | undefined {
  for (const holder of tree.elements.toReversed()) {
    const inside = tree.descendants(holder)
    const days = inside.filter((element) => isDayNumber(element, tree))
    if (days.length < 28) continue
    const title =
      titleOf(holder, inside) ??
      tree
        .ancestors(holder)
        .slice(0, 4)
        .map((outer) => titleOf(outer, tree.descendants(outer)))
        .find(Boolean)
    if (!title) continue
    const whole =
      tree
        .ancestors(holder)
        .slice(0, 4)
        .findLast((outer) => countDays(tree, outer) <= days.length + 14) ?? holder
    return { holder: whole, ...title, days }
  }
  return undefined
}

/** Goes to the month of a day and clicks the day; false when there is no way. */
export async function pickDay(day: Day, scene: Scene): Promise<boolean> {
  for (let turns = 0; turns < 60; turns++) {
    const tree = await scene.tree()
    const calendar = findCalendar(tree)
    if (!calendar) return false
    const months = (day.year - calendar.year) * 12 + day.month - calendar.month
    if (months === 0) {
      const cell = dayCell(calendar, day, tree)
      if (!cell) return false
      await scene.do({ do: 'click', ref: cell.ref })
      return true
    }
    if (Math.abs(months) > 1 && (await chooseMonth(calendar, day, scene))) continue
    const turn = turner(calendar, months > 0 ? 'next' : 'previous', tree)
    if (!turn) return false
    await scene.do({ do: 'click', ref: turn.ref })
    if (!(await hasTurned(calendar, scene))) return false
  }
  return false
}

/** Whether another month is shown than before; some calendars take a moment. */
async function hasTurned(before: Calendar, scene: Scene): Promise<boolean> {
  for (const ms of [0, 120, 300]) {
    const now = findCalendar(ms === 0 ? await scene.tree() : await scene.pause(ms))
    if (now && (now.month !== before.month || now.year !== before.year)) return true
  }
  return false
}

function isDayNumber(element: ViewElement, tree: PageTree): boolean {
  if (!/^\d{1,2}$/.test(element.text) || Number(element.text) < 1 || Number(element.text) > 31) return false
  return !tree.children(element).some((child) => child.text === element.text)
}

function countDays(tree: PageTree, holder: ViewElement): number {
  return tree.descendants(holder).filter((element) => isDayNumber(element, tree)).length
}

/** Month and year as its heading says them, or as its lists for month and year stand. */
function titleOf(
  holder: ViewElement,
  inside: readonly ViewElement[],
): { year: number; month: number } | undefined {
  const chosen = inside
    .filter((element) => element.tag === 'select')
    .map((element) => element.options?.find((option) => option.selected)?.label ?? '')
  for (const text of [
    chosen.join(' '),
    ...inside.map((element) => element.ownText),
    ...inside.map((element) => element.text),
    holder.name,
    holder.text.slice(0, 80),
  ]) {
    const year = /\b(19|20)\d{2}\b/.exec(text)?.[0]
    const month = (text.match(/[\p{L}]{3,}/gu) ?? []).map(monthOf).find((found) => found !== undefined)
    if (year && month) return { year: Number(year), month }
  }
  return undefined
}

/** The cell of a day that belongs to the month itself: not of the months before and after it that are shown too. */
function dayCell(calendar: Calendar, day: Day, tree: PageTree): ViewElement | undefined {
  const first = calendar.days.findIndex((element) => element.text === '1')
  const own = calendar.days.slice(Math.max(0, first))
  const cell = own.find((element) => Number(element.text) === day.day && !element.disabled)
  return cell && (tree.closest(cell, (element) => element.clickable) ?? cell)
}

const TURNS = {
  next: /\bnext\b|forward|›|»|>|→|chevron-?right|arrow-?right/i,
  previous: /\bprev(ious)?\b|\bback\b|‹|«|<|←|chevron-?left|arrow-?left/i,
}

function turner(calendar: Calendar, way: 'next' | 'previous', tree: PageTree): ViewElement | undefined {
  const controls = tree
    .descendants(calendar.holder)
    .filter(
      (element) =>
        element.clickable &&
        !element.disabled &&
        element.text.length < 30 &&
        !calendar.days.includes(element) &&
        !/year/i.test(element.name),
    )
  return controls.find((element) =>
    TURNS[way].test(`${element.name} ${element.title ?? ''} ${element.text} ${element.hints}`),
  )
}

/** Where month and year are lists, they are chosen rather than leafed to. */
async function chooseMonth(calendar: Calendar, day: Day, scene: Scene): Promise<boolean> {
  const tree = await scene.tree()
  const lists = tree.descendants(calendar.holder).filter((element) => element.tag === 'select')
  let chosen = false
  for (const list of lists) {
    const label = list.options?.find(
      (option) => monthOf(option.label) === day.month || option.label.trim() === String(day.year),
    )
    if (!label || label.selected) continue
    await scene.do({ do: 'select', ref: list.ref, labels: [label.label] })
    chosen = true
  }
  return chosen
}
