import type { PageView, ViewElement } from '../../browser/browser.ts'
import { estimateTokens, firstLinesWithin } from '../../llm/llm.ts'
import { shorten } from '../planner/page-tree.ts'
import { MASK, isSecretField } from '../secrets.ts'

const MOST_DEPTH = 8
const MOST_TITLE = 200
const MOST_URL = 300
const FRAME_TOKENS = 60

/** What is in view comes before the rest. Where that is too much, what can be used stays before what can be read. */
export function describeView(view: PageView, budget: number): string {
  const lines = viewLines(view)
  const head = headOf(view)
  const kept = linesThatFit(lines, budget - estimateTokens(head) - FRAME_TOKENS)
  const section = (inView: boolean) => lines.filter((line) => line.inView === inView && kept.has(line))
  const [near, far] = [section(true), section(false)]
  return [
    head,
    ...(near.length > 0 ? ['In view:', ...near.map(indented)] : ['Nothing is in view.']),
    ...(far.length > 0 ? ['Out of view, but usable as well:', ...far.map(indented)] : []),
    ...omittedNote(lines, kept),
  ].join('\n')
}

function headOf({ url, title, width, height, scroll }: PageView): string {
  const scrolled =
    scroll.maxY > 0 ? `, scrolled down ${Math.round(scroll.y)} of ${Math.round(scroll.maxY)}` : ''
  return [
    `URL: ${shorten(url, MOST_URL)}`,
    ...(title === '' ? [] : [`Title: ${shorten(title, MOST_TITLE)}`]),
    `Window: ${width}x${height}${scrolled}`,
  ].join('\n')
}

function indented({ depth, text }: ViewLine): string {
  return `${' '.repeat(Math.min(depth, MOST_DEPTH))}${text}`
}

function linesThatFit(lines: readonly ViewLine[], budget: number): ReadonlySet<ViewLine> {
  const kept = new Set<ViewLine>()
  let left = budget
  for (const line of lines.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const tokens = estimateTokens(indented(line)) + 1
    if (tokens > left) continue
    left -= tokens
    kept.add(line)
  }
  return kept
}

function rankOf({ inView, use }: ViewLine): number {
  return (inView ? 0 : 2) + (use === 'act' ? 0 : 1)
}

function omittedNote(lines: readonly ViewLine[], kept: ReadonlySet<ViewLine>): string[] {
  const left = lines.filter((line) => !kept.has(line))
  if (left.length === 0) return []
  const usable = left.filter(({ use }) => use === 'act').length
  return [
    `${left.length} more elements are not listed for lack of room; ${usable} of them can be used. find lists those with a text, scroll shows others.`,
  ]
}

const LONGEST_URL = 300
/** Who has the focus, and whether something lies over an element, changes with every move and says little. */
const TRANSIENT_STATES = / (focused|covered)(?= |$)/g

export function differenceBetween(before: PageView, after: PageView, budget: number) {
  const [was, is] = [linesByRef(before), linesByRef(after)]
  const isElsewhere = before.url !== after.url
  const isScrolled = !isElsewhere && before.scroll.y !== after.scroll.y
  const lines = [
    ...(isElsewhere ? [`opened ${shorten(after.url, LONGEST_URL)}`] : []),
    ...(isScrolled ? [`scrolled down to ${Math.round(after.scroll.y)}`] : []),
    ...[...is].flatMap(([ref, now]) => {
      const former = was.get(ref)
      return former === undefined || former === now ? [] : [`now ${now}, before ${withoutRef(former)}`]
    }),
    ...[...is].filter(([ref]) => !was.has(ref)).map(([, line]) => `new ${line}`),
    ...[...was].filter(([ref]) => !is.has(ref)).map(([, line]) => `gone ${withoutRef(line)}`),
  ]
  if (lines.length === 0) return { isAny: false, text: 'nothing changed that can be seen' }
  const told = firstLinesWithin(lines, budget)
  const more = lines.length - told.length
  return { isAny: true, text: [...told, ...(more > 0 ? [`and ${more} more changes`] : [])].join('\n  ') }
}

function linesByRef(view: PageView): ReadonlyMap<string, string> {
  return new Map(viewLines(view).map(({ ref, text }) => [ref, text.replaceAll(TRANSIENT_STATES, '')]))
}

function withoutRef(line: string): string {
  return line.replace(/^\[[^\]]*\] /, '')
}

export interface ViewLine {
  ref: string
  depth: number
  text: string
  inView: boolean
  use: 'act' | 'read'
}

/** Roles that hold others and say by themselves what those are for. */
const CONTAINER_ROLES: ReadonlySet<string> = new Set(
  'alertdialog article banner complementary contentinfo dialog feed figure form grid group list listbox main menu menubar navigation radiogroup region row search table tablist tabpanel toolbar tree treegrid'.split(
    ' ',
  ),
)
const CONTENT_ROLES: ReadonlySet<string> = new Set(
  'alert heading img image progressbar meter status tooltip log timer'.split(' '),
)
/** Text up to this length is told in one line, with whatever it is pieced together from. */
const MAX_MERGED_TEXT = 200
/** What is no higher than this stands in one line, as a rule; what has no more parts is one thing. */
const LINE_HEIGHT = 48
const MAX_PARTS_OF_ONE = 4

export function viewLines(view: PageView): ViewLine[] {
  const { holdsLines, parts, hasPieces } = contentsOf(view)
  const surroundings = {
    names: countedNames(view),
    focused: view.focused,
    origin: URL.parse(view.url)?.origin,
  }
  const places = new Map<string, LineContext>()
  const lines: ViewLine[] = []
  for (const given of view.elements) {
    const { ref, parent, inView } = given
    const above = (parent === undefined ? undefined : places.get(parent)) ?? TOP
    // Text between controls is in the view piece by piece; told of what holds it, it would be told twice.
    const element = hasPieces.has(ref) ? { ...given, ownText: '' } : given
    const mode = displayModeOf(element, {
      above,
      holdsLines: holdsLines.has(ref),
      parts: parts.get(ref) ?? 0,
    })
    if (mode === 'skip' || mode === 'known') {
      places.set(ref, mode === 'known' ? { ...above, isShown: true } : above)
      continue
    }
    const text = elementLine(element, mode === 'whole' ? element.text : element.ownText, surroundings)
    lines.push({ ref, depth: above.depth, text, inView, use: isInteractive(element) ? 'act' : 'read' })
    const controlName = isInteractive(element) ? element.name || element.text : ''
    places.set(ref, { depth: above.depth + 1, isShown: mode === 'whole', controlName })
  }
  return lines
}

interface LineContext {
  depth: number
  /** Whether all that can be read in it was told already. */
  isShown: boolean
  /** What it is called, when something can be done with it. */
  controlName: string
}

const TOP: LineContext = { depth: 0, isShown: false, controlName: '' }

function isInteractive(element: ViewElement): boolean {
  const { clickable, editable, draggable, scrollable, options, checked } = element
  return clickable || editable || draggable || scrollable || options !== undefined || checked !== undefined
}

/** Whether an element is told with all that is in it, with what is its own, or not at all, because nothing is to be told or all is known. */
function displayModeOf(
  element: ViewElement,
  { above, holdsLines, parts }: { above: LineContext; holdsLines: boolean; parts: number },
): 'skip' | 'known' | 'whole' | 'own' {
  const { role, name, text, ownText, look, box } = element
  const isShort = text.length <= MAX_MERGED_TEXT
  const isNoControl = role === 'generic' || role === 'text'
  // Inside of a button or tab there is often something that is clicked in its place.
  if (isNoControl && !holdsLines && text !== '' && text === above.controlName) return 'known'
  if (isInteractive(element)) return holdsLines || !isShort ? 'own' : 'whole'
  if (above.isShown) return 'skip'
  if (CONTENT_ROLES.has(role) && (name !== '' || text !== '')) return holdsLines ? 'own' : 'whole'
  const isOneThing = parts <= MAX_PARTS_OF_ONE || box.height <= LINE_HEIGHT
  if (!holdsLines && text !== '' && isShort && (isOneThing || role === 'row')) return 'whole'
  if (CONTAINER_ROLES.has(role) && (name !== '' || text !== '' || holdsLines)) return 'own'
  return ownText !== '' || look?.shape !== undefined ? 'own' : 'skip'
}

/** Which elements hold others that must have lines of their own, of how many parts each consists, and whose text is parts. */
function contentsOf({ elements }: PageView) {
  const hasOwnLines = new Set<string>()
  const parts = new Map<string, number>()
  const hasPieces = new Set<string>()
  for (const element of elements.toReversed()) {
    const { ref, parent, role, tag } = element
    if (parent === undefined) continue
    if (tag === '#text') hasPieces.add(parent)
    parts.set(parent, (parts.get(parent) ?? 0) + (parts.get(ref) ?? 0) + 1)
    const isOwnLine = isInteractive(element) || CONTENT_ROLES.has(role) || element.look?.shape !== undefined
    if (isOwnLine || hasOwnLines.has(ref)) hasOwnLines.add(parent)
  }
  return { holdsLines: hasOwnLines, parts, hasPieces }
}

function countedNames({ elements }: PageView): ReadonlyMap<string, number> {
  const counted = new Map<string, number>()
  for (const { role, name } of elements) {
    if (role === 'link') counted.set(name, (counted.get(name) ?? 0) + 1)
  }
  return counted
}

const MOST_NAME = 160
const MOST_VALUE = 120
const MOST_OPTIONS = 12
const MOST_OPTION = 40
const MAX_LINK_LENGTH = 60

interface Surroundings {
  names: ReadonlyMap<string, number>
  focused: string | undefined
  /** Where the page is from: addresses of the same site are told without it. */
  origin: string | undefined
}

function elementLine(element: ViewElement, text: string, surroundings: Surroundings): string {
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
    appearanceOf(element, called),
    linkTarget(element, surroundings),
    options === undefined ? '' : optionsIn(options),
  ]
  return said.filter((part) => part !== '').join(' ')
}

function quoted(text: string, most: number): string {
  return `"${shorten(text, most).replaceAll('"', "'")}"`
}

function roleOf({ role, clickable, type }: ViewElement): string {
  if (role === 'generic' || role === 'text') return clickable ? 'clickable' : 'text'
  return type !== undefined && SHOWN_TYPES.has(type) ? `${type} field` : role
}

const SHOWN_TYPES: ReadonlySet<string> = new Set(
  'password date time datetime-local month week color file number range tel'.split(' '),
)

function valueOf(element: ViewElement): string {
  const { value = '', name, editable, options, min, max, step } = element
  const range = min === undefined && max === undefined ? '' : `(${min ?? ''}..${max ?? ''})`
  const isShown = value !== '' && value !== name && (editable || options !== undefined || range !== '')
  const shown = isSecretField(element) ? MASK : quoted(value, MOST_VALUE)
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

function appearanceOf(
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

function linkTarget({ role, name, href }: ViewElement, { names, origin = '' }: Surroundings): string {
  if (href === undefined || (name !== '' && !(role === 'link' && (names.get(name) ?? 0) > 1))) return ''
  const address = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href
  return `to ${shorten(address, MAX_LINK_LENGTH)}`
}

function optionsIn(options: NonNullable<ViewElement['options']>): string {
  const shown = options
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
  return `options: ${[...shown, ...more, ...chosen].join(' | ')}`
}
