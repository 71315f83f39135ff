import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { blockText, isPlainText } from './fresh.ts'
import type { Fresh } from './fresh.ts'

const ERROR =
  /\b(?:error|invalid|valid|required|must|cannot|can't|could not|failed|wrong|incorrect|missing|please|not (?:found|available|allowed|recogni[sz]ed)|too (?:short|long|many|few)|at least|already)\b/i
const MOST_LENGTH = 400

/** The message that an action brought up: an alert or status of the page, else the new text. */
export function messageIn(
  fresh: Fresh,
  tree: PageTree,
  { isError }: { isError: boolean },
): string | undefined {
  const announced = fresh.elements
    .map((element) => announcerOf(element, tree))
    .filter((one) => one !== undefined)
  const texts = announced.length > 0 ? announced.map(({ text }) => text) : plainTexts(fresh, tree)
  const distinct = [...new Set(texts)].filter((text) => text !== '')
  const chosen = isError ? distinct.filter((text) => ERROR.test(text)) : distinct
  const told = isError && chosen.length === 0 ? distinct : chosen
  if (told.length === 0 || told.length > 3) return undefined
  const text = told.join(' ')
  return text.length <= MOST_LENGTH ? text : undefined
}

function announcerOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree.closest(
    element,
    ({ role, hints }) =>
      /^(alert|status|log|alertdialog)$/.test(role) ||
      /\b(?:toast|snackbar|flash|notification|alert|error|success)\b/i.test(hints),
  )
}

function plainTexts(fresh: Fresh, tree: PageTree): string[] {
  return fresh.elements
    .filter((element) => isPlainText(element, tree))
    .map((element) => blockText(element, tree))
}
