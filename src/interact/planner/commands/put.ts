import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { find } from '../locate/find.ts'
import { isCheckable } from '../locate/kinds.ts'
import { locate } from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'
import { resolveFact } from '../locate/resolve-fact.ts'
import type { Placed, Resolved } from '../locate/resolve-fact.ts'
import { compact } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Fact, Target } from '../parse/command.ts'
import { call } from '../say/call.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { isoDay } from '../widgets/date/day.ts'
import { readDays } from '../widgets/date/read-date.ts'
import { todayOf } from '../widgets/date/today.ts'
import { putInto } from '../widgets/widgets.ts'
import { throughCover } from '../consent/refuse.ts'
import { goOn } from './go-on.ts'
import { dayNamed, isPressable, pressElement } from './press.ts'

/** Puts values into the controls they are for, on this page and on the following pages of its form. */
export async function put(facts: readonly Fact[], driver: Driver, { isChoice = false } = {}): Promise<void> {
  const used = new Set<string>()
  let pending = [...facts]
  while (pending.length > 0) {
    const left: Fact[] = []
    for (const fact of pending) {
      const isPut = await putOne(
        fact,
        driver,
        used,
        isChoice,
        left.length > 0 || pending.length < facts.length,
      )
      if (!isPut) left.push(fact)
    }
    if (left.length === 0) return
    const isThere = (tree: PageTree) =>
      left.some((fact) => locateFact(fact, tree, driver, used, isChoice).state !== 'missing')
    if (!(await goOn(driver, isThere)))
      throw new CannotDo(missing(left, await driver.tree()), { isMissing: left.length === facts.length })
    pending = left
  }
}

/** Whether the words have the name of one choice: `the treatment Bath and brush`. */
export async function isOneValue(whole: Fact, driver: Driver): Promise<boolean> {
  const tree = await driver.tree()
  const choices = tree.elements.flatMap((element) => [
    ...(element.options ?? []).map(({ label }) => label),
    ...(isCheckable(element) || element.role === 'option' ? [element.name] : []),
  ])
  const isJoined = (choice: string) =>
    /\sand\s|,|&/i.test(choice) && compact(whole.said).includes(compact(choice))
  return choices.some(isJoined)
}

/** Puts one value; false if nothing on this page is for it. */
async function putOne(
  fact: Fact,
  driver: Driver,
  used: Set<string>,
  isChoice: boolean,
  isLater: boolean,
): Promise<boolean> {
  const locateIn = (tree: PageTree): Located => asLocated(locateFact(fact, tree, driver, used, isChoice))
  const located = isLater ? locateIn(await driver.tree()) : await find(locateIn, driver)
  if (located.state === 'missing') return false
  const resolved = locateFact(fact, await driver.tree(), driver, used, isChoice)
  if (resolved.state === 'missing') return false
  if (resolved.state === 'ambiguous') {
    const names = resolved.names.slice(0, 6).join(', ')
    throw new CannotDo(
      `"${fact.said}" could be meant for ${resolved.elements.length} controls: ${names}. Say which one.`,
    )
  }
  if (used.has(resolved.control.ref) && !isCheckable(resolved.control) && resolved.value !== PRESS)
    throw new CannotDo(
      `${call(resolved.control)} has a value already, so "${fact.said}" cannot be entered there too.`,
    )
  await enter(resolved, driver)
  used.add(resolved.control.ref)
  return true
}

function asLocated(resolved: Resolved): Located {
  if (resolved.state === 'found') return { state: 'found', element: resolved.control, score: resolved.score }
  return resolved.state === 'missing' ? { state: 'missing', near: [] } : resolved
}

const PRESS = 'press'

/** The control for a value; for a choice also what is pressed to choose it: a card, a tile, its `Select` button. */
function locateFact(
  fact: Fact,
  tree: PageTree,
  driver: Driver,
  used: ReadonlySet<string>,
  isChoice: boolean,
): Resolved {
  const resolved = resolveFact(fact, {
    tree,
    last: driver.last,
    used,
    isChoice,
    isOnly: !/^(?:the|my|a)\s/i.test(fact.said) && fact.joint === '',
  })
  if (!isChoice || resolved.state !== 'missing') return resolved
  const located = locateChoice(fact, tree, driver)
  if (located.state === 'found')
    return { state: 'found', control: located.element, value: PRESS, score: located.score }
  return located.state === 'ambiguous' ? located : { state: 'missing' }
}

function locateChoice({ said, readings, targets }: Fact, tree: PageTree, driver: Driver): Located {
  const day = dayNamed(said, tree)
  if (day) return { state: 'found', element: day, score: 1 }
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

async function enter({ control, value }: Placed, driver: Driver): Promise<void> {
  if (value === PRESS) return pressElement(control, driver)
  const tree = await driver.tree()
  const [first, last] = control.type === 'date' ? readDays(value, todayOf(tree)) : []
  const next = last && tree.elements.slice(tree.order(control) + 1).find(({ type }) => type === 'date')
  // `issued from 1 May to 3 May`: the field after it takes the end.
  if (first && next) {
    await enter({ control, value: isoDay(first) }, driver)
    return enter({ control: next, value: isoDay(last) }, driver)
  }
  const outcome = await throughCover(driver, () =>
    isCheckable(control) || control.pressed !== undefined
      ? setChecked(control, value !== 'off', driver)
      : putInto(control, value, driver),
  )
  if (outcome.state === 'failed') throw new CannotDo(outcome.why)
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
