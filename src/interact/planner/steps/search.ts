import type { ViewElement } from '../../../browser/browser.ts'
import { fillFromProse } from '../form/fill-from-prose.ts'
import { hasConsequences } from '../match/consequences.ts'
import { seekHere } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import { nearestAlone, submitButton } from './submit.ts'
import { clickOn, effectOf } from './click-on.ts'
import { fillField } from './fill.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOf, StepOutcome, TakeStep } from './step-outcome.ts'

export const search: TakeStep<'search'> = async (step, scene) => {
  const form = step.details?.length ? await searchByForm(step, scene) : undefined
  if (form) return form
  const field = (await searchField(scene)) ?? (await openSearch(scene))
  if (!field) return failed('There is no search field on the page.')
  const typed = await fillField(field, step.query, scene)
  if (typed.state === 'failed') return typed
  const changes = await scene.act(
    { do: 'press', key: 'Enter', ref: field.ref },
    { type: 'press', value: 'Enter' },
  )
  if (changes.url || changes.newTexts.length > 0 || changes.appeared.length > 0 || changes.gone.length > 0)
    return done(`Searched for "${step.query}"${effectOf(scene)}.`)
  const button = await searchButton(field, scene)
  if (button) await clickOn(button, scene)
  return done(`Searched for "${step.query}"${effectOf(scene)}.`)
}

/** A button that is called so, or the only one beside the field: none that is for something else. */
async function searchButton({ ref }: ViewElement, scene: Scene): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  const [named] = await seekHere({ words: 'search', quoted: false, kind: 'button' }, scene, 'click')
  if (named?.element.clickable && !named.element.editable) return named.element
  const field = tree.get(ref)
  const beside = field && nearestAlone(field, tree)
  return beside && !hasConsequences(beside) ? beside : undefined
}

async function searchField(scene: Scene): Promise<ViewElement | undefined> {
  const [named] = await seekHere({ words: '', quoted: false, kind: 'searchbox' }, scene, 'edit')
  const fields = (await scene.tree()).elements.filter(
    (element) => element.editable && !element.disabled && element.type !== 'password',
  )
  const sure =
    named &&
    (named.element.role === 'searchbox' ||
      named.element.type === 'search' ||
      /search|query|\bq\b|find/i.test(
        `${named.element.hints} ${named.element.placeholder ?? ''} ${named.element.name}`,
      ))
  return sure ? named.element : fields.length === 1 ? fields[0] : undefined
}

/** Where the field is hidden behind a button or a magnifier, that is clicked first. */
async function openSearch(scene: Scene): Promise<ViewElement | undefined> {
  const [button] = await seekHere({ words: 'search', quoted: false }, scene, 'click')
  if (!button) return undefined
  await clickOn(button.element, scene)
  return searchField(scene)
}

/** A form with a field for each thing that is said is filled in; what is left over goes into its search field. */
async function searchByForm(step: StepOf<'search'>, scene: Scene): Promise<StepOutcome | undefined> {
  const parts = (step.details ?? []).map((detail) =>
    `${detail.role === 'what' ? '' : detail.role} ${detail.value.text}`.trim(),
  )
  const prose = await fillFromProse(parts, scene)
  if (prose.said.length === 0) return undefined
  const field = prose.left.length > 0 ? await searchField(scene) : undefined
  if (field && !field.value) await fillField(field, prose.left[0]!, scene)
  else if (prose.left.length > 0) await fillLast(prose.left[0]!, scene)
  const tree = await scene.tree()
  const button = submitButton(tree, tree.get(scene.last?.ref))
  if (button) await clickOn(button, scene)
  else await scene.act({ do: 'press', key: 'Enter' }, { type: 'press', value: 'Enter' })
  return done(`${prose.said.join(' ')} Searched${effectOf(scene)}.`)
}

/** What is left goes into the only field that is still empty: `drama films` is the genre `drama`. */
async function fillLast(left: string, scene: Scene): Promise<void> {
  const empty = (await scene.tree()).elements.filter(
    (element) => element.editable && !element.disabled && !element.value && element.type !== 'password',
  )
  const [only] = empty
  if (only && empty.length === 1) await fillField(only, left.replace(/(\S)\s+\p{Ll}+s$/u, '$1'), scene)
}
