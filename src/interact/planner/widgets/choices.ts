import type { ViewElement } from '../../../browser/browser.ts'
import { CommandError } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { similarity, compact, toNumber } from '../match/words.ts'
import { describeElement, isCheckable, shorten, maskedValue } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'

export interface Widget {
  accepts(element: ViewElement, tree: PageTree, value: string): boolean
  /** Puts a value into it and makes sure that it is there; throws `CannotDo` when it is not. */
  enter(element: ViewElement, value: string, driver: Driver): Promise<void>
}

export const nativeSelect: Widget = {
  accepts: ({ tag }) => tag === 'select',
  async enter(element, value, driver) {
    const options = element.options ?? []
    const found = bestOf(
      options.filter(({ disabled }) => !disabled),
      (one) => Math.max(similarity(value, one.label), similarity(value, one.value, true) * 0.95),
    )
    if (!found) {
      const labels = options.slice(0, 12).map(({ label }) => `"${label}"`)
      throw new CommandError(
        `${describeElement(element)} has no option "${value}"; it has ${labels.join(', ')}.`,
      )
    }
    const option = found.label
    const telling = { type: 'choose', target: describeElement(element), value: option }
    await driver.act({ do: 'select', ref: element.ref, labels: [option] }, telling)
    const now = (await driver.tree()).get(element.ref)?.options?.filter(({ label }) => label === option) ?? []
    if (now.length > 0 && !now.some(({ selected }) => selected))
      throw new CommandError(`${describeElement(element)} did not keep "${option}".`)
  },
}

function bestOf<Option>(options: readonly Option[], score: (option: Option) => number): Option | undefined {
  const [first, second] = options
    .map((option) => ({ option, score: score(option) }))
    .filter((one) => one.score >= 0.6)
    .toSorted((a, b) => b.score - a.score)
  return first && (!second || second.score < first.score - 0.01) ? first.option : undefined
}

export const listBox: Widget = {
  accepts: () => true,
  async enter(element, value, driver) {
    const closed = await driver.tree()
    let failure: string | undefined
    await driver.performAll({ type: 'choose', target: describeElement(element), value }, async () => {
      const open = closed.descendants(element).filter(isOption)
      if (open.length === 0) await driver.do({ do: 'click', ref: element.ref })
      const shown = open.length > 0 ? open : await suggestionsFor(element, closed, driver, [0, 150, 250, 400])
      const option = bestOption(shown, value)
      if (option) return driver.do({ do: 'click', ref: option.ref })
      const names = shown.slice(0, 8).map((one) => `"${shorten(one.text || one.name, 60)}"`)
      failure = `${describeElement(element)} has no "${value}"${names.length > 0 ? `; it has ${names.join(', ')}` : ''}.`
      if (open.length === 0) await driver.do({ do: 'press', key: 'Escape' })
    })
    if (failure !== undefined) throw new CommandError(failure)
  },
}

function isOption({ role }: ViewElement): boolean {
  return /^(option|menuitem|menuitemradio|treeitem)$/.test(role)
}

async function suggestionsFor(
  field: ViewElement,
  before: PageTree,
  driver: Driver,
  waits: readonly number[],
): Promise<ViewElement[]> {
  const found = await driver.until(waits, (tree) => {
    const shown = suggestionsIn(tree, field, before)
    return shown.length > 0 && shown
  })
  return found || []
}

function suggestionsIn(tree: PageTree, field: ViewElement, before: PageTree): ViewElement[] {
  const fresh = tree.elements.filter(
    (element) =>
      element.ref !== field.ref && !before.get(element.ref) && element.text !== '' && element.box.height > 0,
  )
  const options = fresh.filter(isOption)
  if (options.length > 0) return options
  const possible = fresh.filter(
    (element) => (element.role === 'listitem' || element.clickable) && element.box.y >= field.box.y,
  )
  return possible.filter(
    (element) => !possible.some((other) => other !== element && tree.contains(element, other)),
  )
}

function bestOption(options: readonly ViewElement[], value: string): ViewElement | undefined {
  const wanted = compact(value)
  return bestOf(
    options.filter(({ disabled }) => !disabled),
    (element) => {
      const text = element.name || element.text
      const whole = compact(text) === wanted ? 1 : compact(text).startsWith(wanted) ? 0.8 : 0
      return Math.max(similarity(value, text), similarity(value, element.text), whole)
    },
  )
}

/** A field that is typed into. A suggestion that is exactly the value is taken. */
export const textField: Widget = {
  accepts: ({ editable, readonly }) => editable && !readonly,
  async enter(element, value, driver) {
    const shown = maskedValue(element, value)
    const before = await driver.tree()
    await driver.performAll({ type: 'fill', target: describeElement(element), value: shown }, async () => {
      await driver.do({ do: 'fill', ref: element.ref, value })
      if (await unexpectedValue(element, value, driver)) {
        await driver.do({ do: 'click', ref: element.ref })
        await driver.do({ do: 'press', key: 'Control+a' })
        await driver.do({ do: 'type', text: value })
      }
      const isSuggesting =
        element.role === 'combobox' || /autocomplete|typeahead|suggest/i.test(element.hints)
      const suggested =
        value === ''
          ? []
          : await suggestionsFor(element, before, driver, isSuggesting ? SUGGESTION_WAITS_MS : [0])
      const exact = suggested.find(({ text, name }) => compact(text || name) === compact(value))
      if (exact) await driver.do({ do: 'click', ref: exact.ref })
    })
    const instead = await unexpectedValue(element, value, driver)
    if (instead === undefined) return
    const held = shorten(maskedValue(element, instead), 80)
    throw new CommandError(`${describeElement(element)} did not take "${shown}"; it holds "${held}".`)
  },
}

const SUGGESTION_WAITS_MS = [0, 150, 300]
/** The end of a longer text is left out when the page is looked at. */
const LONGEST = 5000

async function unexpectedValue(
  { ref }: ViewElement,
  value: string,
  driver: Driver,
): Promise<string | undefined> {
  const now = (await driver.tree()).get(ref)
  if (now?.value === undefined || now.type === 'password' || now.value.length >= LONGEST) return undefined
  return isKept(value, now.value) ? undefined : now.value
}

/** Whether a field has what was put into it, in whatever way it writes it: `(555) 123-4567`, `1,234.50`. */
function isKept(put: string, now: string): boolean {
  const [wanted, there] = [compact(put), compact(now)]
  if (there === '') return wanted === '' && (put.trim() === '' || now !== '')
  return there.includes(wanted) || (isNumber(put) && isNumber(now) && toNumber(put) === toNumber(now))
}

function isNumber(text: string): boolean {
  return /^[-−]?\d[\d.,]*$/.test(text.trim())
}

const LATE_MS = 400

/** Turns a choice on or off and makes sure that it is; one that is so already is left alone. */
export async function setChecked(element: ViewElement, on: boolean, driver: Driver): Promise<void> {
  if (element.disabled) throw new CommandError(`${describeElement(element)} is disabled.`)
  const former = stateOf(element)
  driver.last = element
  if (former === on) return
  const isNative = isCheckable(element) && element.tag === 'input'
  const action = isNative
    ? { do: 'check' as const, ref: element.ref, on }
    : { do: 'click' as const, ref: element.ref }
  await driver.act(action, { type: on ? 'check' : 'uncheck', target: describeElement(element) })
  const isSet = await driver.until([0, LATE_MS], (tree) => {
    const now = findRedrawn(element, tree)
    return former === undefined || !now || stateOf(now) === on
  })
  if (!isSet)
    throw new CommandError(`${describeElement(element)} did not become ${on ? 'selected' : 'unselected'}.`)
}

function stateOf({ checked, selected, pressed }: ViewElement): boolean | undefined {
  return checked ?? selected ?? pressed
}

function findRedrawn({ ref, role, name }: ViewElement, { elements }: PageTree): ViewElement | undefined {
  return (
    elements.find((one) => one.ref === ref) ?? elements.find((one) => one.role === role && one.name === name)
  )
}
