import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import { compact, similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call, shorten } from '../say/call.ts'
import { done, failed } from './widget.ts'
import type { Widget } from './widget.ts'

/** A list that opens when it is pressed, or one that shows its options all the time. */
export const listBox: Widget = {
  is: () => true,
  async put(element, value, driver) {
    const closed = await driver.tree()
    let failure: string | undefined
    await driver.together({ type: 'choose', target: call(element), value }, async () => {
      const open = closed.descendants(element).filter(isOption)
      if (open.length === 0) await driver.do({ do: 'click', ref: element.ref })
      const shown = open.length > 0 ? open : await suggestionsFor(element, closed, driver, [0, 150, 250, 400])
      const option = bestOf(shown, value) ?? (await filtered(element, value, closed, driver))
      if (option) return driver.do({ do: 'click', ref: option.ref })
      const names = shown.slice(0, 8).map((one) => `"${shorten(one.text || one.name, 60)}"`)
      failure = `${call(element)} has no "${value}"${names.length > 0 ? `; it has ${names.join(', ')}` : ''}.`
      if (open.length === 0) await driver.do({ do: 'press', key: 'Escape' })
    })
    return failure === undefined ? done() : failed(failure)
  },
}

function isOption({ role }: ViewElement): boolean {
  return /^(option|menuitem|menuitemradio|treeitem)$/.test(role)
}

/** A list that opened with a field to search in it: the value is typed there. */
async function filtered(
  element: ViewElement,
  value: string,
  closed: PageTree,
  driver: Driver,
): Promise<ViewElement | undefined> {
  const tree = await driver.tree()
  const field = tree.get(tree.view.focused)
  if (!field?.editable || (closed.get(field.ref) && field.ref !== element.ref)) return undefined
  await driver.do({ do: 'type', text: value })
  return bestOf(await suggestionsFor(element, closed, driver, [0, 200, 400]), value)
}

/** The options that came up for a field or list; some pages take a moment. */
export async function suggestionsFor(
  field: ViewElement,
  before: PageTree,
  driver: Driver,
  waits: readonly number[],
): Promise<ViewElement[]> {
  for (const ms of waits) {
    const found = suggestionsIn(await driver.pause(ms), field, before)
    if (found.length > 0) return found
  }
  return []
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
    (element) => !possible.some((other) => other !== element && tree.holds(element, other)),
  )
}

/** The option that fits a value best; undefined if none fits, or if two fit as well. */
function bestOf(options: readonly ViewElement[], value: string): ViewElement | undefined {
  const wanted = compact(value)
  const scored = options
    .filter(({ disabled }) => !disabled)
    .map((element) => {
      const text = element.name || element.text
      const whole = compact(text) === wanted ? 1 : compact(text).startsWith(wanted) ? 0.8 : 0
      return { element, score: Math.max(similarity(value, text), similarity(value, element.text), whole) }
    })
    .filter(({ score }) => score >= 0.6)
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = scored
  return first && (!second || second.score < first.score) ? first.element : undefined
}
