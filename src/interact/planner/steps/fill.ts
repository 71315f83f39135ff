import type { ViewElement } from '../../../browser/browser.ts'
import { valueText } from '../answer/value-text.ts'
import { fieldsByLabels, isOfEachLabel } from '../form/by-labels.ts'
import { fillFromProse, planProse } from '../form/fill-from-prose.ts'
import { plain } from '../match/words.ts'
import { dismissPopup } from '../recover/dismiss-popup.ts'
import { seek, seekAll, notFound } from '../recover/seek.ts'
import { call, callTarget, showValue } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { codeFields, enterCode } from '../widgets/code-boxes.ts'
import { chooseByLooking, closedLists } from '../widgets/peek.ts'
import { putInto } from '../widgets/widgets.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

export const fill: TakeStep<'fill'> = async (step, scene) => {
  if (isOfEachLabel(step.value)) return fillByLabels(scene)
  const text = await valueText(step.value, scene)
  if (text === undefined) return failed(`The page does not say ${callTarget(step.value.from!)}.`)
  const boxes = /^\w{4,8}$/.test(text) ? codeFields(await scene.tree()) : []
  if (boxes.length > 1 && boxes.length === text.length) {
    await enterCode(boxes, text, scene)
    return done(`Entered "${text}".`)
  }
  const prose =
    step.value.quoted || step.value.from ? undefined : await severalFields(step.said ?? '', text, scene)
  if (prose) return prose
  const fields = step.target
    ? await fieldsFor(step.target, scene, step.value.from !== undefined)
    : [await likelyField(scene)].filter((field) => field !== undefined)
  const looked =
    fields.length === 0 ? await chooseByLooking(text, closedLists(await scene.tree()), scene) : undefined
  if (looked) return looked
  if (fields.length === 0)
    return failed(
      step.target ? await notFound(step.target, scene, 'edit') : 'There is no field to type into.',
    )
  const said: string[] = []
  for (const field of fields) {
    const outcome = await fillField(field, text, scene)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  if (step.then === 'enter') await scene.act({ do: 'press', key: 'Enter' }, { type: 'press', value: 'Enter' })
  return done(said.join(' '))
}

/** A value that names two or more other fields of the page is a whole form in one breath. */
async function severalFields(said: string, text: string, scene: Scene): Promise<StepOutcome | undefined> {
  if (!/,| and |\d\s+\p{L}{2,}\s+\d/u.test(text)) return undefined
  if ((await planProse([text], scene)).plan.length < 2) return undefined
  const prose = await fillFromProse([said || text], scene)
  return prose.said.length > 1 ? done(prose.said.join(' ')) : undefined
}

/** Puts a value into one field, whatever it proves to be, and sees that it is there. */
export async function fillField(field: ViewElement, text: string, scene: Scene): Promise<StepOutcome> {
  if (field.disabled && !(await isFreed(field, scene))) return failed(`${call(field)} is disabled.`)
  const shown = showValue(field, text)
  const chosen = await putInto(field, [text], scene)
  await isFreed(field, scene)
  scene.last = (await scene.tree()).get(field.ref) ?? field
  if (chosen.state === 'failed') return chosen
  const now = (await scene.tree()).get(field.ref)
  if (now?.value === '' && text !== '') return failed(`${call(field)} did not take "${shown}".`)
  return done(`Entered "${shown}" into ${call(field)}.`)
}

/** Whether a field can be used, once a popup that came up over it is closed. */
async function isFreed({ ref }: ViewElement, scene: Scene): Promise<boolean> {
  if ((await scene.tree()).get(ref)?.disabled) await dismissPopup(scene)
  return (await scene.tree()).get(ref)?.disabled === false
}

/** What each label of the form has beside it elsewhere on the page. */
async function fillByLabels(scene: Scene): Promise<StepOutcome> {
  const pairs = fieldsByLabels(await scene.tree())
  if (pairs.length === 0) return failed('The page says nothing beside the labels of the form.')
  const said: string[] = []
  for (const { field, text } of pairs) {
    const outcome = await fillField(field, text, scene)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}

/** What was read off the page does not go into the field that it may have been read from. */
async function fieldsFor(target: Target, scene: Scene, isRead: boolean): Promise<ViewElement[]> {
  if (target.all) return seekAll(target, scene, 'edit')
  const found = await seek(target, scene, 'edit', 'look')
  const empty = isRead && target.words === '' ? found.find(({ element }) => !element.value) : undefined
  const best = empty ?? found[0]
  if (best) return [best.element]
  const alone = await onlyField(target, scene)
  if (alone) return [alone]
  const [late] = await seek(target, scene, 'edit')
  return late ? [late.element] : []
}

/** A page with one field needs no name for it, unless the field has another one. */
async function onlyField(target: Target, scene: Scene): Promise<ViewElement | undefined> {
  const fields = await openFields(scene)
  const only = fields.length === 1 ? fields[0] : undefined
  return only && (plain(only.name) === '' || target.words === '') ? only : undefined
}

/** The field that is meant where none is named: the one with the caret, the one used last, the first that is empty. */
export async function likelyField(scene: Scene): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  const fields = await openFields(scene)
  const focused = fields.find((field) => field.ref === tree.view.focused && !field.value)
  const last = fields.find((field) => field.ref === scene.last?.ref)
  const dialog = tree.dialog
  const inDialog = dialog && fields.find((field) => tree.holds(dialog, field) && !field.value)
  return focused ?? last ?? inDialog ?? fields.find((field) => !field.value) ?? fields[0]
}

async function openFields(scene: Scene): Promise<ViewElement[]> {
  const tree = await scene.tree()
  return tree.elements.filter((element) => element.editable && !element.disabled && !element.readonly)
}
