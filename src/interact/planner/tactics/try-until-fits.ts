import type { PageTree } from '../page/page-tree.ts'
import { seekHere } from '../recover/seek.ts'
import { toNumber } from '../resolve/conditions.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from '../steps/click-on.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOf, StepOutcome } from '../steps/step-outcome.ts'
import { numberTest } from '../steps/wait-until.ts'

const MOST_TRIES = 50

/** Has the page make numbers until one fits: `generate an even number`, `roll a number above 4`. */
export async function tryUntilFits(step: StepOf<'act'>, scene: Scene): Promise<StepOutcome | undefined> {
  const { verb, target } = step
  if (target?.kind !== 'number' || target.all) return undefined
  const wish = [...(target.traits ?? []), target.condition ?? ''].join(' ').trim()
  const test = numberTest(wish)
  if (!test) return undefined
  const named = { words: verb, quoted: false, kind: 'button' }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const button = (await seekHere(named, scene, 'click'))[0]?.element
    if (!button?.clickable) return undefined
    const outcome = await clickOn(button, scene)
    if (outcome.state === 'failed') return outcome
    const number = shownNumber(await scene.tree())
    if (number !== undefined && test(number))
      return done(`The page shows ${number} after ${tries + 1} ${tries === 0 ? 'try' : 'tries'}.`)
  }
  return failed(`No number came that is ${wish}.`)
}

/** The number that a page shows, the largest in size where there are several. */
export function shownNumber(tree: PageTree): number | undefined {
  const numbers = tree.elements
    .filter((element) => /^[-−]?\d[\d.,]*$/.test(element.ownText) && !element.clickable)
    .toSorted((a, b) => b.look.fontSize - a.look.fontSize)
  return numbers[0] && toNumber(numbers[0].ownText)
}
