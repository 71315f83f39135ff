import type { ViewElement } from '../../../browser/browser.ts'
import { isColourName } from '../match/colours.ts'
import { isCheckable, isField, isRecordNoun, kindFit } from '../match/kinds.ts'
import { isComparing, traitFit } from '../match/traits.ts'
import { isOnlyAbout } from '../match/taking-away.ts'
import type { PageTree } from '../page/page-tree.ts'
import { isRecord } from '../page/records.ts'
import type { Target } from '../step.ts'
import { byCondition, readComparison } from './conditions.ts'
import { countedRecord } from './counted.ts'
import { nameFit } from './name-fit.ts'
import { relationDistance } from './relations.ts'
import { standing } from './standing.ts'
import type { Leaning } from './standing.ts'

/** What is to be done with the thing, which says what may be meant. */
export type Use = 'click' | 'edit' | 'check' | 'choose' | 'drag' | 'read' | 'any'

export interface Found {
  element: ViewElement
  /** From 0 to about 1.5; what is below `SURE` is a guess. */
  score: number
}

/** From here on a thing is taken to be the one that was named. */
export const SURE = 0.5

/** The things of a page that a description may mean, best first. */
export function resolve(described: Target, tree: PageTree, use: Use, leaning: Leaning = {}): Found[] {
  const target = plainly(described, use)
  const anchors = (target.relations ?? []).map((relation) => ({
    relation,
    elements: anchorsOf(relation.target, tree),
  }))
  let found = tree.elements
    .map((element) => ({ element, score: fit(target, element, tree, use) }))
    .filter((item) => item.score > 0.15)
  found = withTraits(target.traits ?? [], found, tree)
  for (const anchor of anchors) found = byRelation(target, found, anchor, tree)
  found = dropDoubles(found, tree)
  for (const item of found) item.score += standing(item.element, tree, leaning)
  found.sort((a, b) => b.score - a.score || tree.order(a.element) - tree.order(b.element))
  if (target.condition) found = byItsCondition(target.condition, found, tree)
  return target.ordinal === undefined || target.ordinal === 0 ? found : byOrdinal(found, target.ordinal, tree)
}

/** A description as it is looked for: `the text in the paragraph` is the paragraph, `shades of red` are red things. */
function plainly(target: Target, use: Use): Target {
  const about =
    /^(?:about|on|titled|named|called|labell?ed|regarding|concerning|that says|saying)\s+["“]?(.+?)["”]?$/i.exec(
      target.condition ?? '',
    )?.[1]
  if (about && target.condition && readComparison(target.condition) === undefined) {
    const { condition: _condition, ...rest } = target
    return plainly({ ...rest, words: about }, use)
  }
  const [relation] = target.relations ?? []
  if (!relation || !/^(of|in)$/.test(relation.how)) return target
  const content = /^(text|content|contents|value)$/.test(target.words || (target.kind ?? ''))
  if (content && (use === 'read' || use === 'any')) return plainly(relation.target, use)
  if (/^(shade|tone|hue)s?$/.test(target.words) && isColourName(relation.target.words))
    return { ...target, words: '', traits: [...(target.traits ?? []), relation.target.words], relations: [] }
  return target
}

/** All things that are meant where a description is of several: those that fit about as well as the best. */
export function resolveAll(target: Target, tree: PageTree, use: Use): ViewElement[] {
  const found = resolve({ ...target, ordinal: 0 }, tree, use)
  return alike(found, target.words === '' ? MARGIN : MARGIN_OF_NAMES)
    .map((item) => item.element)
    .sort((a, b) => tree.order(a) - tree.order(b))
}

/** A relation to something that is not on the page says nothing. */
function anchorsOf(target: Target, tree: PageTree): ViewElement[] {
  const found = resolve(target, tree, 'any')
  const best = found[0]?.score ?? 0
  const counted = best < SURE ? countedRecord(target, tree) : undefined
  if (counted) return [counted]
  return found
    .filter((item) => item.score >= Math.max(0.3, best - 0.1))
    .slice(0, 8)
    .map((item) => item.element)
}

/** Name and kind together. A thing without the name is out, whatever its kind. */
function fit(target: Target, element: ViewElement, tree: PageTree, use: Use): number {
  const usable = useFit(use, element, tree, target.kind)
  if (usable === 0) return 0
  const kind = target.kind === undefined ? undefined : kindOf(target.kind, element, tree)
  if (target.words === '') {
    const described = (target.traits?.length ?? 0) + (target.relations?.length ?? 0) > 0
    if (kind === undefined) return described && saysSomething(element) ? 0.6 + 0.1 * usable : 0
    return kind < 0.3 || (kind < 0.5 && !described) ? 0 : 0.3 + 0.5 * kind + 0.1 * usable
  }
  const name = nameFit(target, element, tree, use)
  if (name < 0.2) return 0
  if (kind === 0 && SEEN_KINDS.test(target.kind ?? '') && (name < 0.9 || isLabelOf(target.kind, element)))
    return 0
  if (isOnlyAbout(element, target.words)) return Math.min(name, SURE)
  return name * (0.65 + 0.35 * usable) + (kind === undefined ? 0 : kind * 0.3 - 0.15)
}

/** Nouns for what nobody takes for something else. */
const SEEN_KINDS = /^(image|video|heading|checkbox|table|slider)$/

/** The text beside a slider has its name, and is not it. */
function isLabelOf(kind: string | undefined, { role }: ViewElement): boolean {
  return kind === 'slider' && /^(paragraph|text)$/.test(role)
}

function kindOf(kind: string, element: ViewElement, tree: PageTree): number {
  const fit = kindFit(kind, element)
  return isRecordNoun(kind) && fit < 0.9 && isRecord(element, tree) ? 0.9 : fit
}

/** What only holds others is not described by how it looks. */
function saysSomething(element: ViewElement): boolean {
  return (
    element.clickable ||
    element.editable ||
    element.ownText !== '' ||
    element.look.shape !== undefined ||
    element.look.background !== undefined ||
    element.role !== 'generic'
  )
}

/** How well an element can be used so: 0 when it cannot. */
function useFit(use: Use, element: ViewElement, tree: PageTree, kind: string | undefined): number {
  switch (use) {
    case 'edit':
      return element.editable
        ? 1
        : isField(element) && !isCheckable(element) && element.type !== 'submit' && element.type !== 'button'
          ? 0.7
          : 0
    case 'check':
      return isCheckable(element) ? 1 : element.role === 'option' ? 0.7 : element.clickable ? 0.4 : 0.1
    case 'choose':
      return isField(element) || /^(radiogroup|listbox|menu|tablist|tree|grid)$/.test(element.role)
        ? 1
        : element.clickable
          ? 0.6
          : 0.3
    case 'click':
      if (kind === undefined && element.editable) return 0.4
      return element.clickable
        ? 1
        : tree
              .ancestors(element)
              .slice(0, 4)
              .some((outer) => outer.clickable)
          ? 0.8
          : 0.25
    case 'drag':
      return element.draggable ? 1 : element.role === 'text' ? 0.4 : 0.5
    default:
      return 1
  }
}

function withTraits(traits: readonly string[], found: Found[], tree: PageTree): Found[] {
  const ordered = traits.toSorted((a, b) => Number(isComparing(a)) - Number(isComparing(b)))
  let left = found
  for (const trait of ordered) {
    const best = Math.max(0, ...left.map((item) => item.score))
    const group = left.filter((item) => item.score >= best - 0.3).map((item) => item.element)
    const fitting = left
      .map((item) => ({ item, fit: traitFit(trait, item.element, group, tree) }))
      .filter(({ fit }) => fit > 0.05)
    if (fitting.length === 0) left = left.map((item) => ({ element: item.element, score: item.score * 0.4 }))
    else
      left = fitting.map(({ item, fit }) => ({
        element: item.element,
        score: item.score * (0.3 + 0.7 * fit),
      }))
  }
  return left
}

interface Anchor {
  relation: NonNullable<Target['relations']>[number]
  elements: ViewElement[]
}

function byRelation(target: Target, found: Found[], anchor: Anchor, tree: PageTree): Found[] {
  const { relation, elements } = anchor
  if (elements.length === 0)
    return isOnlyKind(relation.target) ? found : withoutAnchor(found, relation.target)
  const isEntry = target.words === '' && isRecordNoun(target.kind ?? '')
  const some = found.length > 0 || !isEntry ? found : elements.map((element) => ({ element, score: 0.6 }))
  const placed = some
    .map((item) => {
      const distances = elements
        .map(
          (element) =>
            (isEntry ? entryDistance(item.element, element, tree) : undefined) ??
            (element === item.element
              ? undefined
              : relationDistance(relation.how, item.element, element, tree)),
        )
        .filter((distance) => distance !== undefined)
      return { item, distance: distances.length > 0 ? Math.min(...distances) : undefined }
    })
    .filter((entry): entry is { item: Found; distance: number } => entry.distance !== undefined)
  const nearest = Math.min(...placed.map((entry) => entry.distance))
  return placed.map(({ item, distance }) => ({
    element: item.element,
    score: item.score * (0.35 + 0.65 / (1 + (distance - nearest) / 8)),
  }))
}

/** An entry is that of what it holds, or is itself. */
function entryDistance(entry: ViewElement, anchor: ViewElement, tree: PageTree): number | undefined {
  if (entry === anchor) return 0
  const levels = tree.ancestors(anchor).indexOf(entry)
  return levels === -1 || !isRecord(entry, tree) ? undefined : levels / 10
}

/** `In the list`, `on the page`: a noun for what something is in tells nothing where the page has no such thing. */
function isOnlyKind({ words, kind, ordinal }: Target): boolean {
  return (
    words === '' &&
    ordinal === undefined &&
    /^(list|table|menu|page|region|form|tree|result|dialog)$/.test(kind ?? '')
  )
}

/** Where what it stands to is not there, nothing is surely meant but the only thing of its name. */
function withoutAnchor(found: Found[], missing: Target): Found[] {
  const sure =
    missing.quoted || isRecordNoun(missing.kind ?? '') || missing.kind === 'row' || alike(found).length > 1
  return found.map((item) => ({ element: item.element, score: item.score * (sure ? 0.4 : 0.9) }))
}

/** Of an element and what it holds that fit alike, one is meant: the one that is used, else the inner one. */
function dropDoubles(found: Found[], tree: PageTree): Found[] {
  const byRef = new Map(found.map((item) => [item.element.ref, item]))
  const dropped = new Set<Found>()
  for (const item of found)
    for (const outer of tree.ancestors(item.element)) {
      const other = byRef.get(outer.ref)
      if (!other || dropped.has(other)) continue
      if (other.score > item.score + 0.02) dropped.add(item)
      else if (item.score > other.score + 0.02) dropped.add(other)
      else dropped.add(outer.clickable && !item.element.clickable ? item : other)
      if (dropped.has(item)) break
    }
  return found.filter((item) => !dropped.has(item))
}

function byItsCondition(condition: string, found: Found[], tree: PageTree): Found[] {
  const group = alike(found).map((item) => item.element)
  const chosen = byCondition(condition, group, tree)
  const rest = found.filter((item) => !chosen.includes(item.element))
  return [
    ...chosen.map((element) => ({ element, score: found.find((item) => item.element === element)!.score })),
    ...(chosen.length > 0 ? [] : rest),
  ]
}

/** Counts among those that fit alike, in the order of the page. */
function byOrdinal(found: Found[], ordinal: number, tree: PageTree): Found[] {
  const group = alike(found).sort((a, b) => tree.order(a.element) - tree.order(b.element))
  const chosen = ordinal > 0 ? group[ordinal - 1] : group[group.length + ordinal]
  return chosen ? [chosen] : []
}

/** How much worse than the best something may fit and still be one of those that are meant. */
const MARGIN = 0.22
const MARGIN_OF_NAMES = 0.15

function alike(found: readonly Found[], margin = MARGIN): Found[] {
  const best = Math.max(0, ...found.map((item) => item.score))
  return found.filter((item) => item.score >= best - margin && item.score >= best * 0.7)
}
