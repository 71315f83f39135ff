import { isCheckable } from '../match/kinds.ts'
import { notFound, seek, seekAll } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

export const check: TakeStep<'check'> = async (step, scene) => {
  const chosen: ViewElement[] = []
  for (const target of step.targets) {
    const named = target.kind === undefined && target.words === '' ? { ...target, kind: 'checkbox' } : target
    const found = target.traits?.includes('other')
      ? await others(scene)
      : target.all
        ? await seekAll(named, scene, 'check')
        : (await seek(named, scene, 'check')).slice(0, 1).map((item) => item.element)
    if (found.length === 0) return failed(await notFound(target, scene, 'check'))
    chosen.push(...found)
  }
  const kept = step.exactly ? await clearOthers(chosen, scene) : undefined
  if (kept) return kept
  const said: string[] = []
  for (const element of chosen) {
    const outcome = await setChecked((await scene.tree()).get(element.ref) ?? element, step.on, scene)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}

/** The checkboxes that no step before has dealt with. */
async function others(scene: Scene): Promise<ViewElement[]> {
  const tree = await scene.tree()
  return tree.elements.filter(
    (element) => isCheckable(element) && element.role !== 'radio' && !scene.handled.has(element.ref),
  )
}

async function clearOthers(chosen: readonly ViewElement[], scene: Scene): Promise<StepOutcome | undefined> {
  const refs = new Set(chosen.map((element) => element.ref))
  const tree = await scene.tree()
  for (const element of tree.elements)
    if (isCheckable(element) && element.role !== 'radio' && element.checked && !refs.has(element.ref)) {
      const outcome = await setChecked(element, false, scene)
      if (outcome.state === 'failed') return outcome
    }
  return undefined
}
