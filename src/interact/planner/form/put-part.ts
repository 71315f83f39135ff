import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { again } from '../page/again.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from '../steps/click-on.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { putRange } from '../range/put-range.ts'
import { monthOf } from '../widgets/date/calendar-names.ts'
import { readDate } from '../widgets/date/read-date.ts'
import { todayOf } from '../widgets/date/today.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { bestSuggestion, suggestionsIn } from '../widgets/autocomplete.ts'
import { putInto } from '../widgets/widgets.ts'
import type { Assignment } from './assign.ts'
import { compoundsOf, countIn } from './compounds.ts'
import type { Compound } from './compounds.ts'
import { controlsOf } from './controls.ts'
import type { Control } from './controls.ts'
import { labelIn, stemsOf } from './labels.ts'
import { readValues } from './said-values.ts'

/** Puts what a part of a sentence says into its control. */
export async function putPart(
  { control, value, several }: Pick<Assignment, 'control' | 'value' | 'several'>,
  scene: Scene,
): Promise<StepOutcome> {
  const { kind, element } = control
  if (typeof value === 'boolean')
    return element.role === 'option' ? clickOn(element, scene) : setChecked(element, value, scene)
  if (kind === 'stepper') return step(control, Number(value), scene)
  if (kind === 'rating') return rate(control, Number(value), scene)
  if (kind === 'dateParts') return putDate(control, value, scene)
  if (kind === 'range') return putRange({ low: control.parts[0], high: control.parts[1] }, value, scene)
  if (kind === 'low' || kind === 'high') return putRange({ [kind]: control.parts[0] }, value, scene)
  if (kind === 'nameParts') return putName(control, value, scene)
  if (several) return addOne(element, value, scene)
  const counted = kind === 'opener' ? readValues(value).count : undefined
  return counted
    ? ((await stepBehind(element, counted, scene)) ?? putInto(element, [value], scene))
    : putInto(element, [value], scene)
}

/** One of several values: what the field suggests is taken; a field that keeps the text takes it with Enter. */
async function addOne(element: ViewElement, value: string, scene: Scene): Promise<StepOutcome> {
  const field = again(element, await scene.tree()) ?? element
  const outcome = await putInto(field, [value], scene)
  const now = (await scene.tree()).get(field.ref)
  if (outcome.state === 'done' && now?.value === value && takesEnter(now, await scene.tree()))
    await scene.act({ do: 'press', key: 'Enter', ref: field.ref }, { type: 'press', value: 'Enter' })
  return outcome
}

/** Whether Enter adds to a field rather than sends its form: it is in none, or something says that it takes several. */
function takesEnter(field: ViewElement, tree: PageTree): boolean {
  const around = tree.ancestors(field).slice(0, 2)
  if (!tree.closest(field, ({ tag }) => tag === 'form')) return true
  const said = [field, ...around].map(
    ({ hints, placeholder, text }) => `${hints} ${placeholder ?? ''} ${text.slice(0, 200)}`,
  )
  return said.some((about) =>
    /\b(tags?|chips?|token\w*|enter|comma|komma|entrée|coma|virgola)\b/iu.test(about),
  )
}

/** Opens what says how many now, `1 adult`, and sets the count in it that is meant; undefined where there is none in it. */
async function stepBehind(
  opener: ViewElement,
  { number, noun }: { number: number; noun: string },
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const before = await scene.tree()
  await scene.act({ do: 'click', ref: opener.ref }, { type: 'click', target: call(opener) })
  const stems = stemsOf(noun)
  const counts = controlsOf(await scene.tree()).filter(
    ({ kind, element }) => kind === 'stepper' && !before.get(element.ref),
  )
  const meant =
    counts.find(({ labels }) => labelIn(stems, labels)) ?? (counts.length === 1 ? counts[0] : undefined)
  if (meant) return step(meant, number, scene)
  const option = bestSuggestion(suggestionsIn(await scene.tree(), opener, before), `${number} ${noun}`)
  if (option) return clickOn(option, scene)
  if (counts.length === 0) await scene.do({ do: 'press', key: 'Escape' })
  return undefined
}

/** Presses for one more or one less until the count is the one meant. */
async function step(control: Control, wanted: number, scene: Scene): Promise<StepOutcome> {
  const before = await scene.tree()
  const place = steppersIn(before).findIndex(({ parts }) => parts[0] === control.parts[0])
  const first = counterIn(before, control.parts, place)
  if (!first) return failed(`${call(control.element)} counts nothing.`)
  const telling = { type: 'set', target: call(first.holder), value: String(wanted) }
  await scene.together(telling, async () => {
    for (let at: number | undefined = first.count; at !== undefined && at !== wanted;) {
      const counter = counterIn(await scene.tree(), control.parts, place)
      const button = counter && (wanted > at ? counter.more : counter.less)
      if (!button || button.disabled) return
      await scene.do({ do: 'click', ref: button.ref })
      const then = counterIn(await scene.tree(), control.parts, place)?.count
      at = then === at ? undefined : then
    }
  })
  const last = counterIn(await scene.tree(), control.parts, place)
  scene.last = last?.more ?? control.element
  return last?.count === wanted
    ? done(`Set ${call(first.holder)} to ${wanted}.`)
    : failed(`${call(first.holder)} could not be set to ${wanted}; it is at ${last?.count ?? 'nothing'}.`)
}

function steppersIn(tree: PageTree): Compound[] {
  return compoundsOf(tree).filter(({ kind }) => kind === 'stepper')
}

/** A stepper with what it shows; where the page has drawn it anew, the one in its place. */
function counterIn(
  tree: PageTree,
  parts: readonly ViewElement[],
  place: number,
): { less: ViewElement; more: ViewElement; holder: ViewElement; count: number } | undefined {
  const known = parts.map(({ ref }) => tree.get(ref))
  const [less, more] = known.every((part) => part !== undefined)
    ? known
    : (steppersIn(tree)[place]?.parts ?? [])
  const holder = less && more && tree.shared(less, more)
  const count = holder && countIn(holder, tree)
  return holder && count !== undefined ? { less, more, holder, count } : undefined
}

async function rate({ parts }: Control, wanted: number, scene: Scene): Promise<StepOutcome> {
  const mark = parts[wanted - 1]
  return mark ? clickOn(mark, scene) : failed(`There are ${parts.length} marks, not ${wanted}.`)
}

async function putDate({ parts }: Control, said: string, scene: Scene): Promise<StepOutcome> {
  const date = readDate(said, todayOf(await scene.tree()))
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
