import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo, NO_EFFECT } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { anchorsOf, elementIn, find, findElement, locate, located, withoutDoubles } from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'
import { locateByVerb } from '../locate/locate-by-verb.ts'
import { hasRoom, labelOf, mainRecords, onlyOf, recordOf, takesValues, call } from '../page.ts'
import type { PageTree } from '../page.ts'
import type { OrderOf, Target } from '../parse/command.ts'
import { monthIn } from '../widgets/date/read-date.ts'
import { dayCell, findCalendar, leafTo } from '../widgets/date/calendar.ts'
import { titleOf } from '../read/records.ts'
import { throughCover } from '../consent/consent.ts'

type Press = OrderOf<'press'>

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

export async function sendField(
  field: ViewElement,
  button: ViewElement | undefined,
  driver: Driver,
): Promise<void> {
  if (button) return pressElement(button, driver)
  await driver.act({ do: 'press', key: 'Enter', ref: field.ref }, { type: 'press', value: 'Enter' })
}

/** Some controls are disabled while the page is at work. */
async function enabled(element: ViewElement, driver: Driver): Promise<void> {
  const isEnabled = (tree: PageTree) => !tree.get(element.ref)?.disabled
  if (!(await driver.until([200, 400, 800, 1600], isEnabled)))
    throw new CannotDo(`${call(element)} is disabled.`)
}

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
  const anchors = places.flatMap((place) => anchorsOf(place, tree))
  const record = onlyOf(anchors.flatMap((anchor) => recordOf(anchor, tree) ?? []))
  if (record) await driver.do({ do: 'hover', ref: record.ref })
  return record !== undefined
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
  if (day) return located(day)
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
  return located(now)
}

export function isPressable(element: ViewElement): boolean {
  return element.clickable && hasRoom(element)
}

const MOST_PAGES = 8
const NEXT =
  /^\W*(?:next(?: step)?|continue(?: to [\p{L} ]+)?|proceed(?: to [\p{L} ]+)?|go on|review(?: (?:your )?[\p{L}]+)?|step \d)\W*$/iu

/** Goes on until something is there. Only a form in which this instruction has entered something is left by its `Next`. */
export async function goOn(driver: Driver, isThere: (tree: PageTree) => boolean): Promise<boolean> {
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const tree = await driver.tree()
    if (isThere(tree)) return true
    const next = nextOf(tree, driver)
    if (!next) return false
    await driver.click(next)
    const after = await driver.tree()
    if (after.elements.some((element) => element.invalid && !tree.get(element.ref)?.invalid)) return false
    if (driver.actions.at(-1)?.effect === NO_EFFECT) return false
  }
  return false
}

function nextOf(tree: PageTree, driver: Driver): ViewElement | undefined {
  const entered = driver.actions.some(({ type }) => /^(?:fill|choose|check|set)$/.test(type))
  if (!entered) return undefined
  const buttons = tree.elements.filter(
    (element) =>
      element.clickable && !element.disabled && !element.href && NEXT.test(element.name || element.text),
  )
  const [only, ...others] = withoutDoubles(buttons, tree)
  const hasForm = tree.elements.some((element) => takesValues(element) && element.type !== 'search')
  return only && others.length === 0 && (hasForm || only.type === 'submit') ? only : undefined
}

const BEGIN_MS = [0, 200, 400, 800, 1600]

export async function download({ targets }: OrderOf<'download'>, driver: Driver): Promise<void> {
  const element = await findElement((tree) => locateFile(targets, tree), targets, driver)
  const before = driver.stage.downloads().length
  await throughCover(driver, () =>
    driver.act({ do: 'click', ref: element.ref }, { type: 'download', target: call(element) }),
  )
  driver.last = element
  if (!(await driver.until(BEGIN_MS, () => driver.stage.downloads().length > before)))
    throw new CannotDo(`${call(element)} was pressed, but no download began.`)
}

function locateFile(targets: readonly Target[], tree: PageTree): Located {
  for (const { name, isQuoted } of targets) {
    const records = anchorsOf({ name, ...(isQuoted && { isQuoted }) }, tree).map((anchor) =>
      recordOf(anchor, tree),
    )
    const inside = [...new Set(records)].flatMap((record) => (record ? tree.descendants(record) : []))
    const controls = inside.filter((one) => isPressable(one) && isDownload(one))
    if (controls.length === 1) return located(controls[0])
  }
  const named = targets.filter(({ kind }) => kind !== 'entry')
  const asked = named.flatMap((target) => [target, { ...target, name: `download ${target.name}` }])
  return locate(asked, { tree, isCandidate: isPressable })
}

function isDownload({ name, text, title, href }: ViewElement): boolean {
  return (
    /\b(?:download|save|get)\b|[↓⤓⬇]/i.test(`${name} ${text} ${title ?? ''}`) ||
    /\bdownload\b/i.test(href ?? '')
  )
}
