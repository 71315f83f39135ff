import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { elementIn, find } from '../locate/find.ts'
import { isForSearch, labelOf, takesText } from '../locate/kinds.ts'
import { ambiguous, locate, located } from '../locate/locate.ts'
import type { Located } from '../locate/locate.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../parse/command.ts'
import { putInto } from '../widgets/widgets.ts'
import { pressElement } from './press.ts'

const SEARCH = /\b(?:search|find|look ?up|query|keywords?)\b/i

/** Enters words into the search field and sends them. */
export async function search(
  query: string,
  field: readonly Target[] | undefined,
  driver: Driver,
): Promise<void> {
  const found = await find((tree) => (field ? locateField(field, tree) : searchField(tree)), driver)
  const element = elementIn(found, field ?? [{ name: 'search field' }])
  const outcome = await putInto(element, query, driver)
  if (outcome.state === 'failed') throw new CannotDo(outcome.why)
  driver.last = element
  driver.query = query
  const isLive = driver.actions.at(-1)?.effect !== undefined && hasFreshList(await driver.tree(), driver)
  if (isLive) return
  const button = searchButton(element, await driver.tree())
  if (button) return pressElement(button, driver)
  await driver.act({ do: 'press', key: 'Enter', ref: element.ref }, { type: 'press', value: 'Enter' })
}

function locateField(field: readonly Target[], tree: PageTree): Located {
  const named = locate(field, { tree, isCandidate: (element) => takesText(element) && !element.disabled })
  return named.state === 'found' ? named : searchField(tree)
}

function searchField(tree: PageTree): Located {
  const fields = tree.elements.filter(
    (element) => takesText(element) && !element.disabled && !element.readonly,
  )
  const named = fields.filter((field) => isForSearch(field, tree))
  const likely =
    named.length > 0 ? named : fields.filter((field) => fields.length === 1 && !OTHER.test(said(field)))
  return likely.length > 1 ? ambiguous(likely, tree) : located(likely[0])
}

/** Fields that are for something else than words to search for. */
const OTHER = /e-?mail|newsletter|comment|message|\bname\b|phone|password|amount|quantity|address/i

function said({ name, placeholder, hints, type }: ViewElement): string {
  return `${name} ${placeholder ?? ''} ${hints} ${type ?? ''}`
}

/** Results that came up while the words were typed. */
function hasFreshList(tree: PageTree, { former }: Driver): boolean {
  const fresh = tree.elements.filter((element) => former && !former.get(element.ref))
  return fresh.some(({ role }) => /^(listitem|article|row|option|link)$/.test(role))
}

function searchButton(field: ViewElement, tree: PageTree): ViewElement | undefined {
  const form =
    tree.closest(field, ({ tag, role }) => tag === 'form' || role === 'search') ?? tree.parent(field)
  const buttons = form
    ? tree
        .descendants(form)
        .filter(
          (one) => one.clickable && !one.editable && !one.disabled && !/^(?:select|label)$/.test(one.tag),
        )
    : []
  const named = buttons.find(
    (one) => SEARCH.test(labelOf(one)) || SEARCH.test(one.title ?? '') || /🔍|🔎/u.test(one.text),
  )
  return named ?? buttons.find(({ type }) => type === 'submit')
}
