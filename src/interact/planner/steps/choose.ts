import type { ViewElement } from '../../../browser/browser.ts'
import { valueText } from '../answer/value-text.ts'
import { isCheckable } from '../match/kinds.ts'
import { isColourName } from '../match/colours.ts'
import { notFound, seek, seekAll, seekHere } from '../recover/seek.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'
import { chooseSuggested } from '../widgets/autocomplete.ts'
import type { Target, Value } from '../step.ts'
import { readDate, todayOf } from '../widgets/date/read-date.ts'
import { findCalendar } from '../widgets/date/calendar.ts'
import { walkMenu } from '../widgets/menu.ts'
import { bestOption, nativeSelect } from '../widgets/native-select.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { putInto } from '../widgets/widgets.ts'
import { choicesLike, similarWords } from './choose-similar.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

export const choose: TakeStep<'choose'> = async (step, scene) => {
  if (step.values.length === 0) return chooseNothing(scene)
  const path = step.values.find((value) => value.path)?.path
  if (path) return walkMenu(path, scene)
  const similar = similarWords(step.values.map((value) => value.thing))
  const choices = similar ? choicesLike(similar, await scene.tree()) : []
  if (choices.length > 0) return chooseEach(choices, scene)
  const thing = step.values.find((value) => value.thing)?.thing
  if (thing) return chooseThing(thing, scene)
  const values: string[] = []
  for (const value of step.values) {
    const text = await valueText(value, scene)
    if (text === undefined) return failed('The page does not say what is to be chosen.')
    values.push(text)
  }
  if (step.target) return chooseIn(step.target, values, step.values, scene)
  return chooseAnywhere(values, step.values, scene)
}

async function chooseNothing(scene: Scene): Promise<StepOutcome> {
  const tree = await scene.tree()
  for (const element of tree.elements.filter(
    (candidate) => candidate.role === 'checkbox' && candidate.checked,
  )) {
    const outcome = await setChecked(element, false, scene)
    if (outcome.state === 'failed') return outcome
  }
  return done('Selected nothing.')
}

/** Something described rather than named: what it proves to be says what choosing it means. */
async function chooseThing(thing: Target, scene: Scene): Promise<StepOutcome> {
  const suggested = thing.condition ? await chooseSuggested(thing.condition, scene) : undefined
  if (suggested) return suggested
  const elements = thing.all
    ? await seekAll(thing, scene, 'check')
    : (await seek(thing, scene, 'check')).slice(0, 1).map((found) => found.element)
  if (elements.length === 0) return failed(await notFound(thing, scene, 'check'))
  return chooseEach(elements, scene)
}

async function chooseEach(elements: readonly ViewElement[], scene: Scene): Promise<StepOutcome> {
  const said: string[] = []
  for (const element of elements) {
    const now = (await scene.tree()).get(element.ref) ?? element
    const outcome = isCheckable(now) ? await setChecked(now, true, scene) : await clickOn(now, scene)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}

/** A list of values for several controls of a kind: one for each, in their order. */
async function chooseForEach(
  target: Target,
  texts: readonly string[],
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const values = texts.length > 1 ? texts : (texts[0] ?? '').replace(/[[\](){}]/g, '').split(/\s*[,;]\s*/)
  const elements =
    values.length > 1 ? outermost(await seekAll(target, scene, 'choose'), await scene.tree()) : []
  if (elements.length !== values.length) return undefined
  for (const [index, element] of elements.entries()) {
    const outcome = await putInto(element, [values[index]!], scene)
    if (outcome.state === 'failed') return outcome
  }
  return done(`Set ${elements.length} controls to ${values.join(', ')}.`)
}

function outermost(elements: readonly ViewElement[], tree: PageTree): ViewElement[] {
  return elements.filter(
    (element) => !elements.some((other) => other !== element && tree.holds(other, element)),
  )
}

async function chooseIn(
  target: Target,
  texts: string[],
  values: readonly Value[],
  scene: Scene,
): Promise<StepOutcome> {
  if (target.all) {
    const each = await chooseForEach(target, texts, scene)
    if (each) return each
  }
  const found = await seek(target, scene, 'choose', 'look')
  const taking = found
    .slice(0, 6)
    .find((item) => item.element.tag === 'select' && texts.every((text) => bestOption(item.element, text)))
  const best = taking ?? found[0]
  if (best) return putInto(best.element, texts, scene, true)
  const anywhere = await placesFor(texts, values, scene)
  if (anywhere) return anywhere()
  const [late] = await seek(target, scene, 'choose')
  return late ? putInto(late.element, texts, scene, true) : failed(await notFound(target, scene, 'choose'))
}

async function chooseAnywhere(texts: string[], values: readonly Value[], scene: Scene): Promise<StepOutcome> {
  const place = await placesFor(texts, values, scene)
  if (place) return place()
  const said: string[] = []
  for (const [index, words] of texts.entries()) {
    const target = { words, quoted: values[index]?.quoted ?? false }
    const [best] = await seek(target, scene, 'check')
    if (!best) return failed(await notFound(target, scene, 'check'))
    const outcome = await chooseEach([best.element], scene)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}

/** Where values can be chosen that come without a place: a list that has them, choices called so, a calendar for a date. */
async function placesFor(
  texts: string[],
  values: readonly Value[],
  scene: Scene,
): Promise<(() => Promise<StepOutcome>) | undefined> {
  const tree = await scene.tree()
  const list = tree.elements
    .filter((element) => element.tag === 'select' && !element.disabled)
    .map((element) => ({
      element,
      score: Math.min(...texts.map((text) => bestOption(element, text)?.score ?? 0)),
    }))
    .sort((a, b) => b.score - a.score)[0]
  const named: ViewElement[] = []
  let least = 1
  for (const [index, words] of texts.entries()) {
    const [best] = await seekHere({ words, quoted: values[index]?.quoted ?? false }, scene, 'check')
    if (best) named.push(best.element)
    least = Math.min(least, best?.score ?? 0)
  }
  if (list && list.score >= 0.5 && list.score >= least)
    return () => nativeSelect.put(list.element, texts, scene)
  if (named.length === texts.length && least >= 0.5) return () => chooseEach(named, scene)
  const field = fieldFor(texts[0] ?? '', tree.elements, findCalendar(tree)?.holder)
  return field && (() => putInto(field, texts, scene, true))
}

/** A control whose kind fits the kind of a value. */
function fieldFor(
  text: string,
  elements: readonly ViewElement[],
  calendar: ViewElement | undefined,
): ViewElement | undefined {
  const usable = elements.filter((element) => !element.disabled)
  if (readDate(text, todayOf()) && /\D/.test(text))
    return (
      usable.find(
        (element) =>
          element.type === 'date' ||
          (element.tag === 'input' && /date|calendar/i.test(`${element.hints} ${element.name}`)),
      ) ??
      usable.find((element) => element.tag === 'input' && element.readonly) ??
      calendar
    )
  if (/^[-−]?\d+(\.\d+)?$/.test(text))
    return (
      usable.find((element) => element.role === 'slider' || element.type === 'range') ??
      usable.find((element) => element.role === 'spinbutton') ??
      usable.find((element) => /slider|spinner/i.test(element.hints))
    )
  if (isColourName(text) || /^#[0-9a-f]{6}$/i.test(text))
    return usable.find(
      (element) => element.type === 'color' || (element.editable && /colou?r/i.test(element.hints)),
    )
  const boxes = usable.filter((element) => element.role === 'combobox' && element.tag !== 'select')
  return boxes.length === 1 ? boxes[0] : undefined
}
