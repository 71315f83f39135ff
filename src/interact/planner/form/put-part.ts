import type { ViewElement } from '../../../browser/browser.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from '../steps/click-on.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { monthOf, readDate, todayOf } from '../widgets/date/read-date.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { putInto } from '../widgets/widgets.ts'
import type { Assignment } from './assign.ts'
import { countIn } from './compounds.ts'
import type { Control } from './controls.ts'

/** Puts what a part of a sentence says into its control. */
export async function putPart({ control, value }: Assignment, scene: Scene): Promise<StepOutcome> {
  const { kind, element } = control
  if (typeof value === 'boolean')
    return element.role === 'option' ? clickOn(element, scene) : setChecked(element, value, scene)
  if (kind === 'stepper') return step(control, Number(value), scene)
  if (kind === 'rating') return rate(control, Number(value), scene)
  if (kind === 'dateParts') return putDate(control, value, scene)
  if (kind === 'nameParts') return putName(control, value, scene)
  return putInto(element, [value], scene)
}

/** Presses for one more or one less until the count is the one meant. */
async function step({ parts }: Control, wanted: number, scene: Scene): Promise<StepOutcome> {
  const [less, more] = parts as [ViewElement, ViewElement]
  const before = await scene.tree()
  const holder = before.shared(less, more)
  const now = holder && countIn(holder, before)
  if (!holder || now === undefined) return failed(`${call(more)} counts nothing.`)
  const button = wanted > now ? more : less
  const telling = { type: 'set', target: call(holder), value: String(wanted) }
  await scene.together(telling, async () => {
    for (let at = now; at !== wanted;) {
      const fresh = (await scene.tree()).get(button.ref)
      if (!fresh || fresh.disabled) return
      await scene.do({ do: 'click', ref: button.ref })
      const tree = await scene.tree()
      const then = countIn(tree.get(holder.ref) ?? holder, tree)
      if (then === undefined || then === at) return
      at = then
    }
  })
  const tree = await scene.tree()
  const then = countIn(tree.get(holder.ref) ?? holder, tree)
  scene.last = button
  return then === wanted
    ? done(`Set ${call(holder)} to ${wanted}.`)
    : failed(`${call(holder)} could not be set to ${wanted}; it is at ${then ?? 'nothing'}.`)
}

async function rate({ parts }: Control, wanted: number, scene: Scene): Promise<StepOutcome> {
  const mark = parts[wanted - 1]
  return mark ? clickOn(mark, scene) : failed(`There are ${parts.length} marks, not ${wanted}.`)
}

async function putDate({ parts }: Control, said: string, scene: Scene): Promise<StepOutcome> {
  const date = readDate(said, todayOf())
  if (!date) return failed(`"${said}" is no date.`)
  const [day, month, year] = parts as [ViewElement, ViewElement, ViewElement]
  const outcomes: StepOutcome[] = []
  for (const [field, number] of [
    [day, date.day],
    [month, date.month],
    [year, date.year],
  ] as const)
    outcomes.push(await putInto(field, [labelFor(field, number, field === month)], scene))
  const wrong = outcomes.find((outcome) => outcome.state === 'failed')
  return wrong ?? done(`Set the date to ${said}.`)
}

/** A part of a date as its list writes it: `8`, `08`, `August`; in a field with two digits. */
function labelFor(field: ViewElement, number: number, isMonth: boolean): string {
  const option = field.options?.find(
    ({ label }) => Number(label.trim()) === number || (isMonth && monthOf(label.trim()) === number),
  )
  return option?.label ?? String(number).padStart(2, '0')
}

async function putName({ parts }: Control, name: string, scene: Scene): Promise<StepOutcome> {
  const [first, last] = parts as [ViewElement, ViewElement]
  const words = name.trim().split(/\s+/)
  const given = await putInto(first, [words.slice(0, -1).join(' ')], scene)
  return given.state === 'failed' ? given : putInto(last, [words.at(-1)!], scene)
}
