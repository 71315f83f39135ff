import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from './page-tree.ts'

const RECORD_ROLE = /^(row|listitem|article|treeitem|option)$/

function isRecord(element: ViewElement, tree: PageTree): boolean {
  if (element.text === '' && tree.children(element).length === 0) return false
  if (RECORD_ROLE.test(element.role)) return true
  if (tree.children(element).length === 0) return false
  return tree.siblings(element).some((other) => other !== element && areAlike(other, element, tree))
}

/** The entry of a list that an element is part of: the smallest one that says more than the element does. */
export function recordOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  const outward = [element, ...tree.ancestors(element)]
  return outward.find(
    (outer) =>
      isRecord(outer, tree) && (outer.text.length > element.text.length || tree.children(outer).length > 0),
  )
}

const CHROME = /^(navigation|banner|contentinfo|menubar|tablist|toolbar)$/
const MOST_OF_ONE = 80

/** The entries of the list that a page is about, in order: the one that says most; in the dialog on top where there is one. */
export function mainRecords(tree: PageTree, former?: PageTree): ViewElement[] {
  const { dialog } = tree
  const lists = Map.groupBy(
    tree.elements.filter((element) => isRecord(element, tree) && !isHead(element, tree)),
    (element) => `${element.parent}|${element.tag}|${element.role}`,
  )
  const weight = ([first, ...others]: readonly ViewElement[]) => {
    if (!first || (others.length === 0 && !RECORD_ROLE.test(first.role))) return 0
    if (first.tag === 'label' || tree.descendants(first).some(({ role }) => role === 'radio')) return 0
    const isAside = tree.closest(first, ({ role, tag }) => CHROME.test(role) || tag === 'nav') !== undefined
    const isUnder = dialog !== undefined && !tree.holds(dialog, first)
    const said = [first, ...others].reduce((sum, { text }) => sum + Math.min(MOST_OF_ONE, text.length), 0)
    const isNew =
      former !== undefined &&
      former.view.url === tree.view.url &&
      !former.get(first.ref) &&
      others.every(({ ref }) => !former.get(ref))
    return said * (isAside ? 0.1 : 1) * (isUnder ? 0.1 : 1) * (isNew ? 10 : 1)
  }
  return [...lists.values()].sort((a, b) => weight(b) - weight(a)).find((list) => weight(list) > 0) ?? []
}

/** A row of column heads is no entry. */
function isHead(element: ViewElement, tree: PageTree): boolean {
  const cells = tree.children(element)
  return cells.length > 0 && cells.every(({ role, tag }) => role === 'columnheader' || tag === 'th')
}

function areAlike(left: ViewElement, right: ViewElement, tree: PageTree): boolean {
  return (
    left.tag === right.tag &&
    left.role === right.role &&
    left.hints.split(' ')[0] === right.hints.split(' ')[0] &&
    haveLikeParts(tree.children(left), tree.children(right))
  )
}

function haveLikeParts(left: readonly ViewElement[], right: readonly ViewElement[]): boolean {
  if (left.length === 0) return false
  const tags = right.map((element) => element.tag)
  const common = left.filter(({ tag }) => {
    const at = tags.indexOf(tag)
    if (at >= 0) tags.splice(at, 1)
    return at >= 0
  })
  return common.length * 2 >= Math.max(left.length, right.length)
}

type Test = (element: ViewElement, tree: PageTree) => boolean

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

const OTHER = /e-?mail|newsletter|comment|message|phone|password|amount|quantity|address|number|date/i

/** Whether a control is for a search: by its type or its words, or as the only text field of a page. */
export function isForSearch(element: ViewElement, tree: PageTree): boolean {
  if (!takesText(element) || element.disabled || element.readonly) return false
  const { type, role, name, placeholder = '', hints } = element
  if (type === 'search' || role === 'searchbox' || SEARCH.test(`${name} ${placeholder} ${hints}`)) return true
  const isOnly = tree.elements.filter(takesText).length === 1
  return isOnly && !OTHER.test(`${name} ${placeholder} ${hints} ${type ?? ''}`)
}

export function isCheckable({ role }: ViewElement): boolean {
  return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)
}

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

/** The only thing there is; undefined if there are none or several different ones. */
export function onlyOf<Thing>(things: Iterable<Thing>): Thing | undefined {
  const [only, ...others] = new Set(things)
  return others.length === 0 ? only : undefined
}

/** The buttons of the form that a field is part of; without a form those beside it. */
export function buttonsBeside(field: ViewElement, tree: PageTree): ViewElement[] {
  const isForm = ({ tag, role }: ViewElement) => tag === 'form' || /^(form|search)$/.test(role)
  const form = tree.closest(field, isForm) ?? tree.parent(field)
  const inside = form ? tree.descendants(form) : []
  return inside.filter(
    (one) => one.clickable && !one.editable && !one.disabled && !/^(?:select|label)$/.test(one.tag),
  )
}
