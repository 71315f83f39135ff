import type { ViewElement } from '../../browser/browser.ts'
import { shorten } from '../planner/say/call.ts'
import { HIDDEN, isForSecrets } from '../secrets.ts'

const MOST_NAME = 160
const MOST_VALUE = 120
const MOST_OPTIONS = 12
const MOST_OPTION = 40
const MOST_ADDRESS = 60

/** What must be known of the page to tell one of its elements from the others. */
interface Surroundings {
  /** How many links are called the same. */
  names: ReadonlyMap<string, number>
  focused: string | undefined
  /** Where the page is from: addresses of the same site are told without it. */
  origin: string | undefined
}

/** An element in one line: what it is, what it is called, what stands in it, how it is. */
export function wordsFor(element: ViewElement, text: string, surroundings: Surroundings): string {
  const { ref, role, name, placeholder, options } = element
  const called = name || (element.editable ? '' : text)
  const said = [
    `[${ref}]`,
    (role === 'text' || role === 'generic') && !element.clickable ? '' : roleOf(element),
    called === '' ? '' : quoted(called, MOST_NAME),
    name === '' && placeholder ? `placeholder ${quoted(placeholder, MOST_VALUE)}` : '',
    valueOf(element),
    ...statesOf(element),
    surroundings.focused === ref ? 'focused' : '',
    looksOf(element, called),
    addressOf(element, surroundings),
    options === undefined ? '' : optionsIn(options),
  ]
  return said.filter((part) => part !== '').join(' ')
}

function quoted(text: string, most: number): string {
  return `"${shorten(text, most).replaceAll('"', "'")}"`
}

function roleOf({ role, clickable, type }: ViewElement): string {
  if (role === 'generic' || role === 'text') return clickable ? 'clickable' : 'text'
  return type !== undefined && SAID_TYPES.has(type) ? `${type} field` : role
}

/** Types of inputs that say more than their role. */
const SAID_TYPES: ReadonlySet<string> = new Set(
  'password date time datetime-local month week color file number range tel'.split(' '),
)

function valueOf(element: ViewElement): string {
  const { value = '', name, editable, options, min, max, step } = element
  const range = min === undefined && max === undefined ? '' : `(${min ?? ''}..${max ?? ''})`
  const isShown = value !== '' && value !== name && (editable || options !== undefined || range !== '')
  const shown = isForSecrets(element) ? HIDDEN : quoted(value, MOST_VALUE)
  return [isShown ? `= ${shown}` : '', range, step === undefined || range === '' ? '' : `step ${step}`]
    .filter((part) => part !== '')
    .join(' ')
}

function statesOf(element: ViewElement): string[] {
  const { checked, selected, expanded, pressed } = element
  return [
    either(checked, 'checked', 'unchecked'),
    selected === true ? 'selected' : '',
    either(expanded, 'expanded', 'collapsed'),
    pressed === true ? 'pressed' : '',
    ...SIMPLE_STATES.map((state) => (element[state] === true ? state : '')),
  ]
}

const SIMPLE_STATES = [
  'current',
  'disabled',
  'readonly',
  'required',
  'invalid',
  'covered',
  'draggable',
  'scrollable',
] as const

function either(state: boolean | undefined, yes: string, no: string): string {
  if (state === undefined) return ''
  return state ? yes : no
}

/** What has no name is known by how it looks and where it is; what is dragged, by where it is. */
function looksOf(
  { role, look, box, clickable, draggable, type, hints }: ViewElement,
  called: string,
): string {
  const isNameless = called === '' && (clickable || role === 'image')
  const looks = look && (isNameless || look.shape !== undefined) ? [look.color, look.shape ?? ''] : []
  const isPlaced = looks.length > 0 || draggable || type === 'range'
  const place = [box.x, box.y, box.width, box.height].map(Math.round)
  return [
    isNameless && hints !== '' ? `(${shorten([...new Set(hints.split(' '))].join(' '), MOST_OPTION)})` : '',
    ...looks,
    isPlaced ? `at ${place[0]},${place[1]} ${place[2]}x${place[3]}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Where a link leads is told when its name does not tell it from others. */
function addressOf({ role, name, href }: ViewElement, { names, origin = '' }: Surroundings): string {
  if (href === undefined || (name !== '' && !(role === 'link' && (names.get(name) ?? 0) > 1))) return ''
  const address = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href
  return `to ${shorten(address, MOST_ADDRESS)}`
}

/** The options of a list: the chosen ones, and as many of the others as are told. */
function optionsIn(options: NonNullable<ViewElement['options']>): string {
  const told = options
    .slice(0, MOST_OPTIONS)
    .map(
      ({ label, selected, disabled }) =>
        `${shorten(label, MOST_OPTION)}${selected ? ' (chosen)' : ''}${disabled ? ' (disabled)' : ''}`,
    )
  const later = options.slice(MOST_OPTIONS)
  const chosen = later
    .filter(({ selected }) => selected)
    .map(({ label }) => `${shorten(label, MOST_OPTION)} (chosen)`)
  const more = later.length === 0 ? [] : [`… ${later.length} more`]
  return `options: ${[...told, ...more, ...chosen].join(' | ')}`
}
