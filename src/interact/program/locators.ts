import type { LocatorStep, PageView, ViewElement } from '../../browser/browser.ts'
import { PageTree } from '../planner/page-tree.ts'

export interface Candidate {
  steps: readonly LocatorStep[]
  /** Whether it finds this element as well, as far as the view shows. */
  finds: (one: ViewElement) => boolean
}

const LONGEST_NAME = 100
/** Roles that the view and Playwright determine alike, by tag or attribute. */
const SHARED_ROLES = new Set(
  `alert article button cell checkbox columnheader combobox dialog alertdialog grid gridcell group heading link list
  listbox listitem menu menubar menuitem menuitemcheckbox menuitemradio navigation option progressbar radio radiogroup
  region row rowheader searchbox slider spinbutton status switch tab table tablist tabpanel textbox tree treeitem`
    .trim()
    .split(/\s+/),
)
/** Their entries are told apart by a text in them. */
const ENTRY_ROLES = new Set(['row', 'listitem', 'article', 'treeitem'])
/** They are told apart by their name. */
const AREA_ROLES = new Set([
  'dialog',
  'alertdialog',
  'group',
  'region',
  'radiogroup',
  'tabpanel',
  'navigation',
])

export function* locatorsFor(element: ViewElement, view: PageView): Generator<Candidate> {
  const parts = partsOf(element, view)
  const within = frameSteps(parts.frames, view)
  const inFrame = ({ steps, finds }: Candidate): Candidate => ({
    steps: [...within, ...steps],
    finds: (one) => finds(one) && parts.frameOf(one) === parts.frames.at(-1),
  })
  const own = ownCandidates(element)
  for (const one of [...own, ...selectorCandidates(element)]) yield inFrame(one)
  const last = roleCandidates(element)
  for (const { steps, holds } of scopesOf(element, parts))
    for (const one of [...own, ...last])
      yield inFrame({ steps: [...steps, ...one.steps], finds: (other) => one.finds(other) && holds(other) })
  for (const one of last) yield inFrame(one)
}

export function chooseByView(
  element: ViewElement,
  view: PageView,
  candidates: Iterable<Candidate>,
): readonly LocatorStep[] | undefined {
  const found = [...candidates].map(({ steps, finds }) => ({ steps, all: view.elements.filter(finds) }))
  const only = found.find(({ all }) => all.length === 1 && all[0] === element)
  if (only) return only.steps
  const several = found.find(({ all }) => all.includes(element))
  return several && [...several.steps, step('nth', several.all.indexOf(element))]
}

function ownCandidates(element: ViewElement): Candidate[] {
  const { role, tag, name, placeholder = '', title = '', text } = element
  const exact = { exact: true }
  const isNamed = name !== '' && name.length <= LONGEST_NAME
  const hasNamedRole = isNamed && hasRole(element)
  const isField = element.editable || element.options !== undefined || element.checked !== undefined
  const isShortText = !isField && text !== '' && text.length <= LONGEST_NAME
  const ways: [isPossible: boolean, step: LocatorStep, finds: Candidate['finds']][] = [
    [
      hasNamedRole,
      step('getByRole', role, { name, ...exact }),
      (one) => one.role === role && one.name === name,
    ],
    [isNamed && isField, step('getByLabel', name, exact), (one) => one.name === name && one.role !== 'text'],
    [
      placeholder !== '',
      step('getByPlaceholder', placeholder, exact),
      (one) => one.placeholder === placeholder,
    ],
    [
      isNamed && tag === 'img',
      step('getByAltText', name, exact),
      (one) => one.tag === 'img' && one.name === name,
    ],
    [isShortText, step('getByText', text, exact), (one) => one.text === text],
    [
      isNamed && element.behindLabel === true,
      step('getByText', name, exact),
      (one) => one.name === name || one.text === name,
    ],
    [title !== '' && tag !== 'img', step('getByTitle', title, exact), (one) => one.title === title],
    // Style sheets add signs to names that the view does not have.
    [hasNamedRole, step('getByRole', role, { name }), (one) => one.role === role && includes(one.name, name)],
  ]
  return ways.flatMap(([isPossible, one, finds]) => (isPossible ? [{ steps: [one], finds }] : []))
}

function selectorCandidates({ selector }: ViewElement): Candidate[] {
  if (selector === undefined) return []
  return [{ steps: [step('locator', selector)], finds: (one) => one.selector === selector }]
}

function roleCandidates(element: ViewElement): Candidate[] {
  if (!hasRole(element)) return []
  return [{ steps: [step('getByRole', element.role)], finds: (one) => one.role === element.role }]
}

/** What the view calls a text box because it can be edited has no role in Playwright. */
function hasRole({ role, tag }: ViewElement): boolean {
  return SHARED_ROLES.has(role) && tag !== 'summary' && tag !== 'label'
}

function partsOf(element: ViewElement, view: PageView) {
  const tree = new PageTree(view)
  const frameOf = (one: ViewElement) => tree.ancestors(one).find(isFrame)
  const all = tree.ancestors(element)
  const frame = frameOf(element)
  return {
    tree,
    ancestors: frame ? all.slice(0, all.indexOf(frame)) : all,
    frames: all.filter(isFrame).toReversed(),
    peers: () => view.elements.filter((one) => frameOf(one) === frame),
    frameOf,
  }
}

function isFrame({ tag }: ViewElement): boolean {
  return tag === 'iframe' || tag === 'frame'
}

function frameSteps(frames: readonly ViewElement[], view: PageView): LocatorStep[] {
  return frames.flatMap((frame) => {
    const others = partsOf(frame, view).peers().filter(isFrame)
    const { selector, title } = frame
    if (selector !== undefined && others.filter((one) => one.selector === selector).length === 1)
      return [step('frameLocator', selector)]
    if (title !== undefined && others.filter((one) => one.title === title).length === 1)
      return [step('frameLocator', `${frame.tag}[title=${JSON.stringify(title)}]`)]
    const visible = step('frameLocator', `${frame.tag}:visible`)
    return others.length === 1 ? [visible] : [visible, step('nth', others.indexOf(frame))]
  })
}

function scopesOf(element: ViewElement, { tree, ancestors, peers }: ReturnType<typeof partsOf>) {
  const areas = ancestors.filter(({ role }) => AREA_ROLES.has(role) || ENTRY_ROLES.has(role))
  const all = areas.length > 0 ? peers() : []
  return areas.flatMap((area) => {
    const others = all.filter((one) => one.role === area.role && one !== area)
    const isInside = (one: ViewElement) => tree.contains(area, one)
    if (AREA_ROLES.has(area.role)) {
      const isNamedUniquely = area.name !== '' && others.every(({ name }) => name !== area.name)
      if (isNamedUniquely)
        return [{ steps: [step('getByRole', area.role, { name: area.name, exact: true })], holds: isInside }]
      return others.length === 0 ? [{ steps: [step('getByRole', area.role)], holds: isInside }] : []
    }
    const texts = all.filter((one) => one !== element && tree.contains(area, one)).map(ownText)
    const mark = [...texts, area.ownText, area.text].find(
      (text) =>
        text.length > 1 && text.length <= LONGEST_NAME && others.every((one) => !includes(one.text, text)),
    )
    if (mark === undefined) return []
    return [{ steps: [step('getByRole', area.role), step('filter', { hasText: mark })], holds: isInside }]
  })
}

function ownText({ ownText: own, text, role }: ViewElement): string {
  return role === 'generic' ? own : own || text
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

function step(method: string, ...args: LocatorStep['args']): LocatorStep {
  return { method, args }
}

export function toCode(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCode).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{ ${entries.map(([key, item]) => `${key}: ${toCode(item)}`).join(', ')} }`
}

export function locatorCode(steps: readonly LocatorStep[]): string {
  return steps.map(({ method, args }) => `${method}(${args.map(toCode).join(', ')})`).join('.')
}
