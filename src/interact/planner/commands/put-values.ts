import type { ViewElement } from '../../../browser/browser.ts'
import { CommandError } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { waitAndLocate, locate, toLocated } from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'
import { isCheckable, labelOf, describeElement } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { resolveInput } from '../locate/resolve-input.ts'
import type { Resolved } from '../locate/resolve-input.ts'
import { compact, similarity, stemOf, stemsOf } from '../match/words.ts'
import type { FormInput, OperationOf, Target } from '../parse/command.ts'
import { setChecked } from '../widgets/choices.ts'
import { enterValue } from '../widgets/widgets.ts'
import { declineBannerAndRetry } from '../consent/consent.ts'
import { advanceUntil, dayCellNamed, isPressable, pressElement } from './press.ts'
import { locateByVerb } from '../locate/locate-by-verb.ts'

interface PutContext {
  driver: Driver
  isChoice: boolean
  used: Set<string>
}

export async function putValues(
  facts: readonly FormInput[],
  driver: Driver,
  { isChoice = false } = {},
): Promise<void> {
  const putting: PutContext = { driver, isChoice, used: new Set() }
  let pending = [...facts]
  while (pending.length > 0) {
    const left: FormInput[] = []
    for (const fact of pending) {
      const isLater = left.length > 0 || pending.length < facts.length
      if (!(await putValue(fact, putting, isLater))) left.push(fact)
    }
    if (left.length === 0) return
    const isThere = (tree: PageTree) =>
      left.some((fact) => locateInput(fact, tree, putting).state !== 'missing')
    if (!(await advanceUntil(driver, isThere)))
      throw new CommandError(missingMessage(left, await driver.tree()), {
        isMissing: left.length === facts.length,
      })
    pending = left
  }
}

/** Whether the words have the name of one choice: `the treatment Bath and brush`. */
export async function isSingleValue(whole: FormInput, driver: Driver): Promise<boolean> {
  const { elements } = await driver.tree()
  const choices = elements.flatMap((element) => [
    ...(element.options ?? []).map(({ label }) => label),
    ...(isCheckable(element) || element.role === 'option' ? [element.name] : []),
  ])
  return choices.some(
    (choice) => /\sand\s|,|&/i.test(choice) && compact(whole.said).includes(compact(choice)),
  )
}

async function putValue(fact: FormInput, putting: PutContext, isLater: boolean): Promise<boolean> {
  const { driver, used } = putting
  const locateIn = (tree: PageTree) => locateInput(fact, tree, putting)
  if (!isLater) await waitAndLocate(locateIn, driver)
  const resolved = locateIn(await driver.tree())
  if (resolved.state === 'missing') return false
  if (resolved.state === 'ambiguous') {
    const names = resolved.names.slice(0, 6).join(', ')
    throw new CommandError(
      `"${fact.said}" could be meant for ${resolved.elements.length} controls: ${names}. Say which one.`,
    )
  }
  const { element, value } = resolved
  if (used.has(element.ref) && !isCheckable(element) && value !== PRESS)
    throw new CommandError(
      `${describeElement(element)} has a value already, so "${fact.said}" cannot be entered there too.`,
    )
  await enter(element, value, driver)
  used.add(element.ref)
  return true
}

const PRESS = 'press'

/** The control for a value; for a choice also what is pressed to choose it: a card, a tile, its `Select` button. */
function locateInput(fact: FormInput, tree: PageTree, { driver, isChoice, used }: PutContext): Resolved {
  const isOnly = !/^(?:the|my|a)\s/i.test(fact.said) && fact.connector === ''
  const resolved = resolveInput(fact, { tree, used, isChoice, isOnly })
  if (!isChoice || resolved.state !== 'missing') return resolved
  const choice = locateChoice(fact, tree, driver)
  return choice.state === 'found' ? { ...choice, value: PRESS } : choice
}

function locateChoice(
  { said, interpretations, targets }: FormInput,
  tree: PageTree,
  driver: Driver,
): Located {
  const day = dayCellNamed(said, tree)
  if (day) return toLocated(day)
  const isCandidate = (element: ViewElement) => isPressable(element) && !element.editable
  const search = { tree, isCandidate, last: driver.last }
  const values = interpretations.map(({ key, value }): Target => ({ name: value, place: { name: key } }))
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
  await declineBannerAndRetry(driver, () =>
    isCheckable(control) || control.pressed !== undefined
      ? setChecked(control, value !== 'off', driver)
      : enterValue(control, value, driver),
  )
  driver.last = control
}

function missingMessage(facts: readonly FormInput[], tree: PageTree): string {
  const said = facts.map((fact) => `"${fact.said}"`).join(', ')
  const names = tree.elements
    .filter((element) => element.editable || element.tag === 'select' || isCheckable(element))
    .map(({ name, placeholder }) => name || placeholder || '')
    .filter((name) => name !== '')
  const there = [...new Set(names)].slice(0, 8).map((name) => `"${name}"`)
  return `The page has no control for ${said}.${there.length > 0 ? ` It has ${there.join(', ')}.` : ''}`
}

export async function fillForm({ verb, object, inputs }: OperationOf<'form'>, driver: Driver): Promise<void> {
  if (!(await hasPlaceFor(inputs, driver))) await openForm(object, driver)
  await putValues(inputs, driver, { isChoice: true })
  if (verb === '') return
  const locateIn = (tree: PageTree) => submitControl(verb, object, tree, driver)
  await advanceUntil(driver, (tree) => locateIn(tree).state === 'found')
  const located = locateIn(await driver.tree())
  if (located.state !== 'found') throw new CommandError(`The page has no control to ${verb} "${object}".`)
  await pressElement(located.element, driver)
}

/** `Get my quote` for a quote, `Book treatment` to book a spa: the verb is in the name, or the object is. */
function submitControl(verb: string, object: string, tree: PageTree, driver: Driver) {
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

async function hasPlaceFor(facts: readonly FormInput[], driver: Driver): Promise<boolean> {
  const isThere = (tree: PageTree) =>
    facts.some((fact) => resolveInput(fact, { tree, isChoice: true }).state === 'found')
  return (await driver.until([0, 300], isThere)) ?? false
}

const OPENING_WORDS =
  /^(?:(?:proceed|go|continue) to|start|open|new|add|create|make|book|request)\s+(?:an?|the|new|your|my)?\s*/i

/** The form may be behind a control that is named after it: `Proceed to checkout`. */
async function openForm(object: string, driver: Driver): Promise<void> {
  const isCandidate = (element: ViewElement) =>
    isPressable(element) && similarity(object, labelOf(element).replace(OPENING_WORDS, '')) >= 0.9
  const located = await waitAndLocate(
    (tree) => locate([{ name: '', kind: 'any' }], { tree, isCandidate }),
    driver,
  )
  if (located.state === 'found') await pressElement(located.element, driver)
}
