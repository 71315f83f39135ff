import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable, isField } from '../match/kinds.ts'
import { plain } from '../match/words.ts'
import { recordOf } from '../page/records.ts'
import { again } from '../page/again.ts'
import type { PageTree } from '../page/page-tree.ts'
import { callTarget, call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { countedRecord } from '../resolve/counted.ts'
import { resolve, resolveAll, SURE } from '../resolve/resolve.ts'
import type { Found, Use } from '../resolve/resolve.ts'
import type { Leaning } from '../resolve/standing.ts'
import { crossing } from '../grid/crossing.ts'
import { otherReadings } from '../resolve/other-readings.ts'
import { enterPlaces } from './open-place.ts'
import { REVEALS } from './reveals.ts'

/** Finds what a description means: in what is shown, else after waiting a little, else by opening what may hide it. */
export async function seek(
  target: Target,
  scene: Scene,
  use: Use,
  effort: 'look' | 'open' = 'open',
): Promise<Found[]> {
  if (effort === 'open') await enterPlaces(scene, target)
  const readings = [target, ...otherReadings(target, await scene.tree())]
  const now = await seekAny(readings, scene, use)
  if (now.length > 0 || effort === 'look' || isGone(target)) return now
  for (const reveal of REVEALS)
    for await (const _opened of reveal(scene, readings.at(-1)!)) {
      const found = await seekAny(readings, scene, use)
      if (found.length > 0) return found
    }
  return []
}

/** What was meant before and is no longer there is not behind anything. */
function isGone(target: Target): boolean {
  return target.same === true && target.words === ''
}

async function seekAny(readings: readonly Target[], scene: Scene, use: Use): Promise<Found[]> {
  for (const reading of readings) {
    const found = await seekHere(reading, scene, use)
    if (found.length > 0) return found
  }
  return []
}

/** What is meant among what is shown now, best first; empty when nothing is surely meant. */
export async function seekHere(target: Target, scene: Scene, use: Use): Promise<Found[]> {
  const tree = await scene.tree()
  if (target.same) {
    const last = again(scene.last, tree) ?? again(scene.within, tree)
    const typing = tree.get(tree.view.focused)
    if (use === 'edit' && !last?.editable && typing?.editable) return [{ element: typing, score: 1 }]
    if (last) return [{ element: last, score: 1 }]
  }
  const found = resolveFor(use, target, tree, {
    near: again(scene.last, tree),
    within: again(scene.within, tree),
  })
  const isSure = (found[0]?.score ?? 0) >= SURE_OF_WHOLE
  const cell = isSure
    ? undefined
    : (crossing(wholeOf(target), tree, use) ?? crossing(target.words, tree, use))
  if (cell) return [{ element: cell, score: 1 }, ...found]
  if ((found[0]?.score ?? 0) >= SURE) return found
  for (const words of fewerWords(target)) {
    const fewer = resolveFor(use, { ...target, words }, tree, {
      near: again(scene.last, tree),
      within: again(scene.within, tree),
    })
    if ((fewer[0]?.score ?? 0) >= SURE_OF_FEWER) return fewer
  }
  const counted = countedRecord(target, tree)
  return counted ? [{ element: counted, score: SURE_OF_FEWER }] : []
}

/** What is ticked is a box: that of the row or card that has the name, where it has one and only one. */
function resolveFor(use: Use, target: Target, tree: PageTree, leaning: Leaning): Found[] {
  const found = resolve(target, tree, use, leaning)
  const best = found[0]?.element
  if (use !== 'check' || !best || best.clickable || isCheckable(best) || best.role === 'option') return found
  const record = recordOf(best, tree)
  const boxes = record ? tree.descendants(record).filter(isCheckable) : []
  return boxes.length === 1 ? [{ element: boxes[0]!, score: found[0]!.score }, ...found] : found
}

const SURE_OF_FEWER = 0.7
/** What is called so as a whole needs no row and column. */
const SURE_OF_WHOLE = 0.97

/** All words that say which thing is meant, those of what it stands to included. */
function wholeOf({ words, kind, quoted, relations = [] }: Target): string {
  if (quoted && relations.length === 0) return ''
  return [words || (kind ?? ''), ...relations.map((relation) => relation.target.words)].join(' ')
}

const NEGATION = /^(not|no|never|without|except|but|nicht|kein\w*|ne|pas|non|niet|geen)$/i

/** A noun before or after a name that the page does not use: `the Comfort plan`, `invoice 2044`. */
function fewerWords({ words, quoted }: Target): string[] {
  const parts = words.split(/\s+/)
  if (quoted || parts.length < 2 || parts.length > 4 || parts.some((part) => NEGATION.test(part))) return []
  const isPlain = (word: string) => /^[a-z]+$/.test(word)
  return [
    ...(isPlain(parts[0]!) ? [parts.slice(1).join(' ')] : []),
    ...(isPlain(parts.at(-1)!) ? [parts.slice(0, -1).join(' ')] : []),
  ].filter((rest) => rest.length > 1 && !isPlain(rest))
}

/** Everything that a description of several means. */
export async function seekAll(target: Target, scene: Scene, use: Use): Promise<ViewElement[]> {
  const found = await seek({ ...target, ordinal: 0 }, scene, use)
  if (found.length === 0) return []
  const tree = await scene.tree()
  const except = new Set((target.except ?? []).map((other) => resolve(other, tree, use)[0]?.element))
  return resolveAll(target, tree, use).filter((element) => !except.has(element))
}

/** Says that something was not found, and what there is of the kind. */
export async function notFound(target: Target, scene: Scene, use: Use): Promise<string> {
  const tree = await scene.tree()
  const similar = resolve({ ...target, ordinal: 0 }, tree, use)
    .map((item) => item.element)
    .filter((element) => element.role !== 'text' || use !== 'edit')
  const others = withoutLabels(similar.length > 0 ? similar : useable(tree.elements, use), tree)
  const there = [...new Set(others.map(call))].slice(0, similar.length > 0 ? 4 : 6).join(', ')
  return `${callTarget(target)} was not found on the page${there ? `; there is ${there}` : ''}.`
}

/** A label beside the field that is called so is no second thing. */
function withoutLabels(elements: readonly ViewElement[], tree: PageTree): ViewElement[] {
  const fields = new Set(tree.elements.filter(isField).map((element) => plain(element.name)))
  return elements.filter(
    (element) =>
      isField(element) ||
      element.role === 'button' ||
      element.role === 'link' ||
      !fields.has(plain(element.name || element.text)),
  )
}

function useable(elements: readonly ViewElement[], use: Use): ViewElement[] {
  return elements.filter((element) =>
    use === 'edit'
      ? element.editable
      : element.clickable && (element.name || element.text) !== '' && !element.disabled,
  )
}
