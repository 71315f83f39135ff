import type { ViewElement } from '../../../browser/browser.ts'
import type { Scene } from '../scene.ts'
import { findControl } from '../widgets/pager.ts'
import { clickOn } from './click-on.ts'
import { failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

export const page: TakeStep<'page'> = async (step, scene) => {
  const there = await pageControl(step.number, scene)
  if (!there)
    return failed(
      `The page has no way to ${typeof step.number === 'number' ? `page ${step.number}` : `the ${step.number} page`}.`,
    )
  return clickOn(there, scene)
}

async function pageControl(number: number | string, scene: Scene): Promise<ViewElement | undefined> {
  for (let turns = 0; turns < 30; turns++) {
    const tree = await scene.tree()
    const control = findControl(number, tree)
    if (control || typeof number !== 'number') return control
    const next = findControl('next', tree)
    if (!next) break
    await clickOn(next, scene)
  }
  return undefined
}
