import type { ViewElement } from '../../../browser/browser.ts'
import { CommandError, NO_EFFECT } from '../driver.ts'
import type { Driver } from '../driver.ts'
import {
  anchorsOf,
  requireElement,
  waitAndLocate,
  findElement,
  locate,
  toLocated,
  withoutDuplicates,
} from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'
import { locateByVerb } from '../locate/locate-by-verb.ts'
import {
  hasSize,
  labelOf,
  mainRecords,
  onlyOf,
  recordOf,
  acceptsValues,
  describeElement,
} from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import type { OperationOf, Target } from '../parse/command.ts'
import { monthIn } from '../widgets/date/read-date.ts'
import { dayCell, findCalendar, turnToMonth } from '../widgets/date/calendar.ts'
import { titleOf } from '../read/records.ts'
import { declineBannerAndRetry } from '../consent/consent.ts'

type PressOperation = OperationOf<'press'>

export async function press(operation: PressOperation, driver: Driver): Promise<void> {
  const months = operation.verb === undefined ? operation.targets.map(({ name }) => monthIn(name)) : []
  const month = months.find((one) => one !== undefined)
  if (month && findCalendar(await driver.tree())) {
    if (!(await turnToMonth({ ...month, day: 1 }, driver)))
      throw new CommandError(`The calendar cannot be turned to "${operation.targets[0]!.name}".`)
    return
  }
  for (let times = 0; times < operation.times; times++) {
    const element = await findPressTarget(operation, driver)
    await pressElement(element, driver, operation)
  }
}

export async function pressElement(
  element: ViewElement,
  driver: Driver,
  { button, isDouble }: Pick<PressOperation, 'button' | 'isDouble'> = {},
): Promise<void> {
  if (element.disabled) await waitUntilEnabled(element, driver)
  const deed = {
    do: 'click' as const,
    ref: element.ref,
    ...(button && { button }),
    ...(isDouble && { count: 2 }),
  }
  const type = isDouble ? 'double-click' : button === 'right' ? 'right-click' : 'click'
  const downloads = driver.controller.downloads().length
  await declineBannerAndRetry(driver, () => driver.act(deed, { type, target: describeElement(element) }))
  driver.last = element
  driver.subject = subjectOf(element, await driver.tree()) ?? driver.subject
  const opened = (await driver.tree()).dialog
  if (opened) driver.opened.add(opened.ref)
  const isUnchanged = driver.actions.at(-1)?.effect === NO_EFFECT
  if (!isUnchanged || driver.questions.length > 0 || driver.controller.downloads().length > downloads) return
  const now = (await driver.tree()).get(element.ref)
  // A choice that was made already stays as it is; a field has the focus now.
  if (now && (now.selected || now.current || now.checked || now.pressed || now.editable)) return
  throw new CommandError(`${describeElement(element)} was pressed, but nothing on the page changed.`)
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
async function waitUntilEnabled(element: ViewElement, driver: Driver): Promise<void> {
  const isEnabled = (tree: PageTree) => !tree.get(element.ref)?.disabled
  if (!(await driver.until([200, 400, 800, 1600], isEnabled)))
    throw new CommandError(`${describeElement(element)} is disabled.`)
}

function subjectOf(element: ViewElement, tree: PageTree): string | undefined {
  const record = recordOf(element, tree)
  return (record && titleOf(record, tree)) ?? labelOf(element)
}

async function findPressTarget(operation: PressOperation, driver: Driver): Promise<ViewElement> {
  const locateIn = (tree: PageTree) => locatePressTarget(operation, tree, driver)
  let located = await waitAndLocate(locateIn, driver)
  if (located.state === 'missing' && (await hoverEntry(operation, driver)))
    located = locateIn(await driver.tree())
  if (
    located.state === 'missing' &&
    (await advanceUntil(driver, (tree) => locateIn(tree).state !== 'missing'))
  ) {
    located = locateIn(await driver.tree())
  }
  const targets =
    operation.verb === undefined
      ? operation.targets
      : [{ name: [operation.verb, operation.targets[0]?.name].filter(Boolean).join(' ') }]
  return requireElement(located, targets)
}

/** Some entries show their controls only while the mouse is over them. */
async function hoverEntry({ targets, verb }: PressOperation, driver: Driver): Promise<boolean> {
  const places = verb === undefined ? targets.flatMap(({ place }) => place ?? []) : targets
  const tree = await driver.tree()
  const anchors = places.flatMap((place) => anchorsOf(place, tree))
  const record = onlyOf(anchors.flatMap((anchor) => recordOf(anchor, tree) ?? []))
  if (record) await driver.do({ do: 'hover', ref: record.ref })
  return record !== undefined
}

export function locatePressTarget(
  { targets, verb }: Pick<PressOperation, 'targets' | 'verb'>,
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
    driver.query !== undefined && BARE_NOUN.test(first?.name ?? '') && mainRecords(tree).length === 1
  if (first && (isOnlyResult || IT_PATTERN.test(first.name))) return locateIt(tree, driver)
  const day = dayCellNamed(first?.name ?? '', tree)
  if (day) return toLocated(day)
  return locate(targets, { tree, isCandidate: isPressable, last: driver.last, former: driver.former })
}

/** `the 26th`: a day of the calendar that is shown. */
export function dayCellNamed(name: string, tree: PageTree): ViewElement | undefined {
  const day = /^(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)$/i.exec(name)?.[1]
  const calendar = day === undefined ? undefined : findCalendar(tree)
  return calendar && dayCell(calendar, Number(day), tree)
}

/** `open the product` after a search with one result */
const BARE_NOUN = /^\p{Ll}+$/u
const IT_PATTERN =
  /^(?:it|this|that|them|one|him|her|that one|this one|the one|result|only result|(?:its|the)?\s*(?:page|details|entry|item|match|hit)|(?:the )?\p{L}+ (?:that|which) (?:comes? up|shows? up|appears?|is (?:shown|found|listed)|you find))$/iu

/** `it` is the only entry of the list on the page, the entry that was searched for, or the element of the last command. */
function locateIt(tree: PageTree, { last, query }: Driver): Located {
  const isCandidate = (element: ViewElement) => isPressable(element) && !element.editable
  if (query !== undefined) {
    const records = mainRecords(tree)
    const wanted: Target[] = [{ name: query }]
    const inRecords = (element: ViewElement) =>
      isCandidate(element) && records.some((record) => record === element || tree.contains(record, element))
    const named = locate(wanted, { tree, isCandidate: inRecords })
    if (named.state !== 'missing') return named
    const links =
      records.length === 1 ? locate([{ name: '', kind: 'entry', ordinal: 1 }], { tree, isCandidate }) : named
    if (links.state === 'found') return links
  }
  const now = last && tree.get(last.ref)
  return toLocated(now)
}

export function isPressable(element: ViewElement): boolean {
  return element.clickable && hasSize(element)
}

const MOST_PAGES = 8
const NEXT_BUTTON =
  /^\W*(?:next(?: step)?|continue(?: to [\p{L} ]+)?|proceed(?: to [\p{L} ]+)?|go on|review(?: (?:your )?[\p{L}]+)?|step \d)\W*$/iu

/** Goes on until something is there. Only a form in which this instruction has entered something is left by its `Next`. */
export async function advanceUntil(driver: Driver, isThere: (tree: PageTree) => boolean): Promise<boolean> {
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const tree = await driver.tree()
    if (isThere(tree)) return true
    const next = nextButton(tree, driver)
    if (!next) return false
    await driver.click(next)
    const after = await driver.tree()
    if (after.elements.some((element) => element.invalid && !tree.get(element.ref)?.invalid)) return false
    if (driver.actions.at(-1)?.effect === NO_EFFECT) return false
  }
  return false
}

function nextButton(tree: PageTree, driver: Driver): ViewElement | undefined {
  const entered = driver.actions.some(({ type }) => /^(?:fill|choose|check|set)$/.test(type))
  if (!entered) return undefined
  const buttons = tree.elements.filter(
    (element) =>
      element.clickable &&
      !element.disabled &&
      !element.href &&
      NEXT_BUTTON.test(element.name || element.text),
  )
  const [only, ...others] = withoutDuplicates(buttons, tree)
  const hasForm = tree.elements.some((element) => acceptsValues(element) && element.type !== 'search')
  return only && others.length === 0 && (hasForm || only.type === 'submit') ? only : undefined
}

const BEGIN_MS = [0, 200, 400, 800, 1600]

export async function download({ targets }: OperationOf<'download'>, driver: Driver): Promise<void> {
  const element = await findElement((tree) => locateFile(targets, tree), targets, driver)
  const before = driver.controller.downloads().length
  await declineBannerAndRetry(driver, () =>
    driver.act({ do: 'click', ref: element.ref }, { type: 'download', target: describeElement(element) }),
  )
  driver.last = element
  if (!(await driver.until(BEGIN_MS, () => driver.controller.downloads().length > before)))
    throw new CommandError(`${describeElement(element)} was pressed, but no download began.`)
}

function locateFile(targets: readonly Target[], tree: PageTree): Located {
  for (const { name, isQuoted } of targets) {
    const records = anchorsOf({ name, ...(isQuoted && { isQuoted }) }, tree).map((anchor) =>
      recordOf(anchor, tree),
    )
    const inside = [...new Set(records)].flatMap((record) => (record ? tree.descendants(record) : []))
    const controls = inside.filter((one) => isPressable(one) && isDownload(one))
    if (controls.length === 1) return toLocated(controls[0])
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
