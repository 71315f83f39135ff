import { PageControllerError } from '../../../../browser/browser.ts'
import type { ViewElement } from '../../../../browser/browser.ts'
import { monthOf } from '../../../../language/months.ts'
import { CommandError } from '../../driver.ts'
import type { Driver } from '../../driver.ts'
import { describeElement, hasSize } from '../../page-tree.ts'
import type { PageTree } from '../../page-tree.ts'
import { ANY_DAY, findDate, monthsBetween, resolveDay } from './read-date.ts'
import type { DateContext, Day } from './read-date.ts'

export interface ShownMonth {
  holder: ViewElement
  year: number
  month: number
  days: readonly ViewElement[]
}

type MonthOfYear = Pick<Day, 'year' | 'month'>

export function findCalendar(tree: PageTree): ShownMonth | undefined {
  return shownMonths(tree)[0]
}

const monthsByTree = new WeakMap<PageTree, ShownMonth[]>()

/** All months that are shown, in the order of the page: each a run of days from the first on, with what says which month it is. */
function shownMonths(tree: PageTree): ShownMonth[] {
  const before = monthsByTree.get(tree)
  if (before) return before
  const found = gridsOf(tree).flatMap((grid) => monthsOf(grid, tree))
  monthsByTree.set(tree, found)
  return found
}

/** The cell of a day that belongs to the month itself: not of the months before and after it that are shown too. */
export function dayCell({ days }: ShownMonth, day: number, tree: PageTree): ViewElement | undefined {
  const cell = days.find((element) => numberOf(element) === day)
  if (!cell) return undefined
  const used = tree.closest(cell, (element) => element.clickable)
  const around = used && tree.descendants(used).length > 12 ? cell : (used ?? cell)
  const inside = tree.descendants(cell).find((element) => element.clickable)
  return inside && !cell.clickable ? inside : around
}

function isUnavailable(cell: ViewElement, tree: PageTree): boolean {
  return [cell, ...tree.ancestors(cell).slice(0, 2)].some(
    (element) =>
      element.disabled || (numberOf(element) !== undefined && UNAVAILABLE_HINT.test(element.hints)),
  )
}

const UNAVAILABLE_HINT = /\b(disabled|unavailable|blocked|booked|sold ?out|not available)\b/i

interface Grid {
  holder: ViewElement
  days: ViewElement[]
}

const MIN_DAYS = 28

function gridsOf(tree: PageTree): Grid[] {
  const cells = tree.elements.filter((element) => isDayNumber(element, tree))
  if (cells.length < MIN_DAYS) return []
  const inside = new Map<ViewElement, ViewElement[]>()
  for (const cell of cells)
    for (const outer of tree.ancestors(cell)) {
      const days = inside.get(outer)
      if (days) days.push(cell)
      else inside.set(outer, [cell])
    }
  return [...inside]
    .filter(
      ([holder, days]) =>
        days.length >= MIN_DAYS &&
        !tree.children(holder).some((child) => (inside.get(child)?.length ?? 0) >= MIN_DAYS),
    )
    .map(([holder, days]) => ({ holder, days }))
    .sort((a, b) => tree.order(a.holder) - tree.order(b.holder))
}

function isDayNumber(element: ViewElement, tree: PageTree): boolean {
  const number = numberOf(element)
  if (number === undefined || element.editable) return false
  return !tree.children(element).some((child) => numberOf(child) === number)
}

/** The number of a day, by itself or with something below it: a price, a dot. */
function numberOf({ text, clickable, role }: ViewElement): number | undefined {
  const found = /^(\d{1,2})(?:\s+\D.{0,12}|\s*[•·.]+|\s+[€$£].{0,8})?$/u.exec(text)
  if (!found || (found[0].length > 2 && !clickable && role !== 'gridcell' && role !== 'cell'))
    return undefined
  const number = Number(found[1])
  return number >= 1 && number <= 31 ? number : undefined
}

function monthsOf(grid: Grid, tree: PageTree): ShownMonth[] {
  const runs = runsOf(grid.days)
  const titles = titlesFor(grid, tree)
  return runs.flatMap((days, index): ShownMonth[] => {
    const said = monthFromNames(days) ?? titles[index]
    return said ? [{ holder: grid.holder, ...said, days }] : []
  })
}

/** Whole months among numbers: what comes before the first and after the last is of other months. */
function runsOf(days: readonly ViewElement[]): ViewElement[][] {
  const runs: ViewElement[][] = []
  for (const day of days) {
    if (numberOf(day) === 1) runs.push([])
    runs.at(-1)?.push(day)
  }
  return runs.filter((run) => run.length >= MIN_DAYS)
}

/** Where each day says its whole date, that settles it. */
function monthFromNames(days: readonly ViewElement[]): MonthOfYear | undefined {
  const middle = days[14]
  if (!middle) return undefined
  for (const text of [middle.name, middle.title ?? '']) {
    const found = text.length > 5 ? findDate(text, ANY_DAY)?.day : undefined
    if (found && !found.isYearOpen && found.day === numberOf(middle))
      return { year: found.year, month: found.month }
  }
  return undefined
}

function titlesFor({ holder, days }: Grid, tree: PageTree): MonthOfYear[] {
  const own = new Set(days)
  for (const outer of [holder, ...tree.ancestors(holder).slice(0, 5)]) {
    const others = tree.descendants(outer).filter((element) => !own.has(element))
    const before = others.filter((element) => tree.order(element) < tree.order(days[0]!))
    const texts = [outer.name, ...visibleTexts(before), ...visibleTexts(others)]
    const whole = texts.flatMap((text) => readMonths(text))
    // Months beside each other have their titles above them: the one right before the days is theirs.
    const isShared = before.length > 0 && outer !== holder && tree.children(outer).length > 1
    if (whole.length > 0) return isShared ? whole.slice(-1) : whole
  }
  return []
}

function visibleTexts(elements: readonly ViewElement[]): string[] {
  return elements
    .map(({ options, value, ownText, text }) => {
      if (options) return options.find((option) => option.selected)?.label ?? ''
      return value || ownText || text
    })
    .filter((text) => text !== '' && text.length < 60)
}

function readMonths(text: string): MonthOfYear[] {
  const years = [...text.matchAll(/\b(?:19|20)\d{2}\b/g)].map(([year]) => Number(year))
  const months = (text.match(/\p{L}{3,}/gu) ?? []).flatMap((word) => monthOf(word, 'english') ?? [])
  if (years.length === 0 || months.length === 0) return []
  return months.map((month, index) => ({ year: years[Math.min(index, years.length - 1)]!, month }))
}

export function dateContextOf(tree: PageTree): DateContext {
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

/** What became of days that were to be picked; `off` if one is there but cannot be had, `closed` if no calendar opens. */
export type PickOutcome = 'picked' | 'off' | 'missing' | 'closed'

export async function pickInCalendar(
  opener: ViewElement,
  days: readonly Day[],
  driver: Driver,
): Promise<PickOutcome> {
  const isThere = findCalendar(await driver.tree()) !== undefined
  if (!isThere && !(await openCalendar(opener, driver))) return 'closed'
  const picked = await pickDays(days, driver)
  if (picked === 'picked' && !isThere) await confirm(driver)
  return picked
}

async function pickDays(said: readonly Day[], driver: Driver): Promise<PickOutcome> {
  let from: { year: number; month: number } | undefined = findCalendar(await driver.tree())
  for (const one of said) {
    if (!from) return 'missing'
    const day = resolveDay(one, from)
    if (!(await turnToMonth(day, driver))) return 'missing'
    const tree = await driver.tree()
    const month = shownMonths(tree).find((shown) => monthsBetween(shown, day) === 0)
    const cell = month && dayCell(month, day.day, tree)
    if (!cell) return 'missing'
    if (isUnavailable(cell, tree)) return 'off'
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
    if (!(error instanceof PageControllerError) || error.code !== 'covered') throw error
    await driver.refresh()
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

export function assertPicked(picked: PickOutcome, text: string, element: ViewElement): void {
  if (picked === 'off') throw new CommandError(`${text} is not available in ${describeElement(element)}.`)
  if (picked !== 'picked')
    throw new CommandError(`No day ${text} could be chosen in ${describeElement(element)}.`)
}

const MOST_TURNS = 60

export async function turnToMonth(day: Day, driver: Driver): Promise<boolean> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const tree = await driver.tree()
    const months = shownMonths(tree)
    const [first] = months
    if (!first) return false
    const away = Math.min(...months.map((shown) => monthsBetween(shown, day)))
    if (months.some((shown) => monthsBetween(shown, day) === 0)) return true
    const turn = turnButton(first, away > 0 ? 'next' : 'previous', tree)
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

const TURN_BUTTONS = {
  next: /\b(next|forward|later|right)\b|[›>→▶❯⟩»▸]/i,
  previous: /\b(prev|previous|back|earlier|left)\b|[‹<←◀❮⟨«◂]/i,
} as const
const YEAR_BUTTON = /\b(years?|decades?)\b|[»«]/i

function turnButton(
  { holder }: ShownMonth,
  direction: keyof typeof TURN_BUTTONS,
  tree: PageTree,
): ViewElement | undefined {
  for (const outer of [holder, ...tree.ancestors(holder).slice(0, 4)]) {
    const controls = tree
      .descendants(outer)
      .filter(
        (one) =>
          one.clickable && !one.disabled && hasSize(one) && one.text.length < 30 && !/^\d/.test(one.text),
      )
    const named = controls.filter((one) => TURN_BUTTONS[direction].test(controlText(one)))
    const found = named.find((one) => !YEAR_BUTTON.test(controlText(one))) ?? named[0]
    if (found) return found
  }
  return undefined
}

function controlText({ name, title, hints, text }: ViewElement): string {
  return `${name} ${title ?? ''} ${hints} ${text}`
}
