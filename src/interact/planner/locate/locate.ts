import type { ViewElement } from '../../../browser/browser.ts'
import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { mainRecords, recordOf } from '../page/records.ts'
import type { Target } from '../parse/command.ts'
import { call, shorten } from '../say/call.ts'
import { isCheckable, isKind } from './kinds.ts'
import { nameScore } from './name-score.ts'

export type Located =
  | { state: 'found'; element: ViewElement; score: number }
  /** `near` are the names of elements that are alike, best first. */
  | { state: 'missing'; near: string[] }
  /** `names` tell the candidates apart by the entries they are part of. */
  | { state: 'ambiguous'; elements: ViewElement[]; names: string[] }

/** What is looked for: elements that pass the test, with the element of the last command as a hint. */
export interface Search {
  tree: PageTree
  isCandidate: (element: ViewElement) => boolean
  last?: ViewElement | undefined
  /** The page before the last action: entries that are new since then are meant first. */
  former?: PageTree | undefined
}

/** A name has to fit at least so well. */
const SURE = 0.6
const EXACT = 0.9
/** Two elements whose scores differ by less are equally likely. */
const MARGIN = 0.05

/** Finds the element that one of the readings of a description fits: exactly if possible, else as well as is sure. */
export function locate(targets: readonly Target[], search: Search): Located {
  let unclear: Located | undefined
  let near: string[] = []
  for (const least of [EXACT, SURE]) {
    for (const target of targets) {
      const found = locateOne(target, search, least)
      if (found.state === 'found') return found
      if (found.state === 'ambiguous') unclear ??= found
      else if (near.length === 0) near = found.near
    }
    if (unclear) return unclear
  }
  return { state: 'missing', near }
}

function locateOne(target: Target, search: Search, least: number): Located {
  const { tree, isCandidate } = search
  if (target.name === '' && target.kind === 'entry') return entryOf(target, search)
  const scored = tree.elements
    .filter(isCandidate)
    .map((element) => ({ element, ...scoreOf(element, target, search) }))
    .filter(({ fit }) => fit > 0)
  const sure = scored.filter(({ fit }) => fit >= least)
  const placed = target.place ? inPlace(sure, target.place, tree) : sure
  if (placed.length === 0) return { state: 'missing', near: namesOf(scored) }
  const best = Math.max(...placed.map(({ score }) => score))
  const likely = placed.filter(({ score }) => score >= best - MARGIN).map(({ element }) => element)
  const distinct = withoutDoubles(likely, tree)
  if (target.ordinal !== undefined) {
    const counted = distinct.at(target.ordinal > 0 ? target.ordinal - 1 : target.ordinal)
    return counted ? { state: 'found', element: counted, score: best } : { state: 'missing', near: [] }
  }
  const [only, ...others] = nearest(distinct, search)
  return only && others.length === 0
    ? { state: 'found', element: only, score: best }
    : ambiguous(distinct, tree)
}

/** How well the name fits, and the same with what makes an element less likely: another kind, a dialog over it. */
function scoreOf(element: ViewElement, target: Target, { tree }: Search): { fit: number; score: number } {
  const isOfKind = target.kind === undefined || isKind(target.kind, element, tree)
  const isAny = target.name === '' && target.kind !== undefined && isOfKind
  const fit = target.name === '' ? (isAny ? 0.95 : 0) : nameScore(target, element, tree)
  if (fit === 0) return { fit, score: 0 }
  // An element of another kind is meant only if nothing of the kind has the name.
  const kind = isOfKind ? 0 : -0.15
  // A box is ticked by a press only if the instruction names the box itself.
  if (isCheckable(element) && fit < EXACT && !/^(?:checkbox|radio|option|field|any)$/.test(target.kind ?? ''))
    return { fit: 0, score: 0 }
  const { dialog } = tree
  const isBehind = dialog !== undefined && dialog !== element && !tree.holds(dialog, element)
  const standing = (isBehind ? -0.2 : 0) + (element.disabled ? -0.04 : 0) + (element.inView ? 0.005 : 0)
  return { fit: fit + kind, score: fit + kind + standing }
}

/** An entry of the list that the page is about, by its place in the list or by a text in it: its link or main control. */
function entryOf({ ordinal, place }: Target, { tree, isCandidate, former }: Search): Located {
  const anchors = place ? anchorsOf(place, tree) : []
  const all = mainRecords(tree, former)
  if (ordinal === undefined) {
    const records = [...new Set(anchors.map((anchor) => recordOf(anchor, tree)))].filter(
      (one) => one !== undefined,
    )
    return records.length === 1 ? mainControl(records[0]!, tree, isCandidate) : { state: 'missing', near: [] }
  }
  const fresh =
    all.length > 0 && former && former.get(all[0]!.ref) ? freshLinks(tree, former, isCandidate) : []
  const link = (
    fresh.length > 0 ? fresh : all.length === 0 && former ? freshLinks(tree, former, isCandidate) : []
  ).at(ordinal > 0 ? ordinal - 1 : ordinal)
  if (link) return { state: 'found', element: link, score: 1 }
  const [anchor] = anchors
  const within = anchor ? all.filter((record) => tree.order(record) > tree.order(anchor)) : all
  const record = (within.length > 0 ? within : all).at(ordinal > 0 ? ordinal - 1 : ordinal)
  return record ? mainControl(record, tree, isCandidate) : { state: 'missing', near: [] }
}

/** Links and options that came up with the last action, such as suggestions under a search field. */
function freshLinks(tree: PageTree, former: PageTree, isCandidate: Search['isCandidate']): ViewElement[] {
  if (former.view.url.replace(/#.*/, '') !== tree.view.url.replace(/#.*/, '')) return []
  const fresh = tree.elements.filter(
    (element) =>
      !former.get(element.ref) && isCandidate(element) && /^(?:link|option|menuitem)$/.test(element.role),
  )
  return withoutDoubles(fresh, tree)
}

function mainControl(record: ViewElement, tree: PageTree, isCandidate: Search['isCandidate']): Located {
  const inside = [record, ...tree.descendants(record)].filter(isCandidate)
  const link = inside.find(({ role }) => role === 'link') ?? inside[0]
  return link ? { state: 'found', element: link, score: 1 } : { state: 'missing', near: [] }
}

interface Scored {
  element: ViewElement
  score: number
}

/** Of some elements those that belong to a place: from each text that names the place outwards, the first that are met. */
function inPlace(scored: readonly Scored[], place: Target, tree: PageTree): Scored[] {
  const anchors = anchorsOf(place, tree)
  const found = new Set(anchors.flatMap((anchor) => aroundAnchor(anchor, scored, tree)))
  return [...found]
}

function aroundAnchor(anchor: ViewElement, scored: readonly Scored[], tree: PageTree): Scored[] {
  const record = recordOf(anchor, tree)
  for (const outer of [anchor, ...tree.ancestors(anchor)]) {
    const inside = scored.filter(({ element }) => element === outer || tree.holds(outer, element))
    if (inside.length > 0) return inside
    // What belongs to an entry of a list is inside that entry.
    if (outer === record) return []
  }
  return []
}

/** The elements whose own text or name is what an instruction calls a place. */
export function anchorsOf(place: Target, tree: PageTree): ViewElement[] {
  const named = tree.elements
    .map((element) => ({ element, score: anchorScore(place, element, tree) }))
    .filter(({ score }) => score >= SURE)
  const best = Math.max(0, ...named.map(({ score }) => score))
  return named.filter(({ score }) => score >= best - MARGIN).map(({ element }) => element)
}

function anchorScore(place: Target, element: ViewElement, tree: PageTree): number {
  const texts = [element.ownText, element.name, isLandmark(element) ? element.hints : '']
  const named = Math.max(
    ...texts.map((text) => (text === '' ? 0 : similarity(place.name, text, place.isQuoted))),
  )
  const isOfKind = place.kind === undefined || isKind(place.kind, element, tree)
  return Math.max(named + (isOfKind ? 0 : -0.05), landmarkScore(place, element))
}

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

function isLandmark({ role }: ViewElement): boolean {
  return Object.values(LANDMARKS).some((roles) => roles.test(role))
}

/** `sidebar`, `cookie banner`, `appointment form`: parts of a page by what they are. */
function landmarkScore({ name }: Target, element: ViewElement): number {
  const word = name.toLowerCase().split(/\s+/).at(-1)!
  return LANDMARKS[word]?.test(element.role) ? 0.7 : 0
}

/** Of several alike those that share most with the element of the last command: its entry, its form, its dialog. */
function nearest(elements: readonly ViewElement[], { tree, last }: Search): ViewElement[] {
  const from = last && tree.get(last.ref)
  if (elements.length < 2 || !from) return [...elements]
  const parts = [from, ...tree.ancestors(from)].filter(({ role, tag }) => tag === 'form' || PART.test(role))
  for (const part of parts) {
    const inside = elements.filter((element) => tree.holds(part, element))
    if (inside.length > 0) return inside
  }
  return [...elements]
}

const PART = /^(form|dialog|alertdialog|row|listitem|article|group|radiogroup|region|tabpanel)$/

/** Of an element and its parts one is meant; links to the same page are one link. */
export function withoutDoubles(elements: readonly ViewElement[], tree: PageTree): ViewElement[] {
  return elements.filter(
    (element, at) =>
      !(
        element.tag === 'label' &&
        elements.some((other) => other.tag !== 'label' && other.name === element.text)
      ) &&
      !elements.some((other) => other !== element && tree.holds(element, other) && other.clickable) &&
      !elements.slice(0, at).some((other) => element.href !== undefined && other.href === element.href),
  )
}

/** Several elements that fit a description equally. */
export function ambiguous(elements: ViewElement[], tree: PageTree): Located & { state: 'ambiguous' } {
  const names = elements.map((element) => {
    const record = recordOf(element, tree)
    const place = record?.text.replace(element.text, ' ').trim()
    return place ? `${call(element)} of "${shorten(place, 40)}"` : call(element)
  })
  return { state: 'ambiguous', elements, names }
}

function namesOf(scored: readonly Scored[]): string[] {
  const names = scored
    .toSorted((a, b) => b.score - a.score)
    .map(({ element }) => element.name || element.text || element.placeholder || '')
  return [...new Set(names)].filter((name) => name !== '' && name.length < 80).slice(0, 5)
}
