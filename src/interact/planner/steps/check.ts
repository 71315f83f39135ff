import { entryOf } from '../ground/entries.ts'
import { isCheckable, isRecordNoun } from '../match/kinds.ts'
import { plain } from '../match/words.ts'
import { SURE } from '../resolve/resolve.ts'
import type { Target } from '../step.ts'
import { notFound, seek, seekAll, seekHere } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOf, StepOutcome, TakeStep } from './step-outcome.ts'

export const check: TakeStep<'check'> = async (step, scene) => {
  const control = await ownControl(step, scene)
  if (control) return clickOn(control, scene)
  const chosen: ViewElement[] = []
  for (const target of step.targets) {
    const named = await asNamed(target, scene)
    const found = target.traits?.includes('other')
      ? await others(scene)
      : named.all
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

/** `Deactivate Ed`: the button of an entry that is called like the verb is meant, where it has one. */
async function ownControl(
  { said = '', targets }: StepOf<'check'>,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const [target] = targets
  const verb = plain(/^\p{L}+/u.exec(said)?.[0] ?? '')
  if (!target || targets.length > 1 || target.all || target.words === '' || verb === '') return undefined
  const tree = await scene.tree()
  const called = tree.elements.filter(
    (element) =>
      /^(button|link|menuitem)$/.test(element.role) && plain(element.name || element.text) === verb,
  )
  const [named] = called.length > 0 ? await seekHere(target, scene, 'any') : []
  const entry = named && entryOf(named.element, tree)
  return entry && called.find((element) => !element.disabled && tree.holds(entry, element))
}

/** `disallow comments`: where a box is called so, it is meant and not what there are several of. */
async function asNamed(target: Target, scene: Scene): Promise<Target> {
  if (target.words !== '') return target
  if (target.kind === undefined) return { ...target, kind: 'checkbox' }
  const { kind: _kind, ...rest } = target
  const called: Target = { ...rest, words: target.kind }
  const [best] = isRecordNoun(target.kind) ? await seekHere(called, scene, 'check') : []
  return best && isCheckable(best.element) && best.score >= SURE ? called : target
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
