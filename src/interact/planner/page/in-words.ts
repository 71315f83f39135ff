import type { ViewElement } from '../../../browser/browser.ts'
import { byWord } from '../parse/vocabulary.ts'
import { HIDDEN, isForSecrets } from '../../secrets.ts'
import type { PageTree } from './page-tree.ts'

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

export interface Changes {
  /** In one clause: `the page now shows "Saved"`; undefined if nothing is different. */
  told: string | undefined
  /** Whether more is different than how far the page is scrolled. */
  isEffect: boolean
}

const STATES = [
  'value',
  'checked',
  'selected',
  'expanded',
  'pressed',
  'current',
  'disabled',
  'invalid',
  'ownText',
  'hints',
] as const

export function changesBetween(before: PageTree, after: PageTree): Changes {
  const appeared = after.elements.filter((element) => !before.get(element.ref))
  const gone = before.elements.filter((element) => !after.get(element.ref))
  const [from, to] = [before.view, after.view]
  const isScrolled = from.scroll.x !== to.scroll.x || from.scroll.y !== to.scroll.y
  const isTurned = after.elements.some((element) => {
    const former = before.get(element.ref)
    return former !== undefined && isOther(former, element, isScrolled)
  })
  const isMoved = from.url !== to.url || from.title !== to.title
  if (!isMoved && !isTurned && appeared.length === 0 && gone.length === 0)
    return { told: isScrolled ? 'the page scrolled' : undefined, isEffect: false }
  if (pathOf(from.url) !== pathOf(to.url)) return { told: `the page is now ${to.url}`, isEffect: true }
  return { told: shown(appeared, gone, newTexts(before, after)), isEffect: true }
}

function shown(
  appeared: readonly ViewElement[],
  gone: readonly ViewElement[],
  texts: readonly string[],
): string {
  const isDialog = ({ role }: ViewElement) => role.endsWith('dialog')
  const dialog = appeared.find(isDialog)
  if (dialog) return `a dialog${dialog.name ? ` ${quote(dialog.name)}` : ''} opened`
  const alert = appeared.find(({ role, text }) => /^(alert|status)$/.test(role) && text)
  if (alert) return `the page now shows ${quote(alert.text)}`
  if (texts.length > 0) return `the page now shows ${texts.slice(0, 3).map(quote).join(', ')}`
  const closed = gone.find(isDialog)
  return closed ? `the dialog${closed.name ? ` ${quote(closed.name)}` : ''} closed` : 'the page changed'
}

function isOther(before: ViewElement, after: ViewElement, isScrolled: boolean): boolean {
  const sides = isScrolled ? (['width', 'height'] as const) : (['width', 'height', 'x', 'y'] as const)
  return (
    STATES.some((state) => before[state] !== after[state]) ||
    before.look?.color !== after.look?.color ||
    sides.some((side) => Math.abs(before.box[side] - after.box[side]) > 1)
  )
}

function newTexts(before: PageTree, after: PageTree): string[] {
  const known = new Set(before.elements.map(({ ownText }) => ownText))
  const texts = new Set(after.elements.map(({ ownText }) => ownText))
  return [...texts].filter((text) => text !== '' && !known.has(text))
}

function quote(text: string): string {
  return `"${shorten(text, 80)}"`
}

function pathOf(url: string): string {
  return url.replace(/#.*$/, '')
}
