import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { labelOf, takesText } from '../locate/kinds.ts'
import type { PageTree } from '../page/page-tree.ts'
import { putInto } from '../widgets/widgets.ts'
import type { Fact } from '../parse/command.ts'
import { call } from '../say/call.ts'
import { isPressable, pressElement } from './press.ts'
import { put } from './put.ts'

const APPLIES =
  /^\W*(?:apply(?: filters?)?|filter|show(?: results| \d+ results)?|update|go|search|refine)\W*$/i

function filterField(tree: PageTree): ViewElement | undefined {
  const fields = tree.elements.filter(
    (one) => takesText(one) && /\b(?:filter|search|find)\b/i.test(`${labelOf(one)} ${one.hints}`),
  )
  return fields.length === 1 ? fields[0] : undefined
}

/** `the overdue invoices` may be the choice `Overdue`. */
function withoutNoun(fact: Fact): Fact {
  const words = fact.said.replace(/^(?:the|only|just)\s+/i, '').split(/\s+/)
  return {
    ...fact,
    targets: [
      ...fact.targets,
      ...words.slice(1).map((_, at) => ({ name: words.slice(0, words.length - 1 - at).join(' ') })),
    ],
  }
}

/** Sets the filters of a list and applies them if the page has a button for that. */
export async function filter(facts: readonly Fact[], driver: Driver): Promise<void> {
  const [only, ...others] = facts
  const field =
    only && others.length === 0 && /^\S+(?:\s+(?:with|using|in)\s.*)?$/i.test(only.said)
      ? filterField(await driver.tree())
      : undefined
  try {
    await put(facts.map(withoutNoun), driver, { isChoice: true })
  } catch (error) {
    if (!field || !(error instanceof CannotDo) || !error.isMissing) throw error
    const outcome = await putInto(field, only!.said.replace(/\s+(?:with|using|in)\s+the\s+.*$/i, ''), driver)
    if (outcome.state === 'failed') throw new CannotDo(outcome.why)
  }
  const tree = await driver.tree()
  const from = driver.last && tree.get(driver.last.ref)
  const form =
    from &&
    (tree.closest(from, ({ tag, role }) => tag === 'form' || /^(form|search|group)$/.test(role)) ??
      tree.parent(from))
  const button =
    form &&
    tree
      .descendants(form)
      .find((one) => isPressable(one) && !one.disabled && APPLIES.test(one.name || one.text))
  if (!button || call(button) === driver.actions.at(-1)?.target) return
  await pressElement(button, driver)
}
