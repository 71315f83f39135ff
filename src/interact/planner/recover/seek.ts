import type { ViewElement } from '../../../browser/browser.ts'
import { isField } from '../match/kinds.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { callTarget, call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { resolve, resolveAll, SURE } from '../resolve/resolve.ts'
import type { Found, Use } from '../resolve/resolve.ts'
import { REVEALS } from './reveals.ts'

/** Finds what a description means: in what is shown, else after waiting a little, else by opening what may hide it. */
export async function seek(
  target: Target,
  scene: Scene,
  use: Use,
  effort: 'look' | 'open' = 'open',
): Promise<Found[]> {
  const now = await seekHere(target, scene, use)
  if (now.length > 0 || effort === 'look') return now
  for (const reveal of REVEALS)
    for await (const _opened of reveal(scene, target)) {
      const found = await seekHere(target, scene, use)
      if (found.length > 0) return found
    }
  return []
}

/** What is meant among what is shown now, best first; empty when nothing is surely meant. */
export async function seekHere(target: Target, scene: Scene, use: Use): Promise<Found[]> {
  const tree = await scene.tree()
  if (target.same) {
    const last = tree.get(scene.last?.ref) ?? tree.get(scene.within?.ref)
    const typing = tree.get(tree.view.focused)
    if (use === 'edit' && !last?.editable && typing?.editable) return [{ element: typing, score: 1 }]
    if (last) return [{ element: last, score: 1 }]
  }
  const found = resolve(target, tree, use, {
    near: tree.get(scene.last?.ref),
    within: tree.get(scene.within?.ref),
  })
  if ((found[0]?.score ?? 0) >= SURE) return found
  for (const words of fewerWords(target)) {
    const fewer = resolve({ ...target, words }, tree, use, {
      near: tree.get(scene.last?.ref),
      within: tree.get(scene.within?.ref),
    })
    if ((fewer[0]?.score ?? 0) >= SURE_OF_FEWER) return fewer
  }
  return []
}

const SURE_OF_FEWER = 0.7
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
