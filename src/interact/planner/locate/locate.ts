import type { ViewElement } from '../../../browser/browser.ts'
import {
  onlyOf,
  pathOf,
  mainRecords,
  recordOf,
  isCheckable,
  isKind,
  acceptsValues,
  labelOf,
  describeElement,
  shorten,
} from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { similarity } from '../match/words.ts'
import type { Target } from '../parse/command.ts'
import { CommandError } from '../driver.ts'
import type { Driver } from '../driver.ts'

export type Located =
  | { state: 'found'; element: ViewElement }
  /** `near` are the names of elements that are alike, best first. */
  | { state: 'missing'; near: string[] }
  /** `names` tell the candidates apart by the entries they are part of. */
  | { state: 'ambiguous'; elements: ViewElement[]; names: string[] }

export interface Search {
  tree: PageTree
  isCandidate: (element: ViewElement) => boolean
  last?: ViewElement | undefined
  /** The page before the last action: entries that are new since then are meant first. */
  former?: PageTree | undefined
}

const MIN_SCORE = 0.6
const EXACT_SCORE = 0.9
const MARGIN = 0.05

export function locate(targets: readonly Target[], search: Search): Located {
  let missing: Located | undefined
  for (const least of [EXACT_SCORE, MIN_SCORE]) {
    const all = targets.map((target) => locateOne(target, search, least))
    const some = all.find(({ state }) => state === 'found') ?? all.find(({ state }) => state === 'ambiguous')
    if (some) return some
    missing ??= all.find((one) => one.state === 'missing' && one.near.length > 0)
  }
  return missing ?? toLocated(undefined)
}

function locateOne(target: Target, search: Search, least: number): Located {
  const { tree, isCandidate } = search
  if (target.name === '' && target.kind === 'entry') return locateEntry(target, search)
  const scored = tree.elements
    .filter(isCandidate)
    .map((element) => ({ element, ...scoreOf(element, target, search) }))
    .filter(({ fit }) => fit > 0)
  const sure = scored.filter(({ fit }) => fit >= least)
  const placed = target.place ? filterByPlace(sure, target.place, tree) : sure
  if (placed.length === 0) return { state: 'missing', near: namesOf(scored) }
  const best = Math.max(...placed.map(({ score }) => score))
  const likely = placed.filter(({ score }) => score >= best - MARGIN).map(({ element }) => element)
  const distinct = withoutDuplicates(likely, tree)
  if (target.ordinal !== undefined) return toLocated(distinct.at(indexOf(target.ordinal)))
  const only = onlyOf(nearest(distinct, search))
  return only ? toLocated(only) : ambiguous(distinct, tree)
}

function indexOf(ordinal: number): number {
  return ordinal > 0 ? ordinal - 1 : ordinal
}

export function toLocated(element: ViewElement | undefined): Located {
  return element ? { state: 'found', element } : { state: 'missing', near: [] }
}

function scoreOf(element: ViewElement, target: Target, { tree }: Search): { fit: number; score: number } {
  const isOfKind = target.kind === undefined || isKind(target.kind, element, tree)
  const named =
    target.name === '' ? (target.kind !== undefined && isOfKind ? 0.95 : 0) : nameScore(target, element, tree)
  // A box is ticked by a press only if the instruction names the box itself.
  const isOtherBox = isCheckable(element) && named < EXACT_SCORE && !BOX_KINDS.test(target.kind ?? '')
  if (named === 0 || isOtherBox) return { fit: 0, score: 0 }
  // An element of another kind is meant only if nothing of the kind has the name.
  const fit = named - (isOfKind ? 0 : 0.15)
  const { dialog } = tree
  const isBehind = dialog !== undefined && dialog !== element && !tree.contains(dialog, element)
  return {
    fit,
    score: fit - (isBehind ? 0.2 : 0) - (element.disabled ? 0.04 : 0) + (element.inView ? 0.005 : 0),
  }
}

const BOX_KINDS = /^(?:checkbox|radio|option|field|any)$/

function nameScore({ name, isQuoted = false }: Target, element: ViewElement, tree: PageTree): number {
  const isControl = acceptsValues(element)
  const sources: readonly (readonly [text: string | undefined, weight: number])[] = [
    [element.name, 1],
    [isControl ? undefined : element.text, 1],
    [element.placeholder, 0.97],
    [element.title, 0.97],
    [isControl ? groupName(element, tree) : undefined, 0.9],
    [element.name === '' && element.text === '' ? element.hints : undefined, 0.8],
  ]
  return Math.max(...sources.map(([text = '', weight]) => similarity(name, text, isQuoted) * weight))
}

/** The name of the group that a control belongs to: `Frequency` of the radio button `Monthly`. */
export function groupName(element: ViewElement, tree: PageTree): string | undefined {
  return tree.ancestors(element).find(({ role, name }) => /^(radiogroup|group)$/.test(role) && name !== '')
    ?.name
}

function locateEntry({ ordinal, place }: Target, search: Search): Located {
  const { tree, former } = search
  const anchors = place ? anchorsOf(place, tree) : []
  const named = anchors.map((anchor) => recordOf(anchor, tree)).filter((record) => record !== undefined)
  if (ordinal === undefined) return mainControl(onlyOf(named), search, anchors)
  const all = mainRecords(tree, former)
  const isOld = all.length === 0 || former?.get(all[0]!.ref) !== undefined
  const link = isOld ? newLinks(search).at(indexOf(ordinal)) : undefined
  if (link) return toLocated(link)
  return mainControl(all.at(indexOf(ordinal)), search)
}

/** Links and options that came up with the last action, such as suggestions under a search field. */
function newLinks({ tree, former, isCandidate }: Search): ViewElement[] {
  if (!former || pathOf(former.view.url) !== pathOf(tree.view.url)) return []
  const links = tree.elements.filter(({ role }) => /^(?:link|option|menuitem)$/.test(role))
  return withoutDuplicates(
    links.filter((element) => !former.get(element.ref) && isCandidate(element)),
    tree,
  )
}

function mainControl(
  record: ViewElement | undefined,
  { tree, isCandidate }: Search,
  anchors: readonly ViewElement[] = [],
): Located {
  if (!record) return toLocated(undefined)
  const isToggle = (one: ViewElement) => one.pressed !== undefined || isCheckable(one)
  const inside = tree.descendants(record).filter((one) => isCandidate(one) && !isToggle(one))
  const named = inside.find((one) => anchors.some((anchor) => anchor === one || tree.contains(one, anchor)))
  const link = inside.find(({ role }) => role === 'link')
  return toLocated(named ?? link ?? (isCandidate(record) ? record : onlyOf(inside)))
}

interface Scored {
  element: ViewElement
  score: number
}

function filterByPlace<One extends Scored>(scored: readonly One[], place: Target, tree: PageTree): One[] {
  const found = anchorsOf(place, tree).flatMap((anchor) => {
    const way = [anchor, ...tree.ancestors(anchor)]
    // What belongs to an entry of a list is inside that entry.
    const record = recordOf(anchor, tree)
    return (
      (record ? way.slice(0, way.indexOf(record) + 1) : way)
        .map((outer) => scored.filter(({ element }) => element === outer || tree.contains(outer, element)))
        .find(({ length }) => length > 0) ?? []
    )
  })
  return [...new Set(found)]
}

export function anchorsOf(place: Target, tree: PageTree): ViewElement[] {
  const named = tree.elements
    .map((element) => ({ element, score: anchorScore(place, element, tree) }))
    .filter(({ score }) => score >= MIN_SCORE)
  const best = Math.max(0, ...named.map(({ score }) => score))
  return named.filter(({ score }) => score >= best - MARGIN).map(({ element }) => element)
}

function anchorScore(place: Target, element: ViewElement, tree: PageTree): number {
  const texts = [element.ownText, element.name]
  const named = Math.max(...texts.map((text) => similarity(place.name, text, place.isQuoted)))
  const isOfKind = place.kind === undefined || isKind(place.kind, element, tree)
  const word = place.name.toLowerCase().split(/\s+/).at(-1)!
  return Math.max(named - (isOfKind ? 0 : 0.05), LANDMARKS[word]?.test(element.role) ? 0.7 : 0)
}

/** `sidebar`, `cookie banner`, `appointment form`: parts of a page by what they are. */
const LANDMARKS: Record<string, RegExp> = {
  sidebar: /^(complementary|navigation)$/,
  navigation: /^navigation$/,
  menu: /^(navigation|menu|menubar)$/,
  header: /^banner$/,
  footer: /^contentinfo$/,
  toolbar: /^toolbar$/,
  form: /^(form|search)$/,
  dialog: /dialog$/,
  popup: /dialog$/,
  banner: /^(dialog|alertdialog|region)$/,
}

function nearest(elements: readonly ViewElement[], { tree, last }: Search): readonly ViewElement[] {
  const from = last && tree.get(last.ref)
  const inParts = (from ? [from, ...tree.ancestors(from)] : [])
    .filter(({ role, tag }) => tag === 'form' || SECTION_ROLES.test(role))
    .map((part) => elements.filter((element) => tree.contains(part, element)))
  return inParts.find(({ length }) => length > 0) ?? elements
}

const SECTION_ROLES = /^(form|dialog|alertdialog|row|listitem|article|group|radiogroup|region|tabpanel)$/

/** Of an element and its parts one is meant; links to the same page are one link. */
export function withoutDuplicates(elements: readonly ViewElement[], tree: PageTree): ViewElement[] {
  const isDouble = (element: ViewElement, other: ViewElement) =>
    (element.tag === 'label' && other.tag !== 'label' && other.name === element.text) ||
    (other.clickable && tree.contains(element, other))
  return elements.filter(
    (element, at) =>
      !elements.some((other) => isDouble(element, other)) &&
      !elements.slice(0, at).some(({ href }) => href !== undefined && href === element.href),
  )
}

export function ambiguous(elements: ViewElement[], tree: PageTree): Located & { state: 'ambiguous' } {
  const names = elements.map((element) => {
    const record = recordOf(element, tree)
    const place = record?.text.replace(element.text, ' ').trim()
    return place ? `${describeElement(element)} of "${shorten(place, 40)}"` : describeElement(element)
  })
  return { state: 'ambiguous', elements, names }
}

function namesOf(scored: readonly Scored[]): string[] {
  const names = scored
    .toSorted((a, b) => b.score - a.score)
    .map(({ element }) => element.name || element.text || element.placeholder || '')
  return [...new Set(names)].filter((name) => name !== '' && name.length < 80).slice(0, 5)
}

type LocateIn = (tree: PageTree) => Located

const WAITS_MS = [0, 200, 400, 800]

/** Looks for something until it is there: waits for late pages, then closes pop-ups and opens menus. */
export async function waitAndLocate(locateIn: LocateIn, driver: Driver): Promise<Located> {
  let located: Located = { state: 'missing', near: [] }
  for (const ms of WAITS_MS) {
    located = locateIn(await driver.pause(ms))
    if (located.state !== 'missing') return located
  }
  for (const reveal of [closePopUp, openMenus]) {
    const revealed = await reveal(locateIn, driver)
    if (revealed) return revealed
  }
  return located
}

/** Closes a pop-up that came by itself and does not hold what is wanted. */
async function closePopUp(locateIn: LocateIn, driver: Driver): Promise<Located | undefined> {
  const tree = await driver.tree()
  const { dialog } = tree
  const closer = dialog && !driver.opened.has(dialog.ref) ? closeButtonIn(dialog, tree) : undefined
  return closer && clickAndLook(closer, locateIn, driver)
}

const MOST_OPENED = 4
/** Only parts that show more of the page are opened: nothing that could change, send or leave anything. */
const MENU_BUTTON =
  /^\W*(?:(?:open|show|toggle|main|site)\s+)*(?:menu|navigation|more|more (?:options|actions|filters)|filters?|options|actions|advanced(?: (?:search|options))?|all filters|account|profile|☰|≡|⋮|⋯|…)\W*$/i

async function openMenus(locateIn: LocateIn, driver: Driver): Promise<Located | undefined> {
  const tried = new Set<string>()
  while (tried.size < MOST_OPENED) {
    const tree = await driver.tree()
    const closed = tree.elements.find((element) => isClosedMenu(element, tree) && !tried.has(element.ref))
    if (!closed) break
    tried.add(closed.ref)
    const located = await clickAndLook(closed, locateIn, driver)
    if (located) return located
    await driver.do({ do: 'press', key: 'Escape' })
    const again = (await driver.tree()).get(closed.ref)
    if (again?.expanded) await driver.do({ do: 'click', ref: again.ref })
  }
  return undefined
}

function isClosedMenu(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || element.disabled || element.expanded === true) return false
  if (element.href !== undefined && element.expanded === undefined) return false
  if (tree.dialog && !tree.contains(tree.dialog, element)) return false
  return MENU_BUTTON.test(element.name || element.text || element.title || '')
}

async function clickAndLook(
  element: ViewElement,
  locateIn: LocateIn,
  driver: Driver,
): Promise<Located | undefined> {
  await driver.click(element)
  const located = locateIn(await driver.tree())
  return located.state === 'missing' ? undefined : located
}

const CLOSE_BUTTON =
  /^\W*(?:close(?: (?:dialog|pop-?up|window|this|banner|message))?|dismiss|x|×|✕|✖|✗|╳|no,? thanks?|no thank you|not now|maybe later|later|skip)\W*$/i

export function closeButtonIn(part: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree
    .descendants(part)
    .find(
      (one) =>
        one.clickable &&
        one.box.width > 0 &&
        [labelOf(one), one.text, one.title ?? ''].some((words) => CLOSE_BUTTON.test(words)),
    )
}

export async function findElement(locateIn: LocateIn, targets: readonly Target[], driver: Driver) {
  return requireElement(await waitAndLocate(locateIn, driver), targets)
}

export function requireElement(located: Located, targets: readonly Target[]): ViewElement {
  if (located.state === 'found') return located.element
  const named = describeTarget(targets)
  if (located.state === 'ambiguous') {
    const candidates = located.names.slice(0, 6).join(', ')
    throw new CommandError(
      `${named} could be ${located.elements.length} elements: ${candidates}. Say which one.`,
    )
  }
  const near = located.near.map((name) => `"${name}"`).join(', ')
  throw new CommandError(`The page has no ${named}.${near === '' ? '' : ` Nearest: ${near}.`}`, {
    isMissing: true,
  })
}

export function describeTarget(targets: readonly Target[]): string {
  const [first] = targets
  return first ? `"${first.name || first.kind}"` : 'such element'
}
