import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import { done, failed } from './widget.ts'
import type { Outcome } from './widget.ts'

const MORE = /^\W*(?:\+|➕|＋|more|add(?: one)?|increase|increment|plus|up)\b|^\+$/i
const LESS = /^\W*(?:-|−|–|➖|fewer|less|remove one|decrease|decrement|minus|down)\b|^[-−–]$/i

/** A number with a button on each side: `Guests − 2 +`. */
export interface Stepper {
  label: string
  more: ViewElement
  less: ViewElement
  /** The number that is shown. */
  count: ViewElement
}

/** The stepper that an element shows the number of; undefined if it is none. */
export function stepperOf(element: ViewElement, tree: PageTree): Stepper | undefined {
  if (element.editable || element.clickable || !/^\d{1,3}$/.test(element.ownText)) return undefined
  const parent = tree.parent(element)
  if (!parent) return undefined
  const buttons = tree.descendants(parent).filter(({ clickable }) => clickable)
  const more = buttons.find((one) => MORE.test(one.name || one.text) || one.text === '+')
  const less = buttons.find((one) => LESS.test(one.name || one.text) || /^[-−–]$/.test(one.text))
  if (!more || !less || buttons.length > 3) return undefined
  return { label: labelOf(element, parent, tree), more, less, count: element }
}

/** The words of its buttons (`More guests`), else the words beside or before the number. */
function labelOf(element: ViewElement, parent: ViewElement, tree: PageTree): string {
  const buttons = tree.descendants(parent).filter(({ clickable }) => clickable)
  const ofButtons = buttons
    .map(({ name }) => name.replace(MORE, '').replace(LESS, '').trim())
    .find((words) => /\p{L}{3}/u.test(words))
  const inside = tree.descendants(parent).filter((one) => one !== element && !one.clickable)
  const siblings = tree.siblings(parent)
  const before = siblings.slice(0, siblings.indexOf(parent)).toReversed()
  const texts = [
    element.name,
    parent.name,
    ofButtons ?? '',
    ...[...inside, ...before].map(({ ownText }) => ownText),
  ]
  return texts.find((text) => /\p{L}{2}/u.test(text) && text.length < 40) ?? ''
}

const MOST_STEPS = 60

/** Presses plus or minus until the number is shown. */
export async function step(element: ViewElement, value: string, driver: Driver): Promise<Outcome> {
  const wanted = Number(/\d+/.exec(value)?.[0] ?? 'x')
  if (Number.isNaN(wanted)) return failed(`${call(element)} takes a number, not "${value}".`)
  const label = stepperOf(element, await driver.tree())?.label ?? ''
  let shown = Number(element.ownText)
  await driver.together({ type: 'set', target: label || call(element), value: String(wanted) }, async () => {
    for (let steps = 0; steps < MOST_STEPS && shown !== wanted; steps++) {
      const tree = await driver.tree()
      const now = tree.elements.find((one) => stepperOf(one, tree)?.label === label)
      const stepper = now && stepperOf(now, tree)
      const button = stepper && (shown < wanted ? stepper.more : stepper.less)
      if (!button || button.disabled) return
      await driver.do({ do: 'click', ref: button.ref })
      const after = await driver.tree()
      const next = after.elements.find((one) => stepperOf(one, after)?.label === label)
      if (!next || Number(next.ownText) === shown) return
      shown = Number(next.ownText)
    }
  })
  return shown === wanted ? done() : failed(`"${label}" could not be set to ${wanted}; it is at ${shown}.`)
}
