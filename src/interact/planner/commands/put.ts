import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { find, locate, located } from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'
import { isCheckable, labelOf, call } from '../page.ts'
import type { PageTree } from '../page.ts'
import { resolveFact } from '../locate/resolve-fact.ts'
import type { Resolved } from '../locate/resolve-fact.ts'
import { compact, similarity, stemOf, stemsOf } from '../match/words.ts'
import type { Fact, OrderOf, Target } from '../parse/command.ts'
import { setChecked } from '../widgets/choices.ts'
import { putInto } from '../widgets/widgets.ts'
import { throughCover } from '../consent/consent.ts'
import { goOn, dayNamed, isPressable, pressElement } from './press.ts'
import { locateByVerb } from '../locate/locate-by-verb.ts'

interface Putting {
  driver: Driver
  isChoice: boolean
  used: Set<string>
}

export async function put(facts: readonly Fact[], driver: Driver, { isChoice = false } = {}): Promise<void> {
  const putting: Putting = { driver, isChoice, used: new Set() }
  let pending = [...facts]
  while (pending.length > 0) {
    const left: Fact[] = []
    for (const fact of pending) {
      const isLater = left.length > 0 || pending.length < facts.length
      if (!(await putOne(fact, putting, isLater))) left.push(fact)
    }
    if (left.length === 0) return
    const isThere = (tree: PageTree) =>
      left.some((fact) => locateFact(fact, tree, putting).state !== 'missing')
    if (!(await goOn(driver, isThere)))
      throw new CannotDo(missing(left, await driver.tree()), { isMissing: left.length === facts.length })
    pending = left
  }
}

/** Whether the words have the name of one choice: `the treatment Bath and brush`. */
export async function isOneValue(whole: Fact, driver: Driver): Promise<boolean> {
  const { elements } = await driver.tree()
  const choices = elements.flatMap((element) => [
    ...(element.options ?? []).map(({ label }) => label),
    ...(isCheckable(element) || element.role === 'option' ? [element.name] : []),
  ])
  return choices.some(
    (choice) => /\sand\s|,|&/i.test(choice) && compact(whole.said).includes(compact(choice)),
  )
}

async function putOne(fact: Fact, putting: Putting, isLater: boolean): Promise<boolean> {
  const { driver, used } = putting
  const locateIn = (tree: PageTree) => locateFact(fact, tree, putting)
  if (!isLater) await find(locateIn, driver)
  const resolved = locateIn(await driver.tree())
  if (resolved.state === 'missing') return false
  if (resolved.state === 'ambiguous') {
    const names = resolved.names.slice(0, 6).join(', ')
    throw new CannotDo(
      `"${fact.said}" could be meant for ${resolved.elements.length} controls: ${names}. Say which one.`,
    )
  }
  const { element, value } = resolved
  if (used.has(element.ref) && !isCheckable(element) && value !== PRESS)
    throw new CannotDo(`${call(element)} has a value already, so "${fact.said}" cannot be entered there too.`)
  await enter(element, value, driver)
  used.add(element.ref)
  return true
}

const PRESS = 'press'

/** The control for a value; for a choice also what is pressed to choose it: a card, a tile, its `Select` button. */
function locateFact(fact: Fact, tree: PageTree, { driver, isChoice, used }: Putting): Resolved {
  const isOnly = !/^(?:the|my|a)\s/i.test(fact.said) && fact.joint === ''
  const resolved = resolveFact(fact, { tree, used, isChoice, isOnly })
  if (!isChoice || resolved.state !== 'missing') return resolved
  const choice = locateChoice(fact, tree, driver)
  return choice.state === 'found' ? { ...choice, value: PRESS } : choice
}

function locateChoice({ said, readings, targets }: Fact, tree: PageTree, driver: Driver): Located {
  const day = dayNamed(said, tree)
  if (day) return located(day)
  const isCandidate = (element: ViewElement) => isPressable(element) && !element.editable
  const search = { tree, isCandidate, last: driver.last }
  const values = readings.map(({ key, value }): Target => ({ name: value, place: { name: key } }))
  const pressed = locate([...targets, ...values], search)
  if (pressed.state !== 'missing') return pressed
  const name = said.replace(/^(?:the|a|an)\s+/i, '')
  return locate(
    ['select', 'choose', 'pick', 'book'].map((verb): Target => ({ name: verb, place: { name } })),
    search,
  )
}

async function enter(control: ViewElement, value: string, driver: Driver): Promise<void> {
  if (value === PRESS) return pressElement(control, driver)
  await throughCover(driver, () =>
    isCheckable(control) || control.pressed !== undefined
      ? setChecked(control, value !== 'off', driver)
      : putInto(control, value, driver),
  )
  driver.last = control
}

function missing(facts: readonly Fact[], tree: PageTree): string {
  const said = facts.map((fact) => `"${fact.said}"`).join(', ')
  const names = tree.elements
    .filter((element) => element.editable || element.tag === 'select' || isCheckable(element))
    .map(({ name, placeholder }) => name || placeholder || '')
    .filter((name) => name !== '')
  const there = [...new Set(names)].slice(0, 8).map((name) => `"${name}"`)
  return `The page has no control for ${said}.${there.length > 0 ? ` It has ${there.join(', ')}.` : ''}`
}

export async function fillForm({ verb, object, facts }: OrderOf<'form'>, driver: Driver): Promise<void> {
  if (!(await hasPlaceFor(facts, driver))) await openForm(object, driver)
  await put(facts, driver, { isChoice: true })
  if (verb === '') return
  const locateIn = (tree: PageTree) => finalControl(verb, object, tree, driver)
  await goOn(driver, (tree) => locateIn(tree).state === 'found')
  const located = locateIn(await driver.tree())
  if (located.state !== 'found') throw new CannotDo(`The page has no control to ${verb} "${object}".`)
  await pressElement(located.element, driver)
}

/** `Get my quote` for a quote, `Book treatment` to book a spa: the verb is in the name, or the object is. */
function finalControl(verb: string, object: string, tree: PageTree, driver: Driver) {
  const exact = locateByVerb(verb, [{ name: object }], { tree, last: driver.last })
  if (exact.state === 'found') return exact
  const stems = stemsOf(object)
  const isCandidate = (element: ViewElement) => {
    const words = stemsOf(element.name || element.text)
    const isVerb = words[0] === stemOf(verb)
    return (
      isPressable(element) &&
      !element.href &&
      (isVerb || (stems.length > 0 && stems.every((stem) => words.includes(stem)) && verb === 'get'))
    )
  }
  return locate([{ name: '', kind: 'button' }], { tree, isCandidate, last: driver.last })
}

async function hasPlaceFor(facts: readonly Fact[], driver: Driver): Promise<boolean> {
  const isThere = (tree: PageTree) =>
    facts.some((fact) => resolveFact(fact, { tree, isChoice: true }).state === 'found')
  return (await driver.until([0, 300], isThere)) ?? false
}

const LEADS =
  /^(?:(?:proceed|go|continue) to|start|open|new|add|create|make|book|request)\s+(?:an?|the|new|your|my)?\s*/i

/** The form may be behind a control that is named after it: `Proceed to checkout`. */
async function openForm(object: string, driver: Driver): Promise<void> {
  const isCandidate = (element: ViewElement) =>
    isPressable(element) && similarity(object, labelOf(element).replace(LEADS, '')) >= 0.9
  const located = await find((tree) => locate([{ name: '', kind: 'any' }], { tree, isCandidate }), driver)
  if (located.state === 'found') await pressElement(located.element, driver)
}
