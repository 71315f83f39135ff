import type { ViewElement } from '../../../browser/browser.ts'
import { valueText } from '../answer/value-text.ts'
import { entryOf } from '../ground/entries.ts'
import { pickerOf } from '../ground/pickers.ts'
import { controlsOf } from '../form/controls.ts'
import { fillFromProse } from '../form/fill-from-prose.ts'
import { labelIn, stemsOf } from '../form/labels.ts'
import { isCheckable, isField } from '../match/kinds.ts'
import { isColourName } from '../match/colours.ts'
import { notFound, seek, seekAll, seekHere } from '../recover/seek.ts'
import { again } from '../page/again.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'
import { chooseSuggested } from '../widgets/autocomplete.ts'
import type { Target, Value } from '../step.ts'
import { readDate } from '../widgets/date/read-date.ts'
import { todayOf } from '../widgets/date/today.ts'
import { findCalendar } from '../widgets/date/calendar.ts'
import { chooseByLooking, closedLists } from '../widgets/peek.ts'
import { walkMenu } from '../widgets/menu.ts'
import { bestOption, nativeSelect } from '../widgets/native-select.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { putInto } from '../widgets/widgets.ts'
import { namedPlace } from './choose-named.ts'
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
  if (thing) return chooseThings(thing, step.values, scene)
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

/** `the rows of Ada and Bo`: what is named beside a thing that is described is of its kind. */
async function chooseThings(first: Target, values: readonly Value[], scene: Scene): Promise<StepOutcome> {
  const said: string[] = []
  for (const value of values) {
    const outcome = await chooseThing(
      value.thing ?? { ...first, words: value.text, quoted: value.quoted },
      scene,
    )
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
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
    const tree = await scene.tree()
    const now = again(element, tree) ?? element
    const box = isCheckable(now) || now.role === 'option' ? undefined : pickerOf(entryOf(now, tree), tree)
    const outcome =
      box || isCheckable(now) ? await setChecked(box ?? now, true, scene) : await clickOn(now, scene)
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
  if (texts.every((text) => ONE.test(text))) return chooseThing(target, scene)
  if (target.all) {
    const each = await chooseForEach(target, texts, scene)
    if (each) return each
  }
  const found = await seek(target, scene, 'choose', 'look')
  const taking = found
    .slice(0, 6)
    .find((item) => item.element.tag === 'select' && texts.every((text) => bestOption(item.element, text)))
  const best = taking ?? found[0]
  const captioned =
    best && !takesChoice(best.element) ? labelledControl(target.words, await scene.tree()) : undefined
  if (captioned) return putInto(captioned, texts, scene, true)
  if (best) return putInto(best.element, texts, scene, true)
  const ofKind =
    target.words === '' && target.kind ? labelledControl(target.kind, await scene.tree()) : undefined
  if (ofKind) return putInto(ofKind, texts, scene, true)
  const anywhere = await placesFor(texts, values, scene)
  if (anywhere) return anywhere()
  const looked =
    texts.length === 1 ? await chooseByLooking(texts[0]!, closedLists(await scene.tree()), scene) : undefined
  if (looked) return looked
  const [late] = await seek(target, scene, 'choose')
  return late ? putInto(late.element, texts, scene, true) : failed(await notFound(target, scene, 'choose'))
}

function takesChoice(element: ViewElement): boolean {
  return isField(element) || element.expanded !== undefined || /group|list|menu|grid|tree/.test(element.role)
}

/** The control that a text of the page stands before and names. */
function labelledControl(words: string, tree: PageTree): ViewElement | undefined {
  const stems = stemsOf(words)
  return controlsOf(tree)
    .filter(({ kind }) => kind === 'field' || kind === 'opener')
    .find(({ labels }) => (labelIn(stems, labels)?.length ?? 0) >= stems.length)?.element
}

const ONE = /^(?:the )?(?:ones?|eine[nsr]?|celui|celle|uno|una|die|dat)$/i

async function chooseAnywhere(texts: string[], values: readonly Value[], scene: Scene): Promise<StepOutcome> {
  const named = values[0]?.quoted ? undefined : namedPlace(texts, await scene.tree())
  if (named && 'choices' in named) return chooseEach(named.choices, scene)
  if (named) return putInto(named.control, named.values, scene, true)
  const place = await placesFor(texts, values, scene)
  if (place) return place()
  const said: string[] = []
  for (const [index, words] of texts.entries()) {
    const target = { words, quoted: values[index]?.quoted ?? false }
    const [best] = await seek(target, scene, 'check')
    if (!best) {
      const prose = index > 0 ? await fillFromProse([words], scene) : undefined
      if (!prose || prose.said.length === 0) return failed(await notFound(target, scene, 'check'))
      said.push(...prose.said)
      continue
    }
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

/** What is called by what it is clicked for: a day. */
function opensCalendar({ name, text, hints }: ViewElement): boolean {
  const called = name || text
  return (
    called.length < 40 &&
    /\b(date|calendar|day|datum|tag|termin|kalender|fecha|jour|giorno|dag|dia)\b/iu.test(`${called} ${hints}`)
  )
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
      calendar ??
      usable.find((element) => element.clickable && !element.editable && opensCalendar(element))
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
