import type { ViewElement } from '../../../browser/browser.ts'
import { CommandError } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { similarity, stemOf, stemsOf } from '../match/words.ts'
import {
  buttonsBeside,
  isSearchField,
  labelOf,
  onlyOf,
  SEARCH,
  acceptsText,
  describeElement,
} from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { columnsOf } from '../read/records.ts'
import { valueOf } from '../read/value.ts'
import { enterValue } from '../widgets/widgets.ts'
import { isPressable, pressElement, sendField } from './press.ts'
import type { FormInput, OperationOf, Target } from '../parse/command.ts'
import { putValues } from './put-values.ts'
import { ambiguous, findElement, locate, toLocated } from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'

const ASCENDING =
  /\b(?:asc\w*|low(?:est)?\b.*\bhigh|low(?:est)? first|cheap\w*|a\s*(?:-|–|to|→)\s*z|old\w*\b|earliest|small\w*|↑|▲)/i
const DESCENDING =
  /\b(?:desc\w*|high(?:est)?\b.*\blow|high(?:est)? first|expensive|z\s*(?:-|–|to|→)\s*a|new\w*\b|latest|large\w*|most|↓|▼)/i

export async function sort({ by, descending }: OperationOf<'sort'>, driver: Driver): Promise<void> {
  const tree = await driver.tree()
  const option = sortOption(by, descending, tree)
  if (option) {
    await enterValue(option.list, option.label, driver)
    driver.last = option.list
    return
  }
  const head = columnHeader(by, tree)
  if (!head) throw new CommandError(`The page has no way to sort by "${by}".`)
  for (let times = 0; times < 3; times++) {
    if (times > 0 && isSorted(by, descending, await driver.tree())) return
    const now = columnHeader(by, await driver.tree())
    if (!now) break
    await pressElement(now, driver)
    if (descending === undefined) return
  }
  if (!isSorted(by, descending, await driver.tree()))
    throw new CommandError(`The list did not get sorted by "${by}" in that direction.`)
}

function sortOption(by: string, descending: boolean | undefined, tree: PageTree) {
  const stems = stemsOf(by)
  const found = tree.elements.flatMap((list) =>
    (list.options ?? []).flatMap(({ label, disabled }) => {
      const words = new Set(stemsOf(label))
      const isNamed = stems.every((stem) => words.has(stem))
      const [isUp, isDown] = [ASCENDING.test(label), DESCENDING.test(label)]
      const isWay =
        descending === undefined || (descending ? isDown && !isUp : isUp && !isDown) || (!isUp && !isDown)
      return !disabled && isNamed && isWay ? [{ list, label, isExact: isUp !== isDown }] : []
    }),
  )
  return found.find(({ isExact }) => isExact) ?? (found.length === 1 ? found[0] : undefined)
}

function columnHeader(by: string, tree: PageTree): ViewElement | undefined {
  const heads = tree.elements.filter(
    ({ role, tag, clickable, text, name }) =>
      (role === 'columnheader' || tag === 'th' || (clickable && /\bsort\b/i.test(`${name} ${text}`))) &&
      similarity(by, (text || name).replace(/[▲▼↑↓⇅⇵]|\bsort by\b/giu, '')) >= 0.6,
  )
  const head = heads.toSorted(
    (a, b) => similarity(by, b.text || b.name) - similarity(by, a.text || a.name),
  )[0]
  if (!head) return undefined
  return head.clickable ? head : (tree.descendants(head).find(({ clickable }) => clickable) ?? head)
}

function isSorted(by: string, descending: boolean | undefined, tree: PageTree): boolean {
  const column = columnsOf(tree).find(({ name }) => similarity(by, name) >= 0.6)
  if (!column) return true
  const cells = tree.elements
    .filter(({ role }) => role === 'row')
    .map((row) => tree.children(row)[column.at])
    .filter((cell) => cell !== undefined && cell.role !== 'columnheader' && cell.tag !== 'th')
  const values = cells.map((cell) => valueOf(cell!.text))
  const pairs = values.slice(1).map((value, index) => [values[index]!, value] as const)
  return pairs.every(([left, right]) => (descending ? compare(left, right) >= 0 : compare(left, right) <= 0))
}

function compare(left: number | string, right: number | string): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left).localeCompare(String(right))
}

const APPLY_BUTTON =
  /^\W*(?:apply(?: filters?)?|filter|show(?: results| \d+ results)?|update|go|search|refine)\W*$/i

function filterField({ elements }: PageTree): ViewElement | undefined {
  const isFilter = (one: ViewElement) => /\b(?:filter|search|find)\b/i.test(`${labelOf(one)} ${one.hints}`)
  return onlyOf(elements.filter((one) => acceptsText(one) && isFilter(one)))
}

/** `the overdue invoices` may be the choice `Overdue`. */
function withoutNoun(fact: FormInput): FormInput {
  const words = fact.said.replace(/^(?:the|only|just)\s+/i, '').split(/\s+/)
  return {
    ...fact,
    targets: [
      ...fact.targets,
      ...words.slice(1).map((_, at) => ({ name: words.slice(0, words.length - 1 - at).join(' ') })),
    ],
  }
}

export async function filter({ inputs }: OperationOf<'filter'>, driver: Driver): Promise<void> {
  const [only, ...others] = inputs
  const field =
    only && others.length === 0 && /^\S+(?:\s+(?:with|using|in)\s.*)?$/i.test(only.said)
      ? filterField(await driver.tree())
      : undefined
  try {
    await putValues(inputs.map(withoutNoun), driver, { isChoice: true })
  } catch (error) {
    if (!field || !(error instanceof CommandError) || !error.isMissing) throw error
    await enterValue(field, only!.said.replace(/\s+(?:with|using|in)\s+the\s+.*$/i, ''), driver)
  }
  const tree = await driver.tree()
  const from = driver.last && tree.get(driver.last.ref)
  const buttons = from ? buttonsBeside(from, tree).filter(isPressable) : []
  const button = buttons.find((one) => APPLY_BUTTON.test(one.name || one.text))
  if (!button || describeElement(button) === driver.actions.at(-1)?.target) return
  await pressElement(button, driver)
}

export async function search({ query, field }: OperationOf<'search'>, driver: Driver): Promise<void> {
  const locateIn = (tree: PageTree) => (field ? locateField(field, tree) : searchField(tree))
  const element = await findElement(locateIn, field ?? [{ name: 'search field' }], driver)
  await enterValue(element, query, driver)
  driver.last = element
  driver.query = query
  await sendField(element, searchButton(element, await driver.tree()), driver)
}

function locateField(field: readonly Target[], tree: PageTree): Located {
  const named = locate(field, { tree, isCandidate: (element) => acceptsText(element) && !element.disabled })
  return named.state === 'found' ? named : searchField(tree)
}

function searchField(tree: PageTree): Located {
  const fields = tree.elements.filter((element) => isSearchField(element, tree))
  return fields.length > 1 ? ambiguous(fields, tree) : toLocated(fields[0])
}

function searchButton(field: ViewElement, tree: PageTree): ViewElement | undefined {
  const isNamed = (one: ViewElement) =>
    SEARCH.test(labelOf(one)) || SEARCH.test(one.title ?? '') || /🔍|🔎/u.test(one.text)
  return firstOf(buttonsBeside(field, tree), isNamed, isSubmit)
}

const ADD_WORDS = /\b(?:add|new|create|what needs|enter)\b/i

export async function addEntries({ verb, noun, values }: OperationOf<'add'>, driver: Driver): Promise<void> {
  for (const value of values) {
    const tree = await driver.tree()
    const field = addField(noun, tree)
    if (!field) throw new CommandError(`The page has no field to add ${noun}.`)
    await enterValue(field, value, driver)
    driver.last = field
    await sendField(field, addButton(verb, field, await driver.tree()), driver)
    if (!(await driver.until([0, 400], (after) => hasEntry(value, after))))
      throw new CommandError(`"${value}" was entered, but the page does not show it.`)
  }
}

function addField(noun: string, tree: PageTree): ViewElement | undefined {
  const fields = tree.elements.filter(
    (one) => acceptsText(one) && !one.disabled && !one.readonly && one.type !== 'search',
  )
  const stem = stemsOf(noun).at(-1)
  const said = (one: ViewElement) => `${one.name} ${one.placeholder ?? ''} ${one.hints}`
  const named = fields.filter((one) => stemsOf(said(one)).includes(stem ?? '') || ADD_WORDS.test(said(one)))
  return onlyOf(named) ?? onlyOf(fields) ?? named.find((one) => ADD_WORDS.test(said(one)))
}

function addButton(verb: string, field: ViewElement, tree: PageTree): ViewElement | undefined {
  const isVerb = (one: ViewElement) => stemsOf(labelOf(one))[0] === stemOf(verb)
  const isAdding = (one: ViewElement) => /^\W*(?:add|create|save)\b|^\+$/i.test(labelOf(one))
  return firstOf(buttonsBeside(field, tree), isVerb, isAdding, isSubmit)
}

const isSubmit = ({ type }: ViewElement) => type === 'submit'

function firstOf(elements: readonly ViewElement[], ...tests: ((one: ViewElement) => boolean)[]) {
  return tests.flatMap((test) => elements.find(test) ?? [])[0]
}

function hasEntry(value: string, tree: PageTree): boolean {
  return tree.elements.some(
    ({ ownText, text, editable }) => !editable && (ownText.includes(value) || text === value),
  )
}

const MOST_TURNS = 40

export async function goToPage({ number }: OperationOf<'page'>, driver: Driver): Promise<void> {
  const control = findPageControl(number, await driver.tree())
  if (control?.current || control?.selected) return
  if (control) return pressElement(control, driver)
  if (typeof number !== 'number') throw new CommandError(`The page has no way to the ${number} page.`)
  let at = currentPage(await driver.tree()) ?? 1
  for (let turns = 0; turns < MOST_TURNS && at < number; turns++) {
    const tree = await driver.tree()
    const turner = findPageControl(number, tree) ?? findPageControl('next', tree)
    if (!turner) break
    await pressElement(turner, driver)
    at = currentPage(await driver.tree()) ?? at + 1
  }
  if (at !== number) throw new CommandError(`The page has no way to page ${number}.`)
}

export async function turnPage(driver: Driver): Promise<boolean> {
  const next = findPageControl('next', await driver.tree())
  if (next) await pressElement(next, driver)
  return next !== undefined
}

const NAMES: Record<string, RegExp> = {
  next: /^\W*(next( page)?|older( posts| entries)?|forward|›|»|>|→|>>)\W*$|^go to next page|^next\b/i,
  previous: /^\W*(prev(ious)?( page)?|newer|back|‹|«|<|←|<<)\W*$|^go to previous page|^prev/i,
  first: /^\W*(first( page)?|«|<<|⟪|1)\W*$/i,
  last: /^\W*(last( page)?|»|>>|⟫)\W*$/i,
}

function findPageControl(number: number | string, tree: PageTree): ViewElement | undefined {
  const pattern =
    typeof number === 'number' ? new RegExp(`^\\W*(page |go to page )?${number}\\W*$`, 'i') : NAMES[number]!
  const usable = tree.elements.filter(({ clickable, disabled }) => clickable && !disabled)
  const named = usable.filter(({ name, text, title = '', hints }) =>
    [name, text, title, ...(typeof number === 'string' && text === '' ? [hints] : [])].some((words) =>
      pattern.test(words.trim()),
    ),
  )
  const inPager = (elements: ViewElement[]) => elements.filter((element) => isInPager(element, tree))
  return inPager(named).at(-1) ?? named.at(-1)
}

function isInPager(element: ViewElement, tree: PageTree): boolean {
  const isPager = ({ hints, name, role }: ViewElement) =>
    role === 'navigation' || /pag(er|inat)|page-?(nav|numbers|link)/i.test(`${hints} ${name}`)
  return tree.closest(element, isPager) !== undefined
}

function currentPage({ elements }: PageTree): number | undefined {
  const marked = elements.find(
    ({ current, selected, text }) => (current || selected) && /^\d{1,4}$/.test(text),
  )
  if (marked) return Number(marked.text)
  const said = elements
    .map(({ ownText }) => /^\D{0,20}\bpage\s*(\d+)|^\s*(\d+)\s*(?:\/|of)\s*\d+\s*$/i.exec(ownText))
    .find((found) => found !== null)
  return said ? Number(said[1] ?? said[2]) : undefined
}
