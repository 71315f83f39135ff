import type { ViewElement } from '../../../browser/browser.ts'
import { byWord } from '../parse/vocabulary.ts'
import { HIDDEN, isForSecrets } from '../../secrets.ts'

/** What people call a role. */
const NOUNS =
  byWord(`field: textbox; search field: searchbox; list: combobox, listbox; number field: spinbutton;
picture: img, image; menu item: menuitem; item: listitem, treeitem; choice: radio; element: generic`)

/** An element as a person would call it: `the button "Save"`. */
export function call(element: ViewElement): string {
  const name = element.name || element.text || element.placeholder || element.title || ''
  const noun = element.type === 'password' ? 'password field' : (NOUNS[element.role] ?? element.role)
  if (element.role === 'text') return name ? `"${shorten(name, 60)}"` : 'the text'
  return name ? `the ${noun} "${shorten(name, 60)}"` : `the ${noun}`
}

export function shorten(text: string, most: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= most ? flat : `${flat.slice(0, most - 1).trimEnd()}…`
}

/** A value as it may be told: what goes into a password field is not. */
export function showValue(element: ViewElement | undefined, value: string): string {
  return element && isForSecrets(element) ? HIDDEN : value
}
