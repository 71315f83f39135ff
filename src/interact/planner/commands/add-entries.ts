import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { labelOf, takesText } from '../locate/kinds.ts'
import { stemOf, stemsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { putInto } from '../widgets/widgets.ts'
import { pressElement } from './press.ts'

const ADDS = /\b(?:add|new|create|what needs|enter)\b/i

/** Adds entries to a list: each is entered into the field for new entries and added by its button or by Enter. */
export async function addEntries(
  { verb, noun, values }: { verb: string; noun: string; values: readonly string[] },
  driver: Driver,
): Promise<void> {
  for (const value of values) {
    const tree = await driver.tree()
    const field = fieldFor(noun, tree)
    if (!field) throw new CannotDo(`The page has no field to add ${noun}.`)
    const outcome = await putInto(field, value, driver)
    if (outcome.state === 'failed') throw new CannotDo(outcome.why)
    driver.last = field
    const button = buttonBeside(verb, field, await driver.tree())
    if (button) await pressElement(button, driver)
    else await driver.act({ do: 'press', key: 'Enter', ref: field.ref }, { type: 'press', value: 'Enter' })
    if (!hasEntry(value, await driver.pause(0)) && !hasEntry(value, await driver.pause(400))) {
      throw new CannotDo(`"${value}" was entered, but the page does not show it.`)
    }
  }
}

/** The field that is named after the entries or after adding; without such a one the only text field. */
function fieldFor(noun: string, tree: PageTree): ViewElement | undefined {
  const fields = tree.elements.filter(
    (one) => takesText(one) && !one.disabled && !one.readonly && one.type !== 'search',
  )
  const stem = stemsOf(noun).at(-1)
  const said = (one: ViewElement) => `${one.name} ${one.placeholder ?? ''} ${one.hints}`
  const named = fields.filter((one) => stemsOf(said(one)).includes(stem ?? '') || ADDS.test(said(one)))
  return named.length === 1
    ? named[0]
    : fields.length === 1
      ? fields[0]
      : named.find((one) => ADDS.test(said(one)))
}

function buttonBeside(verb: string, field: ViewElement, tree: PageTree): ViewElement | undefined {
  const form = tree.closest(field, ({ tag }) => tag === 'form') ?? tree.parent(field)
  if (!form) return undefined
  const buttons = tree.descendants(form).filter((one) => one.clickable && !one.editable && !one.disabled)
  const isVerb = (one: ViewElement) => stemsOf(labelOf(one))[0] === stemOf(verb)
  return (
    buttons.find(isVerb) ??
    buttons.find((one) => /^\W*(?:add|create|save)\b|^\+$/i.test(labelOf(one))) ??
    buttons.find(({ type }) => type === 'submit')
  )
}

function hasEntry(value: string, tree: PageTree): boolean {
  return tree.elements.some(
    ({ ownText, text, editable }) => !editable && (ownText.includes(value) || text === value),
  )
}
