import type { ViewElement } from '../../../browser/browser.ts'
import { isField } from '../match/kinds.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readPart } from './parts-of-text.ts'
import { seek, seekAll } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { Target, Value } from '../step.ts'
import { solve } from './arithmetic.ts'
import { valueBeside } from './value-beside.ts'

/** A value as text: as it was said, or as the page has it. Undefined when the page does not. */
export async function valueText(value: Value, scene: Scene): Promise<string | undefined> {
  if (!value.from) return value.text
  if (value.from.same && scene.held !== undefined && value.as === undefined) return scene.held
  if (value.as === 'count') return String((await seekAll({ ...value.from, all: true }, scene, 'read')).length)
  if (value.as === 'answer') return answerOn(value.from, scene)
  return readTarget(value.from, scene)
}

/** What a thing on the page says. */
export async function readTarget(target: Target, scene: Scene): Promise<string | undefined> {
  const tree = await scene.tree()
  const part = readPart(target, tree)
  if (part !== undefined) return part
  if (/^(text|content)$/.test(target.kind ?? '') && target.words === '' && !target.relations?.length)
    return standingText(tree)
  const found = await seek(target, scene, 'read')
  const best =
    found.find((item) => isField(item.element) && item.element.value && item.score > found[0]!.score - 0.1) ??
    found[0]
  if (best) scene.last = best.element
  return best && textOf(best.element, await scene.tree())
}

/** What an element holds: the value of a field, the value beside a label, else its text. */
export function textOf(element: ViewElement, tree: PageTree): string {
  if (isField(element)) return element.value ?? ''
  return valueBeside(element, tree) ?? element.text
}

/** The text that a page shows for reading: the longest that has no control in it; letters that stand apart are one word. */
function standingText(tree: PageTree): string | undefined {
  const used = (element: ViewElement) => element.clickable || isField(element)
  const texts = tree.elements.filter(
    (element) =>
      element.text !== '' &&
      !used(element) &&
      !tree.descendants(element).some(used) &&
      !tree.ancestors(element).some(used),
  )
  const text = texts.toSorted((a, b) => b.text.length - a.text.length)[0]?.text
  return text && /^(\S )+\S$/.test(text) ? text.replaceAll(' ', '') : text
}

/** The answer to a sum or an equation that the page asks, looked for from the target outwards. */
async function answerOn(target: Target, scene: Scene): Promise<string | undefined> {
  const tree = await scene.tree()
  const [best] = await seek(target, scene, 'read', 'look')
  const texts = tree.elements.map((element) => element.text).toSorted((a, b) => a.length - b.length)
  if (best) texts.unshift(best.element.text)
  for (const text of texts) {
    const solved = text ? solve(text) : undefined
    if (solved !== undefined) return String(solved)
  }
  return undefined
}
