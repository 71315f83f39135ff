import type { RawElement } from '../calls.ts'
import { collapseSpaces } from '../flat-tree.ts'
import * as page from '../platform.ts'
import { isEditingHost, isTickable } from './roles.ts'

const LONGEST_VALUE = 5000
const LONGEST_HINTS = 120
const MAX_OPTIONS = 300
const MAX_ATTRIBUTES = 100
const MAX_KNOWN = 5000
const CAN_BE_DISABLED = page.words('button input select textarea fieldset option')
const PICTURED = page.words('span i a div button em b')
const TEST_IDS = ['data-testid', 'data-test', 'data-test-id', 'data-qa', 'data-cy']
const HINTS = ['id', 'class', 'name', ...TEST_IDS, 'autocomplete']

const plainHints = new Map<string, string>()

type Given = Record<string, string>

export function addFacts(entry: RawElement, element: Element, tag: string, css: CSSStyleDeclaration): void {
  const given = attributesOf(element)
  const title = given.title ?? given.alt ?? given['aria-description']
  if (title) entry.title = collapseSpaces(title).slice(0, 200)
  entry.hints = hintsOf(given, tag, css, entry.text === '')
  entry.placeholder = given.placeholder ?? given['aria-placeholder']
  if ((tag === 'a' || tag === 'area') && given.href !== undefined) entry.href = hrefOf(element)
  entry.min = given.min ?? given['aria-valuemin']
  entry.max = given.max ?? given['aria-valuemax']
  entry.step = given.step
  addStates(entry, element, tag, given)
  addField(entry, element, tag, given)
}

/** Links in drawings have another kind of address. */
function hrefOf(element: Element): string {
  const { href } = element as HTMLAnchorElement | SVGAElement
  return String(typeof href === 'string' ? href : (href?.baseVal ?? href))
}

function attributesOf(element: Element): Given {
  const given: Given = Object.create(null)
  const all = page.attributes(element)
  for (let index = 0; index < all.length && index < MAX_ATTRIBUTES; index++)
    given[all[index]!.name] = all[index]!.value
  return given
}

function hintsOf(given: Given, tag: string, css: CSSStyleDeclaration, isEmpty: boolean): string {
  let words = ''
  for (const name of HINTS) if (given[name]) words = `${words} ${given[name].slice(0, LONGEST_HINTS)}`
  words = `${words} ${pictureOf(given, tag, css, isEmpty)}`.trim()
  if (words === '') return ''
  if (!plainHints.has(words)) {
    if (plainHints.size > MAX_KNOWN) plainHints.clear()
    plainHints.set(words, plain(words))
  }
  return plainHints.get(words)!
}

/** What page authors call an element; ids that look made by a program are different next time. */
export function selectorOf(element: Element, tag: string): string | undefined {
  for (const name of [...TEST_IDS, 'id', 'name']) {
    const value = page.attribute(element, name)
    if (value === null || !/^[A-Za-z][\w-]{0,59}$/.test(value)) continue
    if (name === 'id' && /\d{3}|^(react|radix|mui|ember)|[0-9a-f]{8}/i.test(value)) continue
    return name === 'id' ? `#${value}` : `${tag}[${name}="${value}"]`
  }
  return undefined
}

/** Words alone; a minus before a number stays. */
function plain(words: string): string {
  const apart = words.replace(
    /(?<![\p{L}\p{N}])(-)(?=\d)|[^\p{L}\p{N}]/gu,
    (_, minus?: string) => minus ?? ' ',
  )
  return collapseSpaces(apart.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).slice(0, LONGEST_HINTS)
}

/** Pictures without a name are often named by their file. */
function pictureOf(given: Given, tag: string, css: CSSStyleDeclaration, isEmpty: boolean): string {
  const url =
    tag === 'img' || tag === 'input' ? given.src : isEmpty && PICTURED.has(tag) ? imageOf(css) : undefined
  if (url === undefined) return ''
  return /([\w-]{2,40})\.(?:png|svg|gif|jpe?g|webp)\b/i.exec(url.slice(-300))?.[1] ?? ''
}

function imageOf({ content, backgroundImage }: CSSStyleDeclaration): string {
  return content.startsWith('url(') ? content : backgroundImage
}

function addStates(entry: RawElement, element: Element, tag: string, given: Given): void {
  const ariaFlag = (name: string) => {
    const value = given[name]
    return value === undefined || value === 'undefined' ? undefined : value !== 'false'
  }
  entry.checked = isTickable(element) ? element.checked : ariaFlag('aria-checked')
  entry.selected = ariaFlag('aria-selected')
  entry.expanded = ariaFlag('aria-expanded')
  entry.pressed = ariaFlag('aria-pressed')
  entry.current = ariaFlag('aria-current')
  if (tag === 'summary')
    entry.expanded = (page.closest(element, 'details') as HTMLDetailsElement | null)?.open
  if (given['aria-disabled'] === 'true' || (CAN_BE_DISABLED.has(tag) && page.matches(element, ':disabled')))
    entry.disabled = true
  const { readOnly, required } = element as HTMLInputElement
  if (readOnly === true || ariaFlag('aria-readonly')) entry.readonly = true
  if (required === true || ariaFlag('aria-required')) entry.required = true
  if (ariaFlag('aria-invalid')) entry.invalid = true
}

function addField(entry: RawElement, element: Element, tag: string, given: Given): void {
  if (element instanceof HTMLSelectElement) {
    const options = [...element.options].slice(0, MAX_OPTIONS)
    entry.options = options.map(asOption)
    entry.value = options
      .filter(({ selected }) => selected)
      .map(labelOf)
      .join(', ')
  } else if (element instanceof HTMLTextAreaElement) entry.value = element.value.slice(0, LONGEST_VALUE)
  else if (element instanceof HTMLInputElement) addInput(entry, element)
  else if (given.contenteditable !== undefined && isEditingHost(element)) {
    entry.value = collapseSpaces((element as HTMLElement).innerText ?? '').slice(0, LONGEST_VALUE)
  } else if (tag === 'progress' || tag === 'meter')
    entry.value = String((element as HTMLProgressElement).value)
  else entry.value = given['aria-valuetext'] ?? given['aria-valuenow']
}

/** What was typed as a secret is told by its length alone. */
function addInput(entry: RawElement, input: HTMLInputElement): void {
  const value = input.type === 'password' ? '•'.repeat(input.value.length) : input.value
  entry.type = input.type
  entry.value = value.slice(0, LONGEST_VALUE)
  if (input.list) entry.options = [...input.list.options].slice(0, MAX_OPTIONS).map(asOption)
}

function asOption(option: HTMLOptionElement) {
  const group = page.closest(option, 'optgroup') as HTMLOptGroupElement | null
  return {
    label: labelOf(option),
    value: option.value.slice(0, 200),
    selected: option.selected,
    disabled: option.disabled,
    ...(group && { group: collapseSpaces(group.label) }),
  }
}

export function labelOf(option: HTMLOptionElement): string {
  return collapseSpaces(option.label || option.value).slice(0, 200)
}
