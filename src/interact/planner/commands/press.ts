import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import { NO_EFFECT } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { elementIn, find } from '../locate/find.ts'
import { anchorsOf, locate } from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'
import { locateByVerb } from '../locate/locate-by-verb.ts'
import type { PageTree } from '../page/page-tree.ts'
import { mainRecords, recordOf } from '../page/records.ts'
import type { Order, Target } from '../parse/command.ts'
import { call } from '../say/call.ts'
import { monthIn } from '../widgets/date/read-date.ts'
import { dayCell, findCalendar } from '../widgets/date/calendar.ts'
import { leafTo } from '../widgets/date/leaf-months.ts'
import { labelOf } from '../locate/kinds.ts'
import { titleOf } from '../read/records.ts'
import { throughCover } from '../consent/refuse.ts'
import { goOn } from './go-on.ts'

type Press = Extract<Order, { do: 'press' }>

/** Presses what an instruction names. */
export async function press(order: Press, driver: Driver): Promise<void> {
  const months = order.verb === undefined ? order.targets.map(({ name }) => monthIn(name)) : []
  const month = months.find((one) => one !== undefined)
  if (month && findCalendar(await driver.tree())) {
    if (!(await leafTo({ ...month, day: 1 }, driver)))
      throw new CannotDo(`The calendar cannot be turned to "${order.targets[0]!.name}".`)
    return
  }
  for (let times = 0; times < order.times; times++) {
    const element = await findPressed(order, driver)
    await pressElement(element, driver, order)
  }
}

/** Presses an element and makes sure that the page reacted. */
export async function pressElement(
  element: ViewElement,
  driver: Driver,
  { button, isDouble }: Pick<Press, 'button' | 'isDouble'> = {},
): Promise<void> {
  if (element.disabled) await enabled(element, driver)
  const deed = {
    do: 'click' as const,
    ref: element.ref,
    ...(button && { button }),
    ...(isDouble && { count: 2 }),
  }
  const type = isDouble ? 'double-click' : button === 'right' ? 'right-click' : 'click'
  const downloads = driver.stage.downloads().length
  await throughCover(driver, () => driver.act(deed, { type, target: call(element) }))
  driver.last = element
  driver.subject = subjectOf(element, await driver.tree()) ?? driver.subject
  const opened = (await driver.tree()).dialog
  if (opened) driver.opened.add(opened.ref)
  const isUnchanged = driver.actions.at(-1)?.effect === NO_EFFECT
  if (!isUnchanged || driver.questions.length > 0 || driver.stage.downloads().length > downloads) return
  const now = (await driver.tree()).get(element.ref)
  // A choice that was made already stays as it is; a field has the focus now.
  if (now && (now.selected || now.current || now.checked || now.pressed || now.editable)) return
  throw new CannotDo(`${call(element)} was pressed, but nothing on the page changed.`)
}

/** Some controls are disabled while the page is at work. */
async function enabled(element: ViewElement, driver: Driver): Promise<void> {
  for (const ms of [200, 400, 800, 1600]) if (!(await driver.pause(ms)).get(element.ref)?.disabled) return
  throw new CannotDo(`${call(element)} is disabled.`)
}

/** The words that an element is about: its entry, or its own name. */
function subjectOf(element: ViewElement, tree: PageTree): string | undefined {
  const record = recordOf(element, tree)
  return (record && titleOf(record, tree)) ?? labelOf(element)
}

async function findPressed(order: Press, driver: Driver): Promise<ViewElement> {
  const locateIn = (tree: PageTree) => locatePressed(order, tree, driver)
  let located = await find(locateIn, driver)
  if (located.state === 'missing' && (await hoverEntry(order, driver)))
    located = locateIn(await driver.tree())
  if (located.state === 'missing' && (await goOn(driver, (tree) => locateIn(tree).state !== 'missing'))) {
    located = locateIn(await driver.tree())
  }
  const targets =
    order.verb === undefined
      ? order.targets
      : [{ name: [order.verb, order.targets[0]?.name].filter(Boolean).join(' ') }]
  return elementIn(located, targets)
}

/** Some entries show their controls only while the mouse is over them. */
async function hoverEntry({ targets, verb }: Press, driver: Driver): Promise<boolean> {
  const places = verb === undefined ? targets.flatMap(({ place }) => place ?? []) : targets
  const tree = await driver.tree()
  const records = new Set(
    places.flatMap((place) => anchorsOf(place, tree)).map((anchor) => recordOf(anchor, tree)),
  )
  const [record, ...others] = [...records].filter((one) => one !== undefined)
  if (!record || others.length > 0) return false
  await driver.do({ do: 'hover', ref: record.ref })
  return true
}

export function locatePressed(
  { targets, verb }: Pick<Press, 'targets' | 'verb'>,
  tree: PageTree,
  driver: Driver,
): Located {
  if (verb !== undefined) {
    const byVerb = locateByVerb(verb, targets, { tree, last: driver.last })
    // `view the lot "Chair"`: without such a control the lot itself is pressed.
    if (byVerb.state !== 'missing' || !/^(?:view|play|show)$/.test(verb)) return byVerb
  }
  const [first] = targets
  const isOnlyResult =
    driver.query !== undefined && NOUN.test(first?.name ?? '') && mainRecords(tree).length === 1
  if (first && (isOnlyResult || IT.test(first.name))) return locateIt(tree, driver)
  const day = dayNamed(first?.name ?? '', tree)
  if (day) return { state: 'found', element: day, score: 1 }
  return locate(targets, { tree, isCandidate: isPressable, last: driver.last, former: driver.former })
}

/** `the 26th`: a day of the calendar that is shown. */
export function dayNamed(name: string, tree: PageTree): ViewElement | undefined {
  const day = /^(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)$/i.exec(name)?.[1]
  const calendar = day === undefined ? undefined : findCalendar(tree)
  return calendar && dayCell(calendar, Number(day), tree)
}

/** `open the product` after a search with one result */
const NOUN = /^\p{Ll}+$/u
const IT =
  /^(?:it|this|that|them|one|him|her|that one|this one|the one|result|only result|(?:its|the)?\s*(?:page|details|entry|item|match|hit)|(?:the )?\p{L}+ (?:that|which) (?:comes? up|shows? up|appears?|is (?:shown|found|listed)|you find))$/iu

/** `it` is the only entry of the list on the page, the entry that was searched for, or the element of the last command. */
function locateIt(tree: PageTree, { last, query }: Driver): Located {
  const isCandidate = (element: ViewElement) => isPressable(element) && !element.editable
  if (query !== undefined) {
    const records = mainRecords(tree)
    const wanted: Target[] = [{ name: query }]
    const inRecords = (element: ViewElement) =>
      isCandidate(element) && records.some((record) => record === element || tree.holds(record, element))
    const named = locate(wanted, { tree, isCandidate: inRecords })
    if (named.state !== 'missing') return named
    const links =
      records.length === 1 ? locate([{ name: '', kind: 'entry', ordinal: 1 }], { tree, isCandidate }) : named
    if (links.state === 'found') return links
  }
  const now = last && tree.get(last.ref)
  return now ? { state: 'found', element: now, score: 1 } : { state: 'missing', near: [] }
}

export function isPressable({ clickable, box }: ViewElement): boolean {
  return clickable && box.width > 0 && box.height > 0
}
