import type { ViewElement } from '../../../browser/browser.ts'
import { controlsOf } from '../form/controls.ts'
import { fillFromProse, planProse } from '../form/fill-from-prose.ts'
import { putPart } from '../form/put-part.ts'
import { isCheckable } from '../match/kinds.ts'
import { isSafeToTry } from '../match/consequences.ts'
import { similarity, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { clickOn } from '../steps/click-on.ts'
import { fillField } from '../steps/fill.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { readClauseWords } from './clause-words.ts'
import { isControl, nameOf } from './controls.ts'
import { deedsOf } from './deeds.ts'
import { standsIn } from './mentions.ts'
import { OPENING_MS } from './reach.ts'
import { openPart, textFields } from './scope.ts'
import { valuesIn } from './values.ts'
import type { Work } from './work.ts'

/** One way to give words that are left their place; undefined where there is none. */
type Move = (work: Work, tree: PageTree, part: readonly ViewElement[]) => Promise<StepOutcome | undefined>

const MOVES: readonly Move[] = [ontoOption, intoForm, ontoCount, intoOnlyField, intoNamed]
const MOST = 8

/**
 * Puts what is left of a clause into what is open: fields and choices first, then what can be clicked by that name, then
 * what opens by a name that is left. Ends when nothing is left or nothing has a place; a failure is what the page refused.
 */
export async function putRest(work: Work, before: PageTree | undefined): Promise<StepOutcome | undefined> {
  let since = before
  for (let times = 0; times < MOST && work.owed.length > 0; times++) {
    const left = work.left.length
    const tree = await work.scene.tree()
    const moved = await oneMove(work, since)
    if (!moved) return undefined
    if (moved.state === 'failed') return moved
    work.told.push(moved.said)
    if (work.left.length >= left) return undefined
    since = tree
  }
  return undefined
}

async function oneMove(work: Work, before: PageTree | undefined): Promise<StepOutcome | undefined> {
  const looks = work.scene.actions.length > 0 ? OPENING_MS : [0]
  for (const ms of looks) {
    const tree = ms > 0 ? await work.scene.pause(ms) : await work.scene.tree()
    for (const move of MOVES) {
      const moved = await move(work, tree, openPart(tree, before))
      if (moved) return moved
    }
  }
  return undefined
}

/** What the form that is open has a place for. */
async function intoForm(
  work: Work,
  tree: PageTree,
  part: readonly ViewElement[],
): Promise<StepOutcome | undefined> {
  const { plan } = await planProse([work.rest], work.scene)
  const inPart = plan.filter(
    ({ control }) =>
      part.some(({ ref }) => ref === control.element.ref) &&
      (part !== tree.elements || control.kind !== 'choice' || isRealChoice(control.element)),
  )
  if (inPart.length === 0 || inPart.length < plan.length) return undefined
  const prose = await fillFromProse([work.rest], work.scene)
  if (prose.failures.length > 0) return { state: 'failed', why: [...prose.said, ...prose.failures].join(' ') }
  if (prose.said.length === 0) return undefined
  const open = new Set(prose.left.flatMap((text) => readClauseWords(text).words.map((word) => word.stem)))
  work.explain(work.left.filter((word) => !open.has(word.stem)))
  work.isFilled = true
  return { state: 'done', said: prose.said.join(' ') }
}

/** What does nothing but be chosen. */
function isRealChoice(element: ViewElement): boolean {
  return isCheckable(element) || element.role === 'option' || element.pressed !== undefined
}

/** Something to click whose whole name is one of the values. */
async function ontoOption(
  work: Work,
  tree: PageTree,
  part: readonly ViewElement[],
): Promise<StepOutcome | undefined> {
  if (part === tree.elements) return undefined
  for (const value of valuesIn(work.clause, work.owed)) {
    const option = optionCalled(value.text, part)
    if (!option) continue
    work.explain(value.words)
    return isCheckable(option) ? setChecked(option, true, work.scene) : clickOn(option, work.scene)
  }
  return undefined
}

/** Something to click that is called so and nothing else. */
export function optionCalled(text: string, part: readonly ViewElement[]): ViewElement | undefined {
  return part.find(
    (element) =>
      (element.clickable || element.role === 'option') &&
      !element.editable &&
      !element.disabled &&
      [element.name, element.text, element.title ?? ''].some((name) => similarity(text, name) >= 0.95),
  )
}

/** `make it 2`: a number by itself goes to the only thing that counts. */
async function ontoCount(
  work: Work,
  _tree: PageTree,
  part: readonly ViewElement[],
): Promise<StepOutcome | undefined> {
  const [only, other] = work.owed
  if (!only || other || !/^\d{1,4}$/.test(only.text)) return undefined
  const counts = controlsOf(await work.scene.tree()).filter(
    ({ kind, element }) => (kind === 'stepper' || element.role === 'spinbutton') && part.includes(element),
  )
  const [control] = counts
  if (!control || counts.length > 1) return undefined
  work.explain(work.left)
  return putPart({ control, value: only.text }, work.scene)
}

/** A single value goes into the field that has the caret, or the only one that is open. */
async function intoOnlyField(
  work: Work,
  tree: PageTree,
  part: readonly ViewElement[],
): Promise<StepOutcome | undefined> {
  if (part === tree.elements || !work.isVerbDone) return undefined
  const fields = textFields(part)
  const field =
    fields.find(({ ref }) => ref === tree.view.focused) ?? (fields.length === 1 ? fields[0] : undefined)
  const values = valuesIn(work.clause, work.owed)
  const [value] = values
  if (!field || !value || values.length > 1) return undefined
  work.explain([...value.words, ...work.left])
  work.isFilled = true
  return fillField(field, value.text, work.scene)
}

const SHOWING = /^(show|open|view|see|more|choose|select|pick|change|set|manage|add|edit)$/

/** Something that opens, called by words that are left: `Choose extras`, `Labels`. */
async function intoNamed(
  work: Work,
  tree: PageTree,
  part: readonly ViewElement[],
): Promise<StepOutcome | undefined> {
  const { left } = work
  for (const element of part.filter(isControl)) {
    const name = nameOf(element)
    if (name.length > 40 || !isSafeToTry(element, tree) || work.used.has(element.ref)) continue
    const telling = wordsOf(name).filter(
      (word) => !SHOWING.test(word) && deedsOf(word).length === 0 && word.length > 1,
    )
    const words = left.filter((word) => standsIn(word, name))
    if (telling.length === 0 || words.length < telling.length) continue
    if (
      part === tree.elements &&
      part.some((other) => other !== element && isControl(other) && nameOf(other) === name)
    )
      continue
    work.used.add(element.ref)
    work.explain(words)
    return clickOn(element, work.scene)
  }
  return undefined
}
