import type { Driver } from '../driver.ts'
import type { Fact } from '../parse/command.ts'
import { call } from '../say/call.ts'
import { isPressable, pressElement } from './press.ts'
import { put } from './put.ts'

const APPLIES =
  /^\W*(?:apply(?: filters?)?|filter|show(?: results| \d+ results)?|update|go|search|refine)\W*$/i

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
  await put(facts.map(withoutNoun), driver, { isChoice: true })
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
