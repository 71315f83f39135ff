import type { ViewElement } from '../../../browser/browser.ts'
import { NO_EFFECT } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { withoutDoubles } from '../locate/locate.ts'
import { takesValues } from '../locate/kinds.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'

const MOST_PAGES = 8
/** Buttons that lead to the next page of a form and do nothing else. */
const NEXT =
  /^\W*(?:next(?: step)?|continue(?: to [\p{L} ]+)?|proceed(?: to [\p{L} ]+)?|go on|review(?: (?:your )?[\p{L}]+)?|step \d)\W*$/iu

/**
 * Goes on through the pages of a form until something is there. Only a form in which this instruction has entered
 * something is left by its `Next` button.
 */
export async function goOn(driver: Driver, isThere: (tree: PageTree) => boolean): Promise<boolean> {
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const tree = await driver.tree()
    if (isThere(tree)) return true
    const next = nextOf(tree, driver)
    if (!next) return false
    await driver.act({ do: 'click', ref: next.ref }, { type: 'click', target: call(next) })
    const after = await driver.tree()
    if (after.elements.some((element) => element.invalid && !tree.get(element.ref)?.invalid)) return false
    if (driver.actions.at(-1)?.effect === NO_EFFECT) return false
  }
  return false
}

/** The button to the next page of the form that was filled in last. */
function nextOf(tree: PageTree, driver: Driver): ViewElement | undefined {
  const entered = driver.actions.some(({ type }) => /^(?:fill|choose|check|set)$/.test(type))
  if (!entered) return undefined
  const buttons = tree.elements.filter(
    (element) =>
      element.clickable && !element.disabled && !element.href && NEXT.test(element.name || element.text),
  )
  const [only, ...others] = withoutDoubles(buttons, tree)
  const hasForm = tree.elements.some((element) => takesValues(element) && element.type !== 'search')
  return only && others.length === 0 && (hasForm || only.type === 'submit') ? only : undefined
}
