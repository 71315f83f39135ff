import type { ViewElement } from '../../../browser/browser.ts'
import { stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readComparison, readQuantity } from '../resolve/conditions.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { clickOn } from '../steps/click-on.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'

const MOST = 30

/** Things that show what they are worth only when clicked are clicked in turn; then the one that is meant is. */
export async function turnOver(target: Target, scene: Scene): Promise<StepOutcome | undefined> {
  const comparison = readComparison(target.condition ?? (target.traits ?? []).join(' '))
  if (!comparison || target.words !== '') return undefined
  const hidden = turnedDown(target.kind ?? '', await scene.tree())
  if (hidden.length < 2) return undefined
  let best: { element: ViewElement; value: number } | undefined
  let last: ViewElement | undefined
  for (const element of hidden) {
    const outcome = await clickOn(element, scene)
    if (outcome.state === 'failed') return outcome
    last = element
    const shown = (await scene.tree()).get(element.ref)?.text ?? ''
    const value = readQuantity(shown, comparison.about)
    if (value === undefined) continue
    const isBetter = !best || (comparison.end === 'most' ? value > best.value : value < best.value)
    if (isBetter) best = { element, value }
  }
  if (!best) return undefined
  return last === best.element ? clickedAlready(best.element, scene) : clickOn(best.element, scene)
}

async function clickedAlready(element: ViewElement, scene: Scene): Promise<StepOutcome> {
  const shows = (await scene.tree()).get(element.ref)?.text !== ''
  return shows
    ? { state: 'done', said: 'The last one that was turned over is the one.' }
    : clickOn(element, scene)
}

/** What is of a kind by its hints, can be clicked, and says nothing yet. */
export function turnedDown(kind: string, tree: PageTree): ViewElement[] {
  if (kind === '') return []
  const found = tree.elements.filter(
    (element) =>
      element.clickable &&
      element.text === '' &&
      element.name === '' &&
      !element.editable &&
      wordsOf(element.hints).map(stemOf).includes(stemOf(kind)),
  )
  return found.length > MOST ? [] : found
}
