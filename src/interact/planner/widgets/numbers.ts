import type { ViewElement } from '../../../browser/browser.ts'
import { CommandError } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { describeElement } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import type { Widget } from './choices.ts'

export const spinner: Widget = {
  accepts: ({ role, type, editable }) =>
    editable && (role === 'spinbutton' || type === 'number') && !/^(date|time|month|week)/.test(type ?? ''),
  async enter(element, value, driver) {
    const wanted = value === '' ? '' : readNumber(value)
    if (wanted === undefined)
      throw new CommandError(`${describeElement(element)} takes one number, not "${value}".`)
    const telling = { type: 'fill', target: describeElement(element), value: String(wanted) }
    await driver.act({ do: 'fill', ref: element.ref, value: String(wanted) }, telling)
    assertValue(element, Number(wanted), await driver.tree())
  },
}

export const slider: Widget = {
  accepts: ({ type, role }) => type === 'range' || role === 'slider',
  async enter(element, value, driver) {
    const wanted = numberFor(value, element)
    if (wanted === undefined)
      throw new CommandError(`${describeElement(element)} takes a number, not "${value}".`)
    const telling = { type: 'set', target: describeElement(element), value: String(wanted) }
    await driver.act({ do: 'fill', ref: element.ref, value: String(wanted) }, telling)
    assertValue(element, wanted, await driver.tree())
  },
}

function numberFor(value: string, { min, max }: ViewElement): number | undefined {
  if (/\bmax(?:imum)?\b|\bhighest\b/i.test(value)) return max === undefined ? undefined : Number(max)
  if (/\bmin(?:imum)?\b|\blowest\b/i.test(value)) return min === undefined ? undefined : Number(min)
  return readNumber(value)
}

function readNumber(text: string): number | undefined {
  const found = text.replaceAll(/(?<=\d)[,\s](?=\d{3}\b)/g, '').match(/-?\d+(?:\.\d+)?/g) ?? []
  return found.length === 1 ? Number(found[0]) : undefined
}

function assertValue({ ref }: ViewElement, wanted: number, tree: PageTree): void {
  const element = tree.get(ref)
  const now = readNumber(element?.value ?? '')
  if (element && now !== undefined && now !== wanted)
    throw new CommandError(`${describeElement(element)} could not be set to ${wanted}; it is at ${now}.`)
}

const MORE = /^\W*(?:\+|➕|＋|more|add(?: one)?|increase|increment|plus|up)\b|^\+$/i
const LESS = /^\W*(?:-|−|–|➖|fewer|less|remove one|decrease|decrement|minus|down)\b|^[-−–]$/i

/** A number with a button on each side, `Guests − 2 +`; undefined if the element shows none. */
export function stepperOf(element: ViewElement, tree: PageTree) {
  if (element.editable || element.clickable || !/^\d{1,3}$/.test(element.ownText)) return undefined
  const parent = tree.parent(element)
  if (!parent) return undefined
  const buttons = tree.descendants(parent).filter(({ clickable }) => clickable)
  const more = buttons.find((one) => MORE.test(one.name || one.text) || one.text === '+')
  const less = buttons.find((one) => LESS.test(one.name || one.text) || /^[-−–]$/.test(one.text))
  if (!more || !less || buttons.length > 3) return undefined
  return { label: labelOf(element, parent, tree), more, less }
}

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

export const stepper: Widget = {
  accepts: (element, tree) => stepperOf(element, tree) !== undefined,
  enter: enterByStepping,
}

async function enterByStepping(element: ViewElement, value: string, driver: Driver): Promise<void> {
  const wanted = Number(/\d+/.exec(value)?.[0] ?? 'x')
  if (Number.isNaN(wanted))
    throw new CommandError(`${describeElement(element)} takes a number, not "${value}".`)
  const label = stepperOf(element, await driver.tree())?.label ?? ''
  let shown = Number(element.ownText)
  await driver.performAll(
    { type: 'set', target: label || describeElement(element), value: String(wanted) },
    async () => {
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
    },
  )
  if (shown !== wanted) throw new CommandError(`"${label}" could not be set to ${wanted}; it is at ${shown}.`)
}
