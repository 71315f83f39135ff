import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'

/** What is new on the page since the last action. */
export interface Fresh {
  /** Elements whose own text is new, in the order of the page. */
  elements: ViewElement[]
  /** Their texts without those of controls, each once. */
  texts: string[]
  /** Whether the page is another one than before. */
  isNewPage: boolean
}

export function freshOf(tree: PageTree, { former }: Pick<Driver, 'former'>): Fresh {
  const pathOf = (url: string) => url.replace(/[?#].*$/, '')
  const isNewPage = former === undefined || pathOf(former.view.url) !== pathOf(tree.view.url)
  const known = Map.groupBy(former?.elements ?? [], ({ ownText }) => ownText)
  const elements = tree.elements.filter(
    (element) =>
      element.ownText !== '' &&
      !isInNavigation(element, tree) &&
      known.get(element.ownText)?.pop() === undefined,
  )
  const blocks = elements
    .filter((element) => isPlainText(element, tree))
    .map((element) => blockText(element, tree))
  return { elements, texts: [...new Set(blocks)], isNewPage }
}

export function isInNavigation(element: ViewElement, tree: PageTree): boolean {
  const NAVIGATION = /^(navigation|banner|contentinfo|menubar|tablist)$/
  return tree.closest(element, ({ role, tag }) => NAVIGATION.test(role) || tag === 'nav') !== undefined
}

/** Text that stands by itself: no label of a control, no name of a button. */
export function isPlainText(element: ViewElement, tree: PageTree): boolean {
  const isControl = ({ clickable, tag, role }: ViewElement) =>
    (clickable && role !== 'row') || /^(label|option|select)$/.test(tag)
  return element.ownText !== '' && !element.editable && !tree.closest(element, isControl)
}

/** The whole text of the block that an element is part of: a sentence is often in pieces. */
function blockText(element: ViewElement, tree: PageTree): string {
  const block = tree.closest(
    element,
    ({ tag, role }) =>
      /^(p|li|dd|td|h[1-6]|output|blockquote|figcaption|summary)$/.test(tag) ||
      /^(alert|status|listitem|heading|paragraph|cell)$/.test(role),
  )
  return block && block.text.length < 400 && block.text.length >= element.ownText.length
    ? block.text
    : element.text || element.ownText
}

/** A new value with the words beside it. */
export function withLabel(element: ViewElement, tree: PageTree): ViewElement {
  const outward = tree.ancestors(element).filter(({ tag }) => !/^(?:html|body|main)$/.test(tag))
  return outward.find(({ text }) => text.length > element.ownText.length + 2 && text.length < 200) ?? element
}

const ERROR =
  /\b(?:error|invalid|valid|required|must|cannot|can't|could not|failed|wrong|incorrect|missing|please|not (?:found|available|allowed|recogni[sz]ed)|too (?:short|long|many|few)|at least|already)\b/i
const MOST_LENGTH = 400

/** The message that an action brought up: an alert or status of the page, else the new text. */
export function messageIn(fresh: Fresh, tree: PageTree, isError: boolean): string | undefined {
  const announced = fresh.elements.flatMap((element) => announcerOf(element, tree)?.text ?? [])
  const texts = [...new Set(announced.length > 0 ? announced : fresh.texts)].filter((text) => text !== '')
  const errors = isError ? texts.filter((text) => ERROR.test(text)) : []
  const told = errors.length > 0 ? errors : texts
  const message = told.join(' ')
  return told.length > 0 && told.length <= 3 && message.length <= MOST_LENGTH ? message : undefined
}

function announcerOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree.closest(
    element,
    ({ role, hints }) =>
      /^(alert|status|log|alertdialog)$/.test(role) ||
      /\b(?:toast|snackbar|flash|notification|alert|error|success)\b/i.test(hints),
  )
}
