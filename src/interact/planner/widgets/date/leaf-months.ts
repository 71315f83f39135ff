import type { ViewElement } from '../../../../browser/browser.ts'
import { hasRoom, middleOf } from '../../page/page-tree.ts'
import type { PageTree } from '../../page/page-tree.ts'
import type { Driver } from '../../driver.ts'
import { monthOf } from './calendar-names.ts'
import { findCalendar, shownMonths } from './calendar.ts'
import type { ShownMonth } from './calendar.ts'
import type { Day } from './day.ts'
import { monthsBetween } from './day.ts'

const MOST_TURNS = 60
/** From so many months on it is worth while to look for a quicker way than leafing. */
const FAR = 4

/** Brings a calendar to the month of a day; false when there is no way. */
export async function leafTo(day: Day, driver: Driver): Promise<boolean> {
  let quick = true
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    const tree = await driver.tree()
    const months = shownMonths(tree)
    const [first] = months
    if (!first) return false
    if (months.some((shown) => monthsBetween(shown, day) === 0)) return true
    const away = monthsBetween(away0(months, day), day)
    if (quick && Math.abs(away) > 1 && (await chooseInLists(first, day, driver))) continue
    if (quick && Math.abs(away) > FAR) {
      quick = false
      if (await zoomTo(first, day, driver)) continue
      if (!findCalendar(await driver.tree())) return false
    }
    const turn = turner(months, away > 0 ? 'next' : 'previous', await driver.tree())
    if (!turn) return false
    await driver.do({ do: 'click', ref: turn.ref })
    if (!(await hasTurned(first, driver))) return false
  }
  return false
}

/** Of several months the one nearest to the day. */
function away0(months: readonly ShownMonth[], day: Day): ShownMonth {
  return months.toSorted((a, b) => Math.abs(monthsBetween(a, day)) - Math.abs(monthsBetween(b, day)))[0]!
}

/** Whether another month is shown than before; some calendars take a moment. */
async function hasTurned(before: ShownMonth, driver: Driver): Promise<boolean> {
  for (const ms of [0, 120, 300, 400]) {
    const now = findCalendar(ms === 0 ? await driver.tree() : await driver.pause(ms))
    if (now && (now.month !== before.month || now.year !== before.year)) return true
  }
  return false
}

const WAYS = {
  next: {
    word: /\b(next|forward|later|weiter|nächste\w*|vor|suivante?|siguiente|próximo|proximo|seguinte|prossimo|successivo|volgende)\b/iu,
    sign: /[›>→▶❯⟩»▸]|chevron ?right|arrow ?right|\bright\b|arrow ?forward|keyboard ?arrow ?right/i,
  },
  previous: {
    word: /\b(prev|previous|back|earlier|zurück|vorige\w*|vorherige\w*|précédente?|anterior|precedente|vorige)\b/iu,
    sign: /[‹<←◀❮⟨«◂]|chevron ?left|arrow ?left|\bleft\b|arrow ?back|keyboard ?arrow ?left/i,
  },
} as const
const OF_YEARS = /\b(years?|jahr|année|año|anno|jaar|ano|decades?)\b/iu
const DOUBLE = /[»«]|double/i

/** What turns a calendar by a month: by its name, else its sign, else where it stands beside the title. */
function turner(
  months: readonly ShownMonth[],
  way: 'next' | 'previous',
  tree: PageTree,
): ViewElement | undefined {
  const holder = months[0]!.holder
  const days = new Set(months.flatMap((month) => month.days))
  for (const outer of [holder, ...tree.ancestors(holder).slice(0, 6)]) {
    const controls = tree
      .descendants(outer)
      .filter(
        (element) =>
          element.clickable &&
          !element.disabled &&
          hasRoom(element) &&
          element.text.length < 30 &&
          isAround(element, months[0]!.days) &&
          ![...days].some((day) => day === element || tree.holds(element, day)) &&
          !/^\d{1,2}$/.test(element.text),
      )
    const said = (element: ViewElement) => `${element.name} ${element.title ?? ''} ${element.hints}`
    const single = controls.filter((element) => !OF_YEARS.test(`${element.name} ${element.title ?? ''}`))
    const named = single.find((element) => WAYS[way].word.test(said(element)))
    if (named) return named
    const signed = single.filter((element) => WAYS[way].sign.test(`${said(element)} ${element.text}`))
    const one = signed.find((element) => !DOUBLE.test(element.text)) ?? signed[0]
    if (one) return one
    const beside = besideTitle(single, months[0]!, way)
    if (beside) return beside
  }
  return undefined
}

/** What belongs to a calendar stands close to its days. */
function isAround({ box }: ViewElement, days: readonly ViewElement[]): boolean {
  const [left, top] = [Math.min(...days.map((day) => day.box.x)), Math.min(...days.map((day) => day.box.y))]
  const right = Math.max(...days.map((day) => day.box.x + day.box.width))
  const bottom = Math.max(...days.map((day) => day.box.y + day.box.height))
  const isBeside = box.x + box.width > left - ASIDE && box.x < right + (right - left) + ASIDE
  return isBeside && box.y + box.height > top - ABOVE && box.y < bottom + ASIDE
}

const ASIDE = 80
const ABOVE = 150

/** Two small buttons without words above the days: the left one goes back. */
function besideTitle(
  controls: readonly ViewElement[],
  { days }: ShownMonth,
  way: 'next' | 'previous',
): ViewElement | undefined {
  const top = days[0]!.box.y
  const plain = controls
    .filter((element) => !/[\p{L}\d]/u.test(element.text) && element.box.y < top && element.box.width < 80)
    .sort((a, b) => middleOf(a).x - middleOf(b).x)
  if (plain.length < 2) return undefined
  return way === 'next' ? plain.at(-1) : plain[0]
}

/** Where month and year are lists, they are chosen rather than leafed to; a year in a field is typed. */
async function chooseInLists({ holder }: ShownMonth, day: Day, driver: Driver): Promise<boolean> {
  const tree = await driver.tree()
  const around = tree.ancestors(holder).slice(0, 4)
  const scope = around.find((outer) => tree.descendants(outer).some((element) => element.options)) ?? holder
  let chosen = false
  for (const list of tree.descendants(scope)) {
    const label = list.options?.find(
      (option) => monthOf(option.label) === day.month || option.label.trim() === String(day.year),
    )
    if (list.tag !== 'select' || !label || label.selected) continue
    await driver.do({ do: 'select', ref: list.ref, labels: [label.label] })
    chosen = true
  }
  const years = tree
    .descendants(around.at(-1) ?? holder)
    .find(
      (element) =>
        element.editable && /^(19|20)\d{2}$/.test(element.value ?? '') && /year/i.test(said(element)),
    )
  if (years && years.value !== String(day.year)) {
    await driver.do({ do: 'fill', ref: years.ref, value: String(day.year) })
    await driver.do({ do: 'press', key: 'Enter', ref: years.ref })
    chosen = true
  }
  return chosen
}

function said({ name, hints }: ViewElement): string {
  return `${name} ${hints}`
}

/** By the title to the years, from there to the months, from there to the days. */
async function zoomTo(from: ShownMonth, day: Day, driver: Driver): Promise<boolean> {
  const title = titleControl(from, await driver.tree())
  if (!title) return false
  await driver.do({ do: 'click', ref: title.ref })
  for (let times = 0; times < 12; times++) {
    const tree = await driver.pause(times === 0 ? 60 : 0)
    const months = shownMonths(tree)
    if (months.length > 0 && times > 0) return true
    const year = cellsCalled(tree, (text) => /^(19|20)\d{2}$/.test(text))
    const month = cellsCalled(tree, (text) => text.length < 12 && monthOf(text) !== undefined)
    const cell =
      month.length >= 10 && yearSaid(tree, month) === day.year
        ? month.find((element) => monthOf(element.text) === day.month)
        : year.length >= 5
          ? year.find((element) => element.text === String(day.year))
          : month.length >= 10 && times > 0 && yearSaid(tree, month) === undefined
            ? month.find((element) => monthOf(element.text) === day.month)
            : undefined
    const next =
      cell ??
      (month.length >= 10
        ? (headOf(month, tree) ?? turnYears(month, (yearSaid(tree, month) ?? day.year) < day.year, tree))
        : year.length >= 5
          ? turnYears(year, Number(year.at(-1)!.text) < day.year, tree)
          : undefined)
    if (!next) return months.length > 0
    await driver.do({ do: 'click', ref: next.ref })
  }
  return false
}

/** What says month and year and can be clicked. */
function titleControl({ holder, days, year }: ShownMonth, tree: PageTree): ViewElement | undefined {
  const own = new Set(days)
  for (const outer of [holder, ...tree.ancestors(holder).slice(0, 5)]) {
    const title = tree
      .descendants(outer)
      .find(
        (element) =>
          element.clickable &&
          !own.has(element) &&
          element.tag !== 'select' &&
          element.text.length < 30 &&
          (element.text.includes(String(year)) ||
            /\b(switch|choose (month|year)|select year)\b/i.test(said(element))),
      )
    if (title) return title
  }
  return undefined
}

function cellsCalled(tree: PageTree, test: (text: string) => boolean): ViewElement[] {
  return tree.elements.filter(
    (element) => element.clickable && !element.disabled && test(element.text.trim()),
  )
}

/** The year that stands above months. */
function yearSaid(tree: PageTree, months: readonly ViewElement[]): number | undefined {
  const holder = months[0] && tree.shared(months[0], months.at(-1)!)
  for (const outer of holder ? [holder, ...tree.ancestors(holder).slice(0, 3)] : []) {
    const said = tree
      .descendants(outer)
      .map(({ ownText, value }) => /^\D{0,12}((?:19|20)\d{2})\D{0,3}$/.exec(value || ownText)?.[1])
      .find(Boolean)
    if (said) return Number(said)
  }
  return undefined
}

/** The year above months, where it can be clicked. */
function headOf(months: readonly ViewElement[], tree: PageTree): ViewElement | undefined {
  const holder = months[0] && tree.shared(months[0], months.at(-1)!)
  for (const outer of holder ? [holder, ...tree.ancestors(holder).slice(0, 3)] : []) {
    const head = tree
      .descendants(outer)
      .find((element) => element.clickable && /^\D{0,3}(19|20)\d{2}\D{0,3}$/.test(element.text))
    if (head) return head
  }
  return undefined
}

function turnYears(cells: readonly ViewElement[], onwards: boolean, tree: PageTree): ViewElement | undefined {
  const way = WAYS[onwards ? 'next' : 'previous']
  const holder = tree.shared(cells[0]!, cells.at(-1)!)
  for (const outer of holder ? [holder, ...tree.ancestors(holder).slice(0, 4)] : []) {
    const found = tree
      .descendants(outer)
      .find(
        (element) =>
          element.clickable &&
          !element.disabled &&
          !cells.includes(element) &&
          element.text.length < 30 &&
          (way.word.test(said(element)) || way.sign.test(`${said(element)} ${element.text}`)),
      )
    if (found) return found
  }
  return undefined
}
