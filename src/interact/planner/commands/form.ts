import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { find } from '../locate/find.ts'
import { locate } from '../locate/locate.ts'
import { labelOf } from '../locate/kinds.ts'
import { locateByVerb } from '../locate/locate-by-verb.ts'
import { resolveFact } from '../locate/resolve-fact.ts'
import { similarity, stemOf, stemsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Order } from '../parse/command.ts'
import { goOn } from './go-on.ts'
import { isPressable, pressElement } from './press.ts'
import { put } from './put.ts'

type Form = Extract<Order, { do: 'form' }>

/** Fills in a form over all its pages, then presses the control that the command names. */
export async function fillForm({ verb, object, facts }: Form, driver: Driver): Promise<void> {
  if (!(await hasPlaceFor(facts, driver))) {
    if (await pressNamed({ verb, object, facts }, driver)) return
    await openForm(object, driver)
  }
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
  const isCandidate = (element: Parameters<typeof isPressable>[0]) => {
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

async function hasPlaceFor(facts: Form['facts'], driver: Driver): Promise<boolean> {
  const isThere = (tree: PageTree) =>
    facts.some((fact) => resolveFact(fact, { tree, last: driver.last, isChoice: true }).state === 'found')
  for (const ms of [0, 300]) if (isThere(await driver.pause(ms))) return true
  return false
}

/** `withdraw the request for 9 July`: the values say which entry is meant. */
async function pressNamed({ verb, object, facts }: Omit<Form, 'do'>, driver: Driver): Promise<boolean> {
  const name = [object, ...facts.map(({ said }) => said)].join(' ')
  const located =
    verb === '' ? undefined : locateByVerb(verb, [{ name }], { tree: await driver.tree(), last: driver.last })
  if (located?.state !== 'found') return false
  await pressElement(located.element, driver)
  return true
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
