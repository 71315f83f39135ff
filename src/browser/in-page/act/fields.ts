import { GONE } from '../calls.ts'
import type { Field, UploadFile, Point, PageControllerCalls } from '../calls.ts'
import { flatParent, controlOf, elementOf, nodeOf, refOf, collapseSpaces, elementAt } from '../flat-tree.ts'
import { labelOf } from '../view/facts.ts'
import { isEditingHost, isTickable, roleOf } from '../view/roles.ts'
import * as page from '../platform.ts'

const EDITABLE = 'input:not([type=hidden]),textarea,select,[contenteditable]:not([contenteditable=false])'
const SET = /^(date|time|month|week|datetime-local|color|range)$/
const NOT_TYPED = /^(button|submit|reset|image|file|hidden)$/
const focus = page.method(HTMLElement, 'focus')

/** The field that is meant: it, the one a label is for, or the only one within. */
export function fieldAt(ref: string): ReturnType<PageControllerCalls['fieldAt']> {
  const element = fieldOf(nodeOf(ref))
  const kind = element ? kindOf(element) : 'none'
  if (!element || kind === 'none') return { kind: 'none' }
  const { maxLength, readOnly } = element as HTMLInputElement
  return {
    ref: refOf(element),
    kind,
    value: valueOf(element),
    maxLength: maxLength > 0 ? maxLength : undefined,
    multiline: !(element instanceof HTMLInputElement),
    disabled: page.matches(element, ':disabled'),
    readonly: readOnly === true,
  }
}

function fieldOf(node: Node): Element | undefined {
  const element = elementOf(node)
  if (kindOf(element) !== 'none') return element
  const control = controlOf(element)
  if (control) return control
  const inner = page.allWithin(element, EDITABLE)
  if (inner.length === 1) return inner[0]
  const host = page.closest(element, '[contenteditable]')
  return host && isEditingHost(host) ? host : undefined
}

function kindOf(element: Element): Field['kind'] | 'none' {
  if (element instanceof HTMLSelectElement) return 'list'
  if (element instanceof HTMLTextAreaElement) return 'typed'
  if (isTickable(element)) return 'tick'
  if (element instanceof HTMLInputElement) {
    return SET.test(element.type) ? 'set' : NOT_TYPED.test(element.type) ? 'none' : 'typed'
  }
  if (isEditingHost(element)) return 'rich'
  const role = roleOf(element)
  if (/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)) return 'tick'
  if (role === 'slider' || role === 'spinbutton') return 'slider'
  return role === 'textbox' || role === 'searchbox' ? 'rich' : 'none'
}

function valueOf(element: Element): string {
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map(labelOf).join(', ')
  if ('value' in element) return String(element.value)
  const now = page.attribute(element, 'aria-valuenow')
  return now ?? (element instanceof HTMLElement ? element.innerText.trim() : '')
}

export function focusOn(ref: string): void {
  const element = elementOf(nodeOf(ref))
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true })
}

export function selectAll(ref: string): void {
  const element = nodeOf(ref) as HTMLElement
  focus(element, { preventScroll: true })
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select()
  else getSelection()!.selectAllChildren(element)
}

export function setValue(ref: string, value: string): string {
  const element = nodeOf(ref) as HTMLElement
  focus(element, { preventScroll: true })
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.value = value
  else element.textContent = value
  fireChangeEvents(element)
  return valueOf(element)
}

function fireChangeEvents(element: Element): void {
  element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
}

export function chooseOptions(
  ref: string,
  labels: readonly string[],
): ReturnType<PageControllerCalls['chooseOptions']> {
  const list = nodeOf(ref)
  if (!(list instanceof HTMLSelectElement)) throw new Error(GONE)
  const options = [...list.options]
  const chosen = labels.map((label) => optionFor(options, label))
  const missing = labels.filter((_, index) => chosen[index] === undefined)
  const result = { missing, available: options.slice(0, 20).map(labelOf) }
  if (missing.length > 0) return result
  focus(list, { preventScroll: true })
  const isSame = options.every((option) => option.selected === chosen.includes(option))
  if (isSame) return result
  if (list.multiple) for (const option of options) option.selected = chosen.includes(option)
  else list.selectedIndex = options.indexOf(chosen.at(-1)!)
  fireChangeEvents(list)
  return result
}

function optionFor(options: readonly HTMLOptionElement[], label: string): HTMLOptionElement | undefined {
  const plain = (text: string) => collapseSpaces(text).toLowerCase()
  const open = options.filter((option) => !option.disabled)
  return (
    open.find((option) => labelOf(option) === collapseSpaces(label)) ??
    open.find((option) => plain(labelOf(option)) === plain(label)) ??
    open.find((option) => plain(option.value) === plain(label))
  )
}

export function setFiles(
  ref: string,
  files: readonly UploadFile[],
): ReturnType<PageControllerCalls['setFiles']> {
  const field = fileFieldAt(elementOf(nodeOf(ref)))
  if (field === undefined) return 'none'
  if (files.length > 1 && !field.multiple) return 'one'
  const given = new DataTransfer()
  for (const { name, type, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    given.items.add(new File([bytes], name, { type }))
  }
  field.files = given.files
  fireChangeEvents(field)
  return 'put'
}

function fileFieldAt(element: Element): HTMLInputElement | undefined {
  for (const one of [element, controlOf(element)])
    if (one instanceof HTMLInputElement && one.type === 'file') return one
  const form = page.closest(element, 'form')
  for (
    let outer: Node | null = element;
    outer instanceof Element;
    outer = outer === form ? null : flatParent(outer)
  ) {
    const inner = page.allWithin(outer, 'input[type=file]')
    if (inner.length === 1) return inner[0] as HTMLInputElement
    if (inner.length > 1 || outer === page.body()) return undefined
  }
  return undefined
}

export function isChecked(ref: string): boolean {
  const element = nodeOf(ref) as Element
  if (isTickable(element)) return element.checked
  const said = page.attribute(element, 'aria-checked') ?? page.attribute(element, 'aria-pressed')
  return (said ?? page.attribute(element, 'aria-selected')) === 'true'
}

export function blurPoint(): Point | undefined {
  const active = page.activeElement()
  if (active === null || kindOf(active) === 'none') return undefined
  for (let step = 1; step < 100; step++) {
    const x = innerWidth * (1 - (step % 10) / 10) - 3
    const y = innerHeight * (1 - Math.floor(step / 10) / 10) - 3
    const hit = elementAt(x, y)
    if (hit !== null && (hit === page.body() || hit === page.root())) return { x, y }
  }
  return undefined
}
