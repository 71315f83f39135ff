import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'

type Test = (element: ViewElement, tree: PageTree) => boolean

/** What each kind of element in an instruction may be on a page. */
const KINDS: Record<string, Test> = {
  button: ({ role, type }) => role === 'button' || type === 'submit' || type === 'button',
  link: ({ role }) => /^link$/.test(role),
  tab: ({ role }) => /^tab$/.test(role),
  field: (element) => takesText(element) || element.tag === 'select' || element.role === 'checkbox',
  checkbox: ({ role }) => /^(checkbox|switch|menuitemcheckbox)$/.test(role),
  radio: ({ role }) => /^(radio|menuitemradio)$/.test(role),
  option: ({ role }) => /^(option|radio|menuitem|menuitemradio|checkbox|button|gridcell)$/.test(role),
  list: ({ role, tag, expanded }) =>
    tag === 'select' || /^(combobox|listbox)$/.test(role) || expanded !== undefined,
  menu: ({ role, expanded }) => /^(menu|menubar|menuitem)$/.test(role) || expanded !== undefined,
  disclosure: ({ tag, expanded }) => tag === 'summary' || expanded !== undefined,
  section: ({ tag, role, expanded }) =>
    /^(region|heading|tab)$/.test(role) || tag === 'summary' || expanded !== undefined,
  slider: ({ role }) => /^slider$/.test(role),
  entry: (element, tree) => recordOf(element, tree) !== undefined,
}

/** Whether an element is of the kind that an instruction names; kinds that only describe a place fit everything. */
export function isKind(kind: string, element: ViewElement, tree: PageTree): boolean {
  return KINDS[kind]?.(element, tree) ?? true
}

export function takesText({ editable, role }: ViewElement): boolean {
  return editable || /^(textbox|searchbox|spinbutton)$/.test(role)
}

const SEARCH = /\b(?:search|find|look ?up|query|keywords?)\b/i

/** Fields that are for something else than words to search for. */
const OTHER = /e-?mail|newsletter|comment|message|phone|password|amount|quantity|address|number|date/i

/** Whether a control is for a search: by its type or its words, or as the only text field of a form with such a button. */
export function isForSearch(element: ViewElement, tree: PageTree): boolean {
  if (!takesText(element) || element.disabled || element.readonly) return false
  const { type, role, name, placeholder = '', hints } = element
  if (type === 'search' || role === 'searchbox' || SEARCH.test(`${name} ${placeholder} ${hints}`)) return true
  if (
    tree.elements.filter(takesText).length === 1 &&
    !OTHER.test(`${name} ${placeholder} ${hints} ${type ?? ''}`)
  )
    return true
  const form = tree.closest(element, (one) => one.tag === 'form' || one.role === 'search')
  const inside = form ? tree.descendants(form) : []
  const isButton = (one: ViewElement) => one.role === 'button' && SEARCH.test(labelOf(one))
  return inside.filter(takesText).length === 1 && inside.some(isButton)
}

export function isCheckable({ role }: ViewElement): boolean {
  return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)
}

/** Whether a value can be entered into or chosen in an element. */
export function takesValues(element: ViewElement): boolean {
  const { tag, role, type } = element
  if (type === 'submit' || type === 'button' || type === 'reset') return false
  return (
    takesText(element) ||
    tag === 'select' ||
    isCheckable(element) ||
    /^(combobox|listbox|slider|radiogroup)$/.test(role)
  )
}

/** The words that name an element: its name, its text, its title or its placeholder, whichever has words. */
export function labelOf({ name, text, title, placeholder }: ViewElement): string {
  return [name, text, title, placeholder].find((words) => /[\p{L}\p{N}]/u.test(words ?? '')) ?? name
}
