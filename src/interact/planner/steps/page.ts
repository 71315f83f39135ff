import { currentPage } from '../widgets/page-number.ts'
import type { Scene } from '../scene.ts'
import { findControl } from '../widgets/pager.ts'
import { clickOn, effectOf } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

export const page: TakeStep<'page'> = async (step, scene) => {
  const control = findControl(step.number, await scene.tree())
  if (control) return clickOn(control, scene)
  return typeof step.number === 'number'
    ? leafTo(step.number, scene)
    : failed(`The page has no way to the ${step.number} page.`)
}

const MOST_TURNS = 30

/** Where pages have no numbers to click, goes on or back one by one, by what the page says which one is shown. */
async function leafTo(wanted: number, scene: Scene): Promise<StepOutcome> {
  let at = currentPage(await scene.tree()) ?? 1
  for (let turns = 0; turns < MOST_TURNS && at !== wanted; turns++) {
    const way = at < wanted ? 'next' : 'previous'
    const control = findControl(way, await scene.tree()) ?? findControl(wanted, await scene.tree())
    if (!control) return failed(`The page has no way to page ${wanted}.`)
    const outcome = await clickOn(control, scene)
    if (outcome.state === 'failed') return outcome
    const told = currentPage(await scene.tree())
    if (told === at) return failed(`The list stays at page ${at}.`)
    at = told ?? at + (way === 'next' ? 1 : -1)
  }
  return at === wanted
    ? done(`Went to page ${wanted}${effectOf(scene)}.`)
    : failed(`The page has no way to page ${wanted}.`)
}
